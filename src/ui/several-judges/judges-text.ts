import type { Judges, MergeRule, OpinionSource } from '../../domain/judging/judges';
import type { JudgesAgreement } from '../../domain/judging/judges-agreement';
import type { GradeScale } from '../../domain/statistics/inter-rater';
import { counted, fixed, intervalWords } from '../shared/format';

export const RULE_TEXTS: Readonly<Record<MergeRule, { readonly name: string; readonly about: string }>> = {
  'majority-lower': {
    name: 'Majority, ties to the lower grade',
    about: 'The grade that most judges gave; of equally frequent grades the lowest.',
  },
  'majority-higher': {
    name: 'Majority, ties to the higher grade',
    about: 'The grade that most judges gave; of equally frequent grades the highest.',
  },
  median: { name: 'Median', about: 'The middle grade; of two in the middle the lower.' },
  mean: { name: 'Mean', about: 'The mean; of whole grades rounded to the nearest, and halves go up.' },
  highest: { name: 'Highest', about: 'The highest grade: relevant where one judge says so.' },
  lowest: { name: 'Lowest', about: 'The lowest grade: relevant where all judges say so.' },
  first: { name: 'First judge', about: 'The grade of the first judge in the order below who judged the passage.' },
};

export const SCALE_TEXTS: Readonly<Record<GradeScale, { readonly name: string; readonly about: string }>> = {
  ordinal: { name: 'Ordinal', about: 'grades are ranks; a 3 and a 0 differ more than a 3 and a 2' },
  nominal: { name: 'Nominal', about: 'any two different grades differ alike' },
  interval: { name: 'Interval', about: 'grades are numbers; squared distances' },
};

export const sourceName = (source: OpinionSource): string =>
  typeof source === 'object' ? source.judge : source === 'you' ? 'You' : 'Collection';

/** The bounds that Krippendorff gives: from the first on he relies on data, from the second on for tentative conclusions. */
const RELIABLE = 0.8;
const TENTATIVE = 0.667;

export function agreementAnswer(agreement: JudgesAgreement): { readonly answer: string; readonly reading: string } {
  const { places, questions, sources, same, alphas } = agreement;
  if (places === 0)
    return {
      answer: 'No passage has grades of two judges',
      reading: 'Agreement can be computed once two judged the same.',
    };
  const of = `${counted(places, 'passage')} of ${counted(questions, 'question')}, judged by two or more of ${sources.length} judges`;
  const { alpha, interval } = alphas.ordinal;
  if (alpha === null)
    return { answer: 'The judges agree on everything', reading: `All ${of} have one grade: α is not defined.` };
  const within = interval ? ` 95 % interval ${intervalWords(interval, 2)}.` : '';
  return {
    answer: `The judges’ agreement is α = ${fixed(alpha, 2)} (ordinal)`,
    reading: `${of}; all the same on ${same}.${within} ${boundText(alpha, interval)}`,
  };
}

function boundText(alpha: number, interval: readonly [number, number] | null): string {
  const [low, high] = (interval ?? [alpha, alpha]).map(rangeOf) as [number, number];
  if (low !== high) return `The interval is too wide for a verdict: more passages that two people judge narrow it.`;
  return RANGES[low]!;
}

const rangeOf = (alpha: number): number => (alpha >= RELIABLE ? 2 : alpha >= TENTATIVE ? 1 : 0);

const RANGES = [
  'This is below .667, under which Krippendorff draws no conclusions.',
  'This is where Krippendorff draws tentative conclusions only (α from .667 to .800).',
  'This is where Krippendorff relies on data (α from .800).',
];

export function mergedText(judges: number, rule: MergeRule, own: Judges['own']): string {
  const yours =
    own === 'decides' ? 'grades given in the app decide' : 'grades given in the app count as one more judge';
  return `Judgments are merged from ${counted(judges, 'judge')} by the rule “${RULE_TEXTS[rule].name}”; ${yours}.`;
}
