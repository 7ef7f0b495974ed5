import type { DocId, Qrels, QueryId, QuestionOrigin, Requirements } from '../../base/types';
import type { OngoingJudging } from '../evidence/counted';
import type { Prediction } from '../planning/planning';
import type { PackedRankings } from '../run/packed';
import type { Interval } from '../statistics/types';
import { differenceIntervals, type Sampling, testDifference } from '../statistics/compare';
import { holm } from '../statistics/multiplicity';
import { ALPHA } from '../statistics/paired';

export interface VerdictSystem {
  readonly id: string;
  readonly values: Float64Array;
  readonly latency: number | null;
  readonly ties: { readonly low: number; readonly high: number } | null;
  readonly unjudged: number | null;
}

export interface JudgedLists {
  readonly queries: readonly QueryId[];
  readonly docs: readonly DocId[];
  readonly lists: readonly Pick<PackedRankings, 'offsets' | 'docs'>[];
  readonly truthOf: readonly number[];
  readonly truths: readonly { readonly qrels: Qrels; readonly requirements: Requirements }[];
  readonly relevance: number;
  readonly maxGrade: number;
}

export interface SampledQuestions extends OngoingJudging {
  readonly order: readonly number[];
}

export interface VerdictInput {
  readonly measure: string;
  readonly systems: readonly VerdictSystem[];
  readonly baseline: string | null;
  readonly margin: number;
  readonly origins: readonly (QuestionOrigin | null)[];
  readonly k: number;
  readonly judged: JudgedLists | null;
  readonly judging?: SampledQuestions;
  readonly seed: number;
  readonly resamples: number;
}

export interface PairedTest {
  readonly difference: number;
  /** BCa, or percentile where that is not defined; a confidence sequence where the test is `anytime`. */
  readonly interval: Interval | null;
  readonly p: number | null;
  readonly holm: number | null;
  readonly comparisons: number;
  readonly finding: 'better' | 'worse' | 'open';
  readonly anytime?: true;
}

export interface SystemStanding {
  readonly system: string;
  readonly mean: number;
  readonly latency: number | null;
  readonly toBest: Interval;
  readonly candidate: boolean;
  readonly withinMargin: boolean;
}

export interface SlowerSystem {
  readonly system: string;
  readonly latency: number;
  readonly times: number;
  readonly test: PairedTest;
}

export interface Recommendation {
  readonly system: string;
  readonly latency: number | null;
  readonly reason: 'highest' | 'cheaper';
  readonly slower: readonly SlowerSystem[];
}

type BadgeState = 'ok' | 'amber';

export interface QuestionsBadge {
  readonly state: BadgeState;
  readonly questions: number;
  readonly detectable: number | null;
  readonly planned: PlannedQuestions | null;
  readonly causes: readonly QuestionsCause[];
  readonly generated: number;
  readonly reversedBy: readonly string[];
}

export interface PlannedQuestions extends Prediction {
  readonly system: string;
}

export type QuestionsCause = 'few' | 'all-generated' | 'origins';

export interface JudgmentsBadge {
  readonly state: BadgeState;
  readonly k: number;
  readonly unjudged: number | null;
  readonly cause: 'bounds' | 'unbounded' | null;
  /** In the order of the systems. */
  readonly rivals: readonly { readonly system: string; readonly ahead: number }[];
  readonly alone: readonly { readonly system: string; readonly test: PairedTest }[];
}

export type SaturationCause = 'ties' | 'few-differ' | 'ceiling' | 'floor' | 'undetectable';

export interface SaturationBadge {
  readonly state: BadgeState;
  readonly questions: number;
  readonly differing: number;
  readonly causes: readonly SaturationCause[];
  readonly further: number | null;
  readonly tied: readonly string[];
}

export interface Badges {
  readonly questions: QuestionsBadge;
  readonly judgments: JudgmentsBadge;
  readonly saturation: SaturationBadge;
}

interface VerdictBasis extends Pick<VerdictInput, 'measure' | 'margin' | 'baseline'> {
  readonly better: 'higher' | 'lower';
  readonly questions: number;
  readonly judging?: OngoingJudging;
}

export interface ComparedVerdict extends VerdictBasis {
  /** `equivalent`: several may be the best, all within the margin; `tie`: not shown; `identical`: same values. */
  readonly kind: 'winner' | 'equivalent' | 'tie' | 'identical';
  readonly systems: readonly SystemStanding[];
  readonly best: readonly string[];
  readonly recommended: Recommendation;
  readonly gain: PairedTest | null;
  readonly badges: Badges;
}

interface SingleVerdict extends VerdictBasis, Pick<SystemStanding, 'system' | 'mean' | 'latency'> {
  readonly kind: 'single';
}

export interface NoVerdict extends VerdictBasis {
  readonly kind: 'none';
  /** `unbounded`: judging is not done, and the measure has no range. */
  readonly reason: 'systems' | 'questions' | 'shared' | 'direction' | 'unbounded';
}

export type Verdict = ComparedVerdict | SingleVerdict | NoVerdict;

export type Against = readonly [system: number, other: number];

export function pairedTests(sampling: Sampling, pairs: readonly Against[]): PairedTest[] {
  const tested = pairs.map((pair) => {
    const shared = sampling.sharedBy(pair);
    const { bca, percentile } = differenceIntervals(shared);
    const difference = ((shared.sums[0]! - shared.sums[1]!) * shared.unit) / shared.questions;
    return { difference, interval: bca ?? percentile, p: testDifference(shared).p };
  });
  const corrected = holm(tested.map(({ p }) => p));
  return tested.map((each, i) => ({
    ...each,
    holm: corrected[i]!,
    comparisons: pairs.length,
    finding: findingOf(each.difference, corrected[i]!),
  }));
}

function findingOf(difference: number, p: number | null): PairedTest['finding'] {
  if (p === null || p >= ALPHA || difference === 0) return 'open';
  return difference > 0 ? 'better' : 'worse';
}
