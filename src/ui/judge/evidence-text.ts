import type { SequentialPair, SequentialState } from '../../domain/evidence/sequential';
import type { EffortInput } from '../../domain/planning/effort';
import type { Interval } from '../../domain/statistics/types';
import type { JudgedEvidence } from './judged-evidence';
import { count, counted, difference, intervalWords, list, measure as value, MISSING, plural } from '../shared/format';
import { decidingName, ESTIMATES } from '../shared/messages/judging';
import { effortTexts, predictedQuestions, marginText } from '../shared/messages/verdict-badges';

type Sequence = Extract<JudgedEvidence, { kind: 'sequence' }>;
type Bounds = Extract<JudgedEvidence, { kind: 'bounds' }>;

/** What the judgments show, the answer first. */
export interface SaidEvidence {
  readonly title: string;
  readonly detail: string;
  /** What may be done now; empty where there is nothing to say. */
  readonly note: string;
}

const NO_DECISION = 'No decision by this measure';
const UNDECIDED = 'Not decided yet';
const UNDECIDED_BY_ALL = 'Not decided by these questions';
const NO_DIFFERENCE = 'No difference in these pools';

const NONE: Readonly<
  Record<Extract<JudgedEvidence, { kind: 'none' }>['why'], (measure: string) => Omit<SaidEvidence, 'note'>>
> = {
  'one-system': () => ({ title: 'Nothing to compare', detail: 'Pool two systems or more under Pool and order.' }),
  'no-range': (measure) => ({
    title: NO_DECISION,
    detail: `${measure} has no highest value, which a confidence sequence needs. Follow another measure.`,
  }),
  'no-estimate': (measure) => ({
    title: NO_DECISION,
    detail: `Sampled passages cannot estimate ${measure}. Follow another measure, or judge questions in random order.`,
  }),
  'no-bounds': (measure) => ({
    title: NO_DECISION,
    detail: `${measure} has no bounds. Follow another measure, or judge questions in random order.`,
  }),
};

const SEQUENCE = '95 % confidence sequence';

/** @param margin the smallest difference that matters */
export function saidEvidence(evidence: JudgedEvidence, measure: string, margin: number): SaidEvidence {
  switch (evidence.kind) {
    case 'sequence':
      return saidSequence(evidence, measure, margin);
    case 'bounds':
      return saidBounds(evidence, measure);
    case 'none':
      return { ...NONE[evidence.why](measure), note: '' };
  }
}

/** Without the names of systems: `Not decided yet · 31 of 225 questions`. */
export function evidenceInBrief(evidence: JudgedEvidence): string {
  if (evidence.kind === 'none') return '';
  if (evidence.kind === 'bounds')
    return isApart(evidence.bounds) ? 'Decided' : isPoint(evidence.bounds) ? NO_DIFFERENCE : UNDECIDED;
  const { questions, of } = evidence.counted;
  const open = questions.length === of ? UNDECIDED_BY_ALL : UNDECIDED;
  const title = isDecided(evidence) ? 'Decided' : isEquivalent(evidence) ? 'Equally good' : open;
  return `${title} · ${count(questions.length)} of ${counted(of, 'question')}`;
}

/** Whether one system is shown to be the best. */
export const isDecided = (evidence: JudgedEvidence): boolean =>
  evidence.kind === 'sequence'
    ? evidence.shown.state.kind === 'decided'
    : evidence.kind === 'bounds' && isApart(evidence.bounds);

const isEquivalent = ({ shown }: Sequence): boolean => shown.state.kind === 'equivalent';

/** Ends that differ from 0 or from each other by less do so by rounding. */
const ROUNDING = 1e-9;
const isApart = ([low, high]: Interval): boolean => low > ROUNDING || high < -ROUNDING;
/** As where the whole pool is judged. */
const isPoint = ([low, high]: Interval): boolean => high - low < ROUNDING;

/** The questions that are judged out of their turn; empty where none is. */
export const waitingText = ({ counted: { waiting } }: Sequence): string =>
  waiting === 0
    ? ''
    : `${counted(waiting, 'question')} ${plural(waiting, 'is', 'are')} judged already, and ${plural(waiting, 'counts', 'count')} once those before ${plural(waiting, 'it', 'them')} are.`;

/** What the smallest difference that matters takes, a sentence each; none where it is decided. */
export function planningTexts(
  { planned, counted: { questions, of } }: Sequence,
  margin: number,
  pace: Pick<EffortInput, 'judgmentsPerQuestion' | 'milliseconds'>,
): string[] {
  if (!planned) return [];
  const effort = { existing: of, completed: questions.length, ...pace };
  return [
    `A difference of ${marginText(margin)} takes ${predictedQuestions(planned)}.`,
    ...effortTexts(planned, effort),
  ];
}

function saidSequence(evidence: Sequence, measure: string, margin: number): SaidEvidence {
  const { counted: of, shown, estimate } = evidence;
  const { state, pairs } = shown;
  const questions = `${count(of.questions.length)} of ${counted(of.of, 'question')}`;
  if (of.questions.length === 0)
    return {
      title: UNDECIDED,
      detail: `No question counts yet. One counts once all its ${estimate ? 'drawn ' : ''}passages are judged.`,
      note: '',
    };
  const isAll = of.questions.length === of.of;
  const open = isAll ? UNDECIDED_BY_ALL : UNDECIDED;
  const note = isAll ? 'All questions are judged.' : 'You can stop or go on: reading it at any time is valid.';
  const [pair, ...more] = pairs;
  if (pair && more.length === 0) {
    const shownPair = state.kind === 'decided' && state.best === pair.second ? turned(pair) : pair;
    return {
      title: titleOf(state, shownPair, margin, decidingName(evidence.estimate, measure)) ?? open,
      detail: `${pairText(shownPair, evidence, measure)}, after ${questions}.`,
      note,
    };
  }
  return {
    title: titleOfSeveral(state, margin) ?? open,
    detail: `${severalText(state, pairs, decidingName(evidence.estimate, measure))} After ${questions}.`,
    note,
  };
}

/** Null where it is open. */
function titleOf(
  state: SequentialState,
  { first, second, mean }: SequentialPair,
  margin: number,
  measure: string,
): string | null {
  switch (state.kind) {
    case 'decided':
      return `Decided: ${first} is better than ${second} by ${value(Math.abs(mean), 3)} ${measure}`;
    case 'equivalent':
      return `Equally good within ${marginText(margin)}: ${first} and ${second}`;
    case 'open':
      return null;
  }
}

function titleOfSeveral(state: SequentialState, margin: number): string | null {
  switch (state.kind) {
    case 'decided':
      return `Decided: ${state.best} is better than each other system`;
    case 'equivalent':
      return `Equally good within ${marginText(margin)}: ${list(state.best)}`;
    case 'open':
      return null;
  }
}

/** `lsi − bm25 +.012 nDCG@10 (95 % confidence sequence −.010 to +.034)` */
function pairText({ first, second, mean, interval }: SequentialPair, evidence: Sequence, measure: string): string {
  const { estimate, counted: of } = evidence;
  const marked = estimate ? `, ${ESTIMATES.unbiased}` : '';
  const sequence = `(${SEQUENCE} ${interval ? intervalWords(interval) : MISSING})`;
  const text = `${first} − ${second} ${difference(mean, 3)} ${decidingName(evidence.estimate, measure)}${marked} ${sequence}`;
  if (estimate !== 'ratio') return text;
  const ratio = of.means.get(first)! - of.means.get(second)!;
  return `${text}; ${difference(ratio, 3)} ${measure}, ${ESTIMATES.ratio}`;
}

function severalText(state: SequentialState, pairs: readonly SequentialPair[], measure: string): string {
  const systems = [...new Set(pairs.flatMap(({ first, second }) => [first, second]))];
  if (state.kind === 'equivalent')
    return `No other of ${counted(systems.length, 'system')} may be the best by ${measure}.`;
  if (state.kind === 'decided') return `By ${measure}, corrected for ${counted(systems.length, 'system')}.`;
  const { candidates } = state;
  const out = systems.length - candidates.length;
  return out === 0
    ? `Each of ${counted(systems.length, 'system')} may still be the best by ${measure}.`
    : `${list(candidates)} may be the best by ${measure}; ${plural(out, 'one other is', `${count(out)} others are`)} shown to be worse.`;
}

const turned = ({ first, second, mean, interval, questions }: SequentialPair): SequentialPair => ({
  first: second,
  second: first,
  questions,
  mean: -mean,
  interval: interval && [-interval[1], -interval[0]],
});

function saidBounds({ pair: [first, second], bounds, better: which }: Bounds, measure: string): SaidEvidence {
  const [low, high] = bounds;
  const [better, worse] = low > 0 === (which === 'higher') ? [first, second] : [second, first];
  const isDecided = isApart(bounds);
  const decided = `Decided: ${better} is better than ${worse}`;
  if (isPoint(bounds))
    return {
      title: isDecided ? decided : NO_DIFFERENCE,
      detail: `With all of these pools judged, ${first} − ${second} is ${difference(isDecided ? low : 0, 3)} ${measure}.`,
      note: 'Of other questions like these it says nothing.',
    };
  return {
    title: isDecided ? decided : UNDECIDED,
    detail: `Whatever else is judged of these pools, ${first} − ${second} lies between ${difference(low, 3)} and ${difference(high, 3)} ${measure}.`,
    note: isDecided ? 'No judgment of these pools can change which is better.' : '',
  };
}
