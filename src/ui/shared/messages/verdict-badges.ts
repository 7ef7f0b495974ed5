import type {
  PairedTest,
  Badges,
  ComparedVerdict,
  JudgmentsBadge,
  QuestionsBadge,
  SaturationBadge,
  SaturationCause,
} from '../../../domain/verdict/types';
import {
  count,
  intervalWords,
  MISSING,
  counted,
  difference,
  list,
  measure as value,
  plural,
  fixed,
  roughly,
} from '../format';
import { capital } from '../system-text';
import {
  effortOf,
  type EffortInput,
  type Range,
  MAX_PLANNED,
  outlookOf,
  type Prediction,
} from '../../../domain/planning/planning';

export interface VerdictNames {
  readonly name: (id: string) => string;
  readonly isHybrid: (id: string) => boolean;
  readonly isReranked: (id: string) => boolean;
}

const NUMBERS = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
export const inWords = (number: number): string => NUMBERS[number] ?? count(number);

export const NAMED_AT_ONCE = 2;

/** The smallest difference that matters: `.02`. */
export const marginText = (margin: number): string => String(Number(margin.toPrecision(3))).replace(/^0\./, '.');

/** `95 % interval +.054 to +.116; p < .001, paired randomisation test, Holm-corrected for 5 comparisons` */
export function testText({ interval, holm, comparisons, anytime }: PairedTest): string {
  if (anytime) return anytimeText(interval, comparisons);
  const range = interval ? `95 % interval ${intervalWords(interval)}` : 'no interval';
  const corrected = comparisons > 1 ? `, Holm-corrected for ${count(comparisons)} comparisons` : '';
  return `${range}; ${pText(holm)}, paired randomisation test${corrected}`;
}

/** `95 % confidence sequence +.054 to +.116, corrected for 5 comparisons; it holds at every look` */
function anytimeText(interval: PairedTest['interval'], comparisons: number): string {
  const range = interval ? `95 % confidence sequence ${intervalWords(interval)}` : 'no interval';
  const corrected = comparisons > 1 ? `, corrected for ${count(comparisons)} comparisons` : '';
  return `${range}${corrected}; it holds at every look`;
}

/** With two figures: `p = .0015`. */
function pText(p: number | null): string {
  if (p === null) return `p ${MISSING}`;
  if (p < 0.001) return 'p < .001';
  return `p = ${p.toPrecision(2).replace(/^0\./, '.')}`;
}

export interface BadgeText {
  readonly id: keyof Badges;
  readonly state: 'ok' | 'amber';
  readonly text: string;
  readonly detail: string;
}

export function badgeTexts(verdict: ComparedVerdict, names: VerdictNames): BadgeText[] {
  const { questions, judgments, saturation } = verdict.badges;
  return [
    { id: 'questions', state: questions.state, ...questionsText(questions, verdict, names) },
    { id: 'saturation', state: saturation.state, ...saturationText(saturation, verdict, names.name) },
    { id: 'judgments', state: judgments.state, ...judgmentsText(judgments, verdict, names) },
  ];
}

type Said = Pick<BadgeText, 'text' | 'detail'>;

function questionsText(badge: QuestionsBadge, { margin }: ComparedVerdict, { name }: VerdictNames): Said {
  const { questions, detectable, planned, causes, generated, reversedBy } = badge;
  const all = counted(questions, 'question');
  const see = detectable === null ? null : twoFigures(detectable);
  const plan =
    planned && planned.questions > questions
      ? `A difference of ${marginText(margin)} takes ${predictedQuestions(planned)}.`
      : '';
  const sees = see === null ? '' : `A test of these questions finds a difference of ${see} in four of five cases. `;
  if (causes.includes('all-generated'))
    return {
      text: `All ${all} ${plural(questions, 'was', 'were')} generated: people may ask others`,
      detail: `Generated questions share words with their passages, which favours BM25. ${sees}`.trim(),
    };
  if (causes.includes('origins'))
    return {
      text: `Without the ${counted(generated, 'generated question')}, ${list(reversedBy.map(name), 3)} would be ahead`,
      detail: `On the other ${counted(questions - generated, 'question')} by more than ${marginText(margin)}.`,
    };
  if (causes.includes('few'))
    return {
      text:
        detectable !== null && detectable > margin
          ? `${all}: enough to see ${see}, not ${marginText(margin)}`
          : `${all} ${plural(questions, 'does', 'do')} not rule out that another system is ahead by more than ${marginText(margin)}`,
      detail: `${sees}${plan}`.trim(),
    };
  return { text: see === null ? all : `${all}: enough to see ${see}`, detail: sees.trim() };
}

const twoFigures = (difference: number): string => Number(difference.toPrecision(2)).toString().replace(/^0\./, '.');

export function saturationText(
  { questions, differing, causes, further, tied }: SaturationBadge,
  { margin }: Pick<ComparedVerdict, 'margin'>,
  name: VerdictNames['name'],
): Said {
  const differ = `Systems differ on ${count(differing)} of them`;
  const texts: Readonly<Record<SaturationCause, Said>> = {
    ties: {
      text: `Another order of equal scores could put ${list(tied.map(name), 3)} ahead`,
      detail:
        'Passages with equal scores have no order of their own. This takes the orders that favour the other system most.',
    },
    'few-differ': {
      text: `Systems differ on too few questions to separate them: ${count(differing)} of ${count(questions)}`,
      detail: 'A randomisation test needs at least six differing questions to reach p < .05.',
    },
    ceiling: {
      text: 'All systems are near the best possible value: harder questions may separate them',
      detail: '',
    },
    floor: {
      text: 'All systems are near the worst possible value: easier questions may separate them',
      detail: '',
    },
    undetectable: {
      text: `These questions cannot separate the systems: write or judge about ${count(further ?? 0)} more`,
      detail: `With ${counted(questions, 'question')}, no two systems vary little enough for a difference of ${marginText(margin)} to be found.`,
    },
  };
  const [first] = causes;
  const more =
    first !== undefined && first !== 'undetectable' && further !== null
      ? ` Of such questions, about ${count(further)} more would be needed.`
      : '';
  return first ? { ...texts[first], detail: `${texts[first].detail}${more}`.trim() } : { text: differ, detail: '' };
}

function judgmentsText(badge: JudgmentsBadge, verdict: ComparedVerdict, names: VerdictNames): Said {
  const { k, unjudged, cause, rivals, alone } = badge;
  const { baseline, margin, measure } = verdict;
  const first = k === 1 ? 'its first passages' : `its first ${inWords(k)}`;
  const open = `${unjudged === null ? 'Some' : percentText(unjudged)} of ${first} unjudged`;
  const toBaseline = alone.find(({ system }) => system === baseline);
  const kept = toBaseline
    ? ` On judged passages alone, its gain over ${names.name(toBaseline.system)} is ${difference(toBaseline.test.difference, 3)} (${testText(toBaseline.test)}).`
    : '';
  switch (cause) {
    case null:
      return unjudged === 0
        ? { text: `All of ${first} judged`, detail: '' }
        : { text: `${open}: too few to change the verdict`, detail: kept.trim() };
    case 'unbounded':
      return {
        text: `${open}: their effect on ${measure} is unknown`,
        detail: 'The stored lists are too short to compute bounds.',
      };
    case 'bounds': {
      const who = rivalsText(rivals, alone, verdict, names);
      const most = Math.max(...rivals.map(({ ahead }) => ahead));
      return {
        text: `${open}: ${who} could still ${verdict.best.includes(rivals[0]!.system) && rivals.length === 1 ? 'get ahead' : 'catch up'}`,
        detail:
          `If unjudged passages were judged in its favour, a system could be ahead by ${value(most, 2)}, more than ${marginText(margin)}.${kept}`.trim(),
      };
    }
  }
}

/** Of those that tests exclude, the ones that are not behind on judged passages alone; else all together. */
function rivalsText(
  rivals: JudgmentsBadge['rivals'],
  alone: JudgmentsBadge['alone'],
  { best }: ComparedVerdict,
  { name }: VerdictNames,
): string {
  const excluded = rivals.filter(({ system }) => !best.includes(system));
  const near = excluded.filter(({ system }) => alone.find((each) => each.system === system)?.test.finding !== 'better');
  const named = near.length > 0 ? near : excluded.length > 0 ? excluded : rivals;
  return named.length <= NAMED_AT_ONCE
    ? list(named.map(({ system }) => name(system)))
    : `${inWords(named.length)} others`;
}

/** `84 %`, and never 0 % of some or 100 % of not all. */
function percentText(share: number): string {
  const rounded = Math.round(share * 100);
  const text = share > 0 && rounded === 0 ? 'Under 1' : share < 1 && rounded === 100 ? 'Over 99' : count(rounded);
  return `${text} %`;
}

/** `about 850 questions (690 to 1,100)`. */
export const predictedQuestions = ({ questions, range }: Prediction): string =>
  Number.isFinite(questions)
    ? `about ${count(rounded(questions))} questions (${between(range)})`
    : `more than ${count(MAX_PLANNED)} questions`;

export function effortTexts(prediction: Prediction, input: EffortInput): string[] {
  const { toWrite, hours } = effortOf(prediction, input);
  const { existing, milliseconds, judgmentsPerQuestion } = input;
  const have = `your ${counted(existing, 'question')}`;
  const texts = [
    !Number.isFinite(toWrite.expected)
      ? `That is far more than ${have}.`
      : toWrite.expected > 0
        ? `That is more than ${have}: write about ${count(rounded(toWrite.expected))} more.`
        : toWrite.high > 0
          ? `${capital(have)} are probably enough.`
          : `${capital(have)} are enough.`,
  ];
  if (hours && hours.high > 0 && Number.isFinite(hours.expected))
    texts.push(
      `Judging takes about ${hoursText(hours)} more at your pace, ${roughly(milliseconds! / 1000)} a judgment and ${count(judgmentsPerQuestion!)} a question.`,
    );
  return texts;
}

const hoursText = ({ expected, low, high }: Range): string => {
  const text = (hours: number): string => (Number.isFinite(hours) ? oneDigit(hours) : 'many');
  return `${text(expected)} h (${text(low)} to ${text(high)} h)`;
};

const oneDigit = (hours: number): string => (hours < 9.95 ? fixed(hours, 1) : count(hours));

const between = ([low, high]: readonly [number, number]): string =>
  `${count(rounded(low))} to ${Number.isFinite(high) ? count(rounded(high)) : `more than ${count(MAX_PLANNED)}`}`;

/** Two figures: more would claim what a prediction does not know. */
const rounded = (value: number): number => Number(value.toPrecision(2));

export interface ReviewedSet {
  readonly questions: number;
  /** Of those that would be added: such that no other passage holds as much of their words, and all that were checked. */
  readonly easy: number;
  readonly checked: number;
  readonly margin: number;
}

/** What a set of questions could show, while it is made; a sentence each. */
export function outlookTexts({ questions, easy, checked, margin }: ReviewedSet): string[] {
  const { detectable, further } = outlookOf(questions, margin);
  const texts: string[] = [];
  if (questions > 0)
    texts.push(
      `With ${counted(questions, 'question')}, differences from about ${marginText(Number(detectable.toPrecision(2)))} nDCG@10 can be seen, if these systems vary as others do.`,
    );
  if (questions > 0 && further > 0)
    texts.push(
      `Such questions cannot show a difference of ${marginText(margin)}: that takes about ${count(rounded(further))} more.`,
    );
  if (checked > 0 && easy > MANY_EASY * checked)
    texts.push(
      `${count(easy)} of ${count(checked)} are easy: no other passage has as many of their words. Most systems will find them all, so that they cannot separate systems.`,
    );
  return texts;
}

/** Of questions that word search finds, more leave little room below the ceiling. */
const MANY_EASY = 0.8;
