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
  /** By question, in the unit of the measure; NaN where the question is left out. */
  readonly values: Float64Array;
  /** Median time of a question in milliseconds; null where it is not known, as of an external run. */
  readonly latency: number | null;
  /** Lowest and highest mean under other orders of equal scores; null where no tie decides the measure. */
  readonly ties: { readonly low: number; readonly high: number } | null;
  /** Share of unjudged passages among the first k, 0 to 1; null where it was not counted. */
  readonly unjudged: number | null;
}

/** The first passages of every system with their judgments. */
export interface JudgedLists {
  readonly queries: readonly QueryId[];
  /** What lists name by position. */
  readonly docs: readonly DocId[];
  /** A list a question, in the order of the systems. */
  readonly lists: readonly Pick<PackedRankings, 'offsets' | 'docs'>[];
  readonly truthOf: readonly number[];
  /** One for each chunking. */
  readonly truths: readonly { readonly qrels: Qrels; readonly requirements: Requirements }[];
  /** Lowest grade that counts as relevant. */
  readonly relevance: number;
  /** Highest grade of the scale. */
  readonly maxGrade: number;
}

/** Judging is not done: the questions are those that are complete. */
export interface SampledQuestions extends OngoingJudging {
  /** Positions of the questions in the order in which they are judged. */
  readonly order: readonly number[];
}

export interface VerdictInput {
  /** Canonical text of a measure whose aggregate is a mean. */
  readonly measure: string;
  readonly systems: readonly VerdictSystem[];
  /** Id of the system that others are held against; null for none. */
  readonly baseline: string | null;
  /** The smallest difference that matters, in the unit of the measure. */
  readonly margin: number;
  /** By question; null where it is not known. */
  readonly origins: readonly (QuestionOrigin | null)[];
  /** The k at which `unjudged` counts. */
  readonly k: number;
  /** Null where the kept lists are too short for the measure. */
  readonly judged: JudgedLists | null;
  /** Absent where all questions are judged. */
  readonly judging?: SampledQuestions;
  readonly seed: number;
  readonly resamples: number;
}

export interface PairedTest {
  readonly difference: number;
  /**
   * 95 % bootstrap interval (BCa, or percentile where BCa is not defined); null where there is nothing to resample. A
   * confidence sequence where the test is `anytime`.
   */
  readonly interval: Interval | null;
  readonly p: number | null;
  /** The same by Holm, over all `comparisons` of its kind. */
  readonly holm: number | null;
  readonly comparisons: number;
  /** What the corrected p, or the confidence sequence, supports at α = .05. */
  readonly finding: 'better' | 'worse' | 'open';
  /** It holds at every look while questions are judged. There is no p: the interval is corrected for all comparisons. */
  readonly anytime?: true;
}

export interface SystemStanding {
  readonly system: string;
  /** Over the questions that all systems have, in the unit of the measure. */
  readonly mean: number;
  readonly latency: number | null;
  /** Its mean − the best mean of the others, as an advantage, with simultaneous confidence (see `compareWithBest`). */
  readonly toBest: Interval;
  /** Whether it may be the best. */
  readonly candidate: boolean;
  /** Whether it is shown to be within the margin of the best. */
  readonly withinMargin: boolean;
}

/** A system that takes materially longer than the one recommended, and may be better or equally good. */
export interface SlowerSystem {
  readonly system: string;
  readonly latency: number;
  readonly times: number;
  /** Slower − recommended. */
  readonly test: PairedTest;
}

export interface Recommendation {
  readonly system: string;
  readonly latency: number | null;
  /** `highest`: of the highest mean. `cheaper`: those of a higher mean take materially longer. */
  readonly reason: 'highest' | 'cheaper';
  readonly slower: readonly SlowerSystem[];
}

type BadgeState = 'ok' | 'amber';

export interface QuestionsBadge {
  readonly state: BadgeState;
  readonly questions: number;
  /** The smallest difference of a system to the recommended one that is found with 80 % power; null without spread, and while questions are judged. */
  readonly detectable: number | null;
  /**
   * Questions that the margin takes; null for a margin of 0, for too few questions to predict it from, and where no other
   * system may be the best.
   */
  readonly planned: PlannedQuestions | null;
  readonly causes: readonly QuestionsCause[];
  readonly generated: number;
  /** Systems ahead by more than the margin on the other questions. */
  readonly reversedBy: readonly string[];
}

/** How many questions the tests of the verdict take to find the margin: read once, or at every look while judging. */
export interface PlannedQuestions extends Prediction {
  /** Of those that may be the best, the one whose differences to the recommended system have the widest spread. */
  readonly system: string;
}

export type QuestionsCause = 'few' | 'all-generated' | 'origins';

/** A system that could be ahead of the recommended one by more than the margin. */
interface UnjudgedRival {
  readonly system: string;
  /** Its advantage over the recommended one under judgments of unjudged passages that favour it; more than the margin. */
  readonly ahead: number;
}

export interface JudgmentsBadge {
  readonly state: BadgeState;
  readonly k: number;
  readonly unjudged: number | null;
  /**
   * `bounds`: by other judgments of unjudged passages. `unbounded`: what they could do is not known.
   */
  readonly cause: 'bounds' | 'unbounded' | null;
  /** In the order of the systems. */
  readonly rivals: readonly UnjudgedRival[];
  /** On the judged passages of the kept lists alone, recommended − system; none without lists. */
  readonly alone: readonly { readonly system: string; readonly test: PairedTest }[];
}

export type SaturationCause = 'ties' | 'few-differ' | 'ceiling' | 'floor' | 'undetectable';

export interface SaturationBadge {
  readonly state: BadgeState;
  readonly questions: number;
  /** Questions on which systems do not all have the same value. */
  readonly differing: number;
  readonly causes: readonly SaturationCause[];
  /** Questions to write or judge before the margin could be found between any two systems; null where it can be now. */
  readonly further: number | null;
  /** Systems that another order of equal scores could put ahead by more than the margin. */
  readonly tied: readonly string[];
}

export interface Badges {
  readonly questions: QuestionsBadge;
  readonly judgments: JudgmentsBadge;
  readonly saturation: SaturationBadge;
}

interface VerdictBasis {
  readonly measure: string;
  readonly better: 'higher' | 'lower';
  readonly margin: number;
  readonly questions: number;
  readonly baseline: string | null;
  /** Absent where all questions are judged. */
  readonly judging?: OngoingJudging;
}

/** More than one system on shared questions. */
export interface ComparedVerdict extends VerdictBasis {
  /**
   * `winner`: one system is better than every other. `equivalent`: several may be the best, all of them shown to be
   * within the margin of it. `tie`: several may be the best, and that is not shown. `identical`: all systems have the
   * same value for every question.
   */
  readonly kind: 'winner' | 'equivalent' | 'tie' | 'identical';
  /** Best first. */
  readonly systems: readonly SystemStanding[];
  /** Those that may be the best, best first; one for a winner. */
  readonly best: readonly string[];
  readonly recommended: Recommendation;
  /** Recommended − baseline; null where that is the recommended one, or there is none. */
  readonly gain: PairedTest | null;
  readonly badges: Badges;
}

interface SingleVerdict extends VerdictBasis {
  readonly kind: 'single';
  readonly system: string;
  readonly mean: number;
  readonly latency: number | null;
}

export interface NoVerdict extends VerdictBasis {
  readonly kind: 'none';
  /**
   * `questions`: fewer than two have a value. `shared`: fewer than two have one for every system. `unbounded`: judging is
   * not done, and values of the measure have no range.
   */
  readonly reason: 'systems' | 'questions' | 'shared' | 'direction' | 'unbounded';
}

export type Verdict = ComparedVerdict | SingleVerdict | NoVerdict;

/** A system against another, by position. */
export type Against = readonly [system: number, other: number];

/** Tests of one family: p is corrected by Holm over all of them. Signs: system − other. */
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
