import type { Problem } from '../../base/problem';
import type { PreviousStage } from '../experiment/parts';
import type { ReportedDimension, SliceFinding, SliceReport } from '../slices/report';
import type { SliceLabel } from '../slices/dimension';
import type { Evidence } from '../slices/slice-tests';
import type { Comparison, Interval } from '../statistics/types';

/** A share of the questions, with its Wilson interval. */
export interface QuestionShare {
  readonly count: number;
  readonly of: number;
  readonly ci95: Interval;
}

/** What a stage changes in the mean of a measure, over all questions. */
export interface StageEffect {
  readonly system: string;
  readonly reference: string;
  readonly part: PreviousStage['part'];
  readonly measure: string;
  readonly difference: number;
  /** 95 %, BCa where it is defined. */
  readonly ci95: Interval | null;
  /** Paired randomisation test, corrected by Holm for the number of stages. */
  readonly p: number | null;
  readonly stages: number;
  readonly evidence: Evidence | 'none';
}

export interface InsightData {
  /** Two systems differ otherwise in a slice than in the other questions. */
  slice: {
    readonly measure: string;
    readonly dimension: Pick<ReportedDimension, 'id' | 'kind' | 'field'>;
    readonly finding: SliceFinding;
    readonly labels: readonly { readonly slice: string; readonly label: SliceLabel }[];
    /** The stage that distinguishes the systems; null where one is the best of all. */
    readonly part: PreviousStage['part'] | null;
    readonly dimensions: number;
  };
  stage: StageEffect;
  /** No system has a relevant passage within the first k; `nowhere` of them have none in any list. */
  'missed-by-all': {
    readonly k: number;
    readonly systems: number;
    readonly share: QuestionShare;
    readonly nowhere: number;
  };
  /** The best system has no relevant passage within the first k, and another one has. */
  'missed-by-best': {
    readonly k: number;
    readonly best: string;
    readonly share: QuestionShare;
    /** The system that finds most of them, and how many. */
    readonly finder: { readonly system: string; readonly count: number };
  };
  /** Every system has the highest value: they do not distinguish systems. */
  perfect: { readonly measure: string; readonly systems: number; readonly share: QuestionShare };
}

/** A computed sentence, as a code with data, and the questions that it is about: positions in the result. */
export type Insight = Problem<InsightData> & { readonly questions: readonly number[] };

export interface InsightsInput {
  readonly measure: string;
  readonly k: number;
  /** Of a result: its systems, values of the measure by question, and the rank of the first relevant passage, 0 for none. */
  readonly systems: readonly {
    readonly id: string;
    readonly values: ArrayLike<number>;
    readonly firstRelevant: ArrayLike<number>;
  }[];
  readonly best: string;
  /** By system, in the same order. */
  readonly previous: readonly (PreviousStage | null)[];
  /** Null while they are computed. */
  readonly comparison: Comparison | null;
  readonly slices: SliceReport | null;
}
