import type { SequentialPair, SequentialState } from '../../domain/evidence/sequential';
import type { EffortInput } from '../../domain/planning/planning';
import type { JudgedEvidence } from './judged-evidence';
import { count, counted, difference, intervalWords, list, measure as value, MISSING, plural } from '../shared/format';
import { effortTexts, predictedQuestions, marginText } from '../shared/messages/verdict-badges';

type Sequence = Extract<JudgedEvidence, { kind: 'sequence' }>;

export interface SaidEvidence {
  readonly title: string;
  readonly detail: string;
  readonly note: string;
}

const NO_DECISION = 'No decision by this measure';
const UNDECIDED = 'Not decided yet';
const UNDECIDED_BY_ALL = 'Not decided by these questions';

const NONE: Readonly<
  Record<Extract<JudgedEvidence, { kind: 'none' }>['why'], (measure: string) => Omit<SaidEvidence, 'note'>>
> = {
  'one-system': () => ({ title: 'Nothing to compare', detail: 'Pool two systems or more under Pool and measure.' }),
  'no-range': (measure) => ({
    title: NO_DECISION,
    detail: `${measure} has no highest value, which a confidence sequence needs. Follow another measure.`,
  }),
};

const SEQUENCE = '95 % confidence sequence';

export const saidEvidence = (evidence: JudgedEvidence, measure: string, margin: number): SaidEvidence =>
  evidence.kind === 'none' ? { ...NONE[evidence.why](measure), note: '' } : saidSequence(evidence, measure, margin);

/** Without the names of systems: `Not decided yet · 31 of 225 questions`. */
export function evidenceInBrief(evidence: JudgedEvidence): string {
  if (evidence.kind === 'none') return '';
  const { questions, of } = evidence.counted;
  const open = questions.length === of ? UNDECIDED_BY_ALL : UNDECIDED;
  const title = isDecided(evidence) ? 'Decided' : isEquivalent(evidence) ? 'Equally good' : open;
  return `${title} · ${count(questions.length)} of ${counted(of, 'question')}`;
}

export const isDecided = (evidence: JudgedEvidence): boolean =>
  evidence.kind === 'sequence' && evidence.shown.state.kind === 'decided';

const isEquivalent = ({ shown }: Sequence): boolean => shown.state.kind === 'equivalent';

export const waitingText = ({ counted: { waiting } }: Sequence): string =>
  waiting === 0
    ? ''
    : `${counted(waiting, 'question')} ${plural(waiting, 'is', 'are')} judged already, and ${plural(waiting, 'counts', 'count')} once those before ${plural(waiting, 'it', 'them')} are.`;

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

const READ_ANY_TIME = 'You can stop or go on: reading it at any time is valid.';
const ALL_JUDGED = 'All questions are judged.';

const givenText = (left: number): string =>
  `Questions that came with judgments count. ${counted(left, 'passage')} of theirs ${plural(left, 'is', 'are')} not judged, and ${plural(left, 'counts', 'count')} as not relevant until you judge ${plural(left, 'it', 'them')}.`;

function saidSequence(evidence: Sequence, measure: string, margin: number): SaidEvidence {
  const { counted: of, shown } = evidence;
  const { state, pairs } = shown;
  const questions = `${count(of.questions.length)} of ${counted(of.of, 'question')}`;
  const detail = 'No question counts yet. One counts once all its passages are judged.';
  if (of.questions.length === 0) return { title: UNDECIDED, detail, note: '' };
  const isAll = of.questions.length === of.of;
  const open = isAll ? UNDECIDED_BY_ALL : UNDECIDED;
  const note = of.left > 0 ? givenText(of.left) : isAll ? ALL_JUDGED : READ_ANY_TIME;
  const [pair, ...more] = pairs;
  if (pair && more.length === 0) {
    const shownPair = state.kind === 'decided' && state.best === pair.second ? turned(pair) : pair;
    return {
      title: titleOf(state, shownPair, margin, measure) ?? open,
      detail: `${pairText(shownPair, measure)}, after ${questions}.`,
      note,
    };
  }
  return {
    title: titleOfSeveral(state, margin) ?? open,
    detail: `${severalText(state, pairs, measure)} After ${questions}.`,
    note,
  };
}

function titleOf(state: SequentialState, { first, second, mean }: SequentialPair, margin: number, measure: string) {
  if (state.kind === 'decided')
    return `Decided: ${first} is better than ${second} by ${value(Math.abs(mean), 3)} ${measure}`;
  return state.kind === 'open' ? null : `Equally good within ${marginText(margin)}: ${first} and ${second}`;
}

function titleOfSeveral(state: SequentialState, margin: number): string | null {
  if (state.kind === 'decided') return `Decided: ${state.best} is better than each other system`;
  return state.kind === 'open' ? null : `Equally good within ${marginText(margin)}: ${list(state.best)}`;
}

/** `lsi − bm25 +.012 nDCG@10 (95 % confidence sequence −.010 to +.034)` */
const pairText = ({ first, second, mean, interval }: SequentialPair, measure: string): string =>
  `${first} − ${second} ${difference(mean, 3)} ${measure} (${SEQUENCE} ${interval ? intervalWords(interval) : MISSING})`;

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
