import type { OngoingJudging } from '../../../domain/evidence/counted';
import type { EstimateKind } from '../../../domain/evidence/passage-sample';
import type { SampledFigures } from '../../../domain/evidence/sampled-columns';
import type { JudgingQueue } from '../../../domain/judging/plan';
import { measureOf } from '../../../domain/measures/parse';
import { count, counted, list } from '../format';

export const GRADE_MEANINGS = ['not relevant', 'touches it', 'helps to answer', 'answers it'] as const;

const CAVEATS: Readonly<Record<JudgingQueue, (complete: number, of: number) => string>> = {
  questions: (complete, of) =>
    `Estimates: ${count(complete)} of ${counted(of, 'question')} ${complete === 1 ? 'is' : 'are'} judged completely, in random order. Only these count. Intervals and tests other than those of the verdict hold for one look, not for repeated looks while you judge.`,
  passages: (complete, of) =>
    `Incomplete figures: a sample of the passages is judged for ${count(complete)} of ${counted(of, 'question')}. Unjudged passages count as not relevant here, which biases every figure. Unbiased estimates are on the judging screen.`,
  informative: (complete, of) =>
    `Incomplete figures: ${count(complete)} of ${counted(of, 'question')} ${complete === 1 ? 'is' : 'are'} judged completely, the most informative passages first. Unjudged passages count as not relevant, which biases every difference. Bounds are on the judging screen.`,
};

export const ongoingJudgingText = ({ queue, complete, of, sample }: OngoingJudging): string =>
  sample ? sampledText(complete, of, sample) : CAVEATS[queue](complete, of);

function sampledText(complete: number, of: number, { passages, kinds }: SampledFigures): string {
  const named = (wanted: EstimateKind | null): string[] =>
    Object.entries(kinds).flatMap(([measure, kind]) => (kind === wanted ? [measure] : []));
  const sentences = [
    `Estimates from ${counted(passages, 'sampled passage')} per question: those of ${count(complete)} of ${counted(of, 'question')} are judged, in random order.`,
    ...about(named('unbiased'), (measures) => `Unbiased: ${measures}.`),
    ...about(named('ratio'), (measures) => `Ratio estimates, biased for few judgments: ${measures}.`),
    ...about(named(null), (measures) => `Without a figure, since this sample cannot estimate them: ${measures}.`),
    'Systems with passages that could not be drawn have no figures. Intervals and tests other than those of the verdict hold for one look, not for repeated looks while you judge.',
  ];
  return sentences.join(' ');
}

const about = (measures: readonly string[], text: (measures: string) => string): string[] =>
  measures.length === 0 ? [] : [text(list(measures))];

/** `84 of 225 questions judged` */
const judgedSoFar = ({ complete, of }: OngoingJudging): string =>
  `${count(complete)} of ${counted(of, 'question')} judged`;

export const ESTIMATES: Readonly<Record<EstimateKind, string>> = {
  unbiased: 'estimate',
  ratio: 'ratio estimate, biased for few judgments',
};

/** What stands beside a measure; empty for figures that are no estimates of sampled passages. */
export function estimateNote(judging: OngoingJudging | undefined, measure: string): string {
  const { sample } = judging ?? {};
  if (!sample) return '';
  const kind = sample.kinds[measure];
  return kind ? ESTIMATES[kind] : 'a sample of passages cannot estimate it';
}

/**
 * What the tables and charts of such a run are headed by; null for figures that are complete.
 *
 * @param measure that all of its figures are of; null where they are of several
 */
export function estimateMark(judging: OngoingJudging | undefined, measure: string | null = null): string | null {
  if (!judging) return null;
  const { queue, sample } = judging;
  if (sample)
    return `${measure !== null && sample.kinds[measure] === 'ratio' ? 'Ratio estimate' : 'Estimate'} · ${judgedSoFar(judging)}`;
  return queue === 'questions' ? `Estimate · ${judgedSoFar(judging)}` : `Incomplete · ${judgedSoFar(judging)}`;
}

/** What a comparison by estimates is of: where the measure is a ratio of them, the sum that it divides. */
export function decidingName(estimate: EstimateKind | null | undefined, measure: string): string {
  if (estimate !== 'ratio') return measure;
  const { name, cutoff } = measureOf(measure);
  if (name === 'nDCG' || name === 'nDCGexp') return `${name.slice(1)}@${cutoff}`;
  // Of average precision a passage counts at its own rank and at those behind it.
  return name === 'MAP' || name === 'MAPmin' ? `rank-weighted P@${cutoff}` : `P@${cutoff}`;
}
