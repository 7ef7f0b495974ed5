import type { ResultRecord } from '../../contract/result';
import type { Json } from '../../base/types';
import type { Baseline } from '../../domain/check/baseline';
import { type Check, type CheckProblem, planCheck, type RunHashes } from '../../domain/check/check';
import { DEFAULT_RESAMPLES, DEFAULT_SEED } from '../../domain/statistics/defaults';
import type { Ports } from '../kernel/ports';

export interface CheckOptions {
  readonly measures: readonly string[];
  /** The largest loss that is accepted; null where every loss that is shown is one too many. */
  readonly margin: number | null;
}

export type CheckOutcome =
  { readonly ok: true; readonly check: Check } | { readonly ok: false; readonly problems: readonly CheckProblem[] };

export async function checkResult(
  ports: Ports,
  result: ResultRecord,
  baseline: Baseline,
  { measures, margin }: CheckOptions,
  signal?: AbortSignal,
): Promise<CheckOutcome> {
  const planned = planCheck(baseline, result, hashesOf(result.manifest), measures);
  if (!planned.ok) return planned;
  const { rows, ...plan } = planned.plan;
  const tests = await ports.statistics
    .with(signal)
    .lossTests({ rows, margin, seed: DEFAULT_SEED, resamples: DEFAULT_RESAMPLES });
  return { ok: true, check: { ...plan, margin, tests, failed: tests.some(({ failed }) => failed) } };
}

function hashesOf(manifest: Json): RunHashes {
  const { collection = {} } = manifest as { readonly collection?: Partial<Record<keyof RunHashes, string>> };
  const { questionsHash = null, judgmentsHash = null, corpusHash = null } = collection;
  return { questionsHash, judgmentsHash, corpusHash };
}
