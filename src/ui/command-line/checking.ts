import type { ResultRecord } from '../../contract/result';
import { type Baseline, readBaseline } from '../../domain/check/baseline';
import type { ExperimentSpec } from '../../domain/experiment/experiment';
import { type Measure, parseMeasures } from '../../domain/measures/parse';
import { isPaired } from '../../domain/run-comparison/comparability';
import type { Workbench } from '../../workbench/workbench';
import { checkProblemText } from '../shared/messages/check';
import { messageOf } from '../shared/messages/message-of';
import { type CheckFiles, checkFiles, checkLine } from './check-files';

export interface CheckingOptions {
  readonly against?: string;
  /** Measures that are checked, as typed; `nDCG@10` where absent. */
  readonly measure?: string;
  readonly margin?: number;
}

export interface Checking {
  readonly baseline: Baseline;
  readonly measures: readonly Measure[];
  readonly margin: number | null;
}

export interface Checked extends CheckFiles {
  readonly failed: boolean;
  readonly line: string;
}

export type CommandOutcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly string[] };

/** @returns a value of null where no check is asked for */
export function readChecking({
  against,
  measure = 'nDCG@10',
  margin,
}: CheckingOptions): CommandOutcome<Checking | null> {
  if (against === undefined) return { ok: true, value: null };
  const parsed = parseMeasures(measure);
  if (!parsed.ok) return { ok: false, problems: parsed.problems.map(messageOf) };
  const unpaired = parsed.measures.filter(({ text }) => !isPaired(text));
  if (unpaired.length > 0) {
    const problems = unpaired.map(
      ({ text }) => ({ code: 'check-measure-not-paired', data: { measure: text } }) as const,
    );
    return { ok: false, problems: problems.map(checkProblemText) };
  }
  const read = readBaseline(against);
  if (!read.ok) return { ok: false, problems: read.problems.map(checkProblemText) };
  return { ok: true, value: { baseline: read.baseline, measures: parsed.measures, margin: margin ?? null } };
}

/** With the measures that are checked. An experiment from a file is run as it is. */
export function withChecked(spec: ExperimentSpec, checking: Checking | null): ExperimentSpec {
  const texts = checking?.measures.map(({ text }) => text) ?? [];
  return { ...spec, measures: [...new Set([...spec.measures, ...texts])] };
}

export async function checked(
  workbench: Pick<Workbench, 'inspect'>,
  result: ResultRecord,
  { baseline, measures, margin }: Checking,
): Promise<CommandOutcome<Checked>> {
  const options = { measures: measures.map(({ text }) => text), margin };
  const outcome = await workbench.inspect.check(result, baseline, options);
  if (!outcome.ok) return { ok: false, problems: outcome.problems.map(checkProblemText) };
  const { check } = outcome;
  return { ok: true, value: { failed: check.failed, line: checkLine(check), ...checkFiles(check) } };
}
