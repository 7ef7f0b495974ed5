import type { JudgingAct } from '../act';
import { judgesAgreement } from './agreement';
import type { Judges } from './judges';
import { judgedByMany } from './opinions';
import type { MergeRule } from './rules';

/** What the judgments of a run were merged from, without names: it goes out with results. */
export interface MergeSummary {
  readonly judges: number;
  readonly rule: MergeRule;
  readonly own: Judges['own'];
  /** Places that judges of files graded, and those with the grades of two or more. */
  readonly places: number;
  readonly judgedTwice: number;
  /** Krippendorff's α, ordinal, with its 95 % interval; null where it is not defined. */
  readonly alpha: number | null;
  readonly interval: readonly [number, number] | null;
}

/** Null where no judge came from a file. */
export function mergeSummary(judges: Judges | null, acts: readonly JudgingAct[]): MergeSummary | null {
  if (!judges || judges.judges.length === 0) return null;
  const places = judgedByMany(judges, acts);
  const { places: judgedTwice, alphas } = judgesAgreement(places.values());
  const { rule, own } = judges;
  return { judges: judges.judges.length, rule, own, places: places.size, judgedTwice, ...alphas.ordinal };
}
