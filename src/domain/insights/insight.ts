import type { Problem } from '../../base/problem';
import type { PreviousStage } from '../experiment/parts';
import type { ReportedDimension, SliceFinding, SliceReport } from '../slices/report';
import type { SliceLabel } from '../slices/dimension';
import type { Evidence } from '../slices/slice-tests';
import type { Comparison, Interval } from '../statistics/types';

export interface QuestionShare {
  readonly count: number;
  readonly of: number;
  readonly ci95: Interval;
}

export interface StageEffect {
  readonly system: string;
  readonly reference: string;
  readonly part: PreviousStage['part'];
  readonly measure: string;
  readonly difference: number;
  readonly ci95: Interval | null;
  readonly p: number | null;
  readonly stages: number;
  readonly evidence: Evidence | 'none';
}

export interface InsightData {
  slice: {
    readonly measure: string;
    readonly dimension: Pick<ReportedDimension, 'id' | 'kind' | 'field'>;
    readonly finding: SliceFinding;
    readonly labels: readonly { readonly slice: string; readonly label: SliceLabel }[];
    readonly part: PreviousStage['part'] | null;
    readonly dimensions: number;
  };
  stage: StageEffect;
  'missed-by-all': {
    readonly k: number;
    readonly systems: number;
    readonly share: QuestionShare;
    readonly nowhere: number;
  };
  'missed-by-best': {
    readonly k: number;
    readonly best: string;
    readonly share: QuestionShare;
    readonly finder: { readonly system: string; readonly count: number };
  };
  perfect: { readonly measure: string; readonly systems: number; readonly share: QuestionShare };
}

export type Insight = Problem<InsightData> & { readonly questions: readonly number[] };

export interface InsightsInput {
  readonly measure: string;
  readonly k: number;
  readonly systems: readonly {
    readonly id: string;
    readonly values: ArrayLike<number>;
    readonly firstRelevant: ArrayLike<number>;
  }[];
  readonly best: string;
  readonly previous: readonly (PreviousStage | null)[];
  readonly comparison: Comparison | null;
  readonly slices: SliceReport | null;
}
