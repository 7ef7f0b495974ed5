import type { ResultRecord } from '../../contract/result';
import { type Baseline, readBaseline } from '../../domain/check/baseline';
import type { ExperimentSpec } from '../../domain/experiment/experiment';
import { type Measure, parseMeasures } from '../../domain/measures/parse';
import { isPaired } from '../../domain/run-comparison/comparability';
import type { Workbench } from '../../workbench/workbench';
import { checkProblemText } from '../shared/messages/check';
import { messageOf } from '../shared/messages/message-of';
import { CommandRefusal } from './command-progress';
import { type CheckFiles, checkFiles, checkLine } from './check-files';

export interface CheckingOptions {
  readonly against?: string;
  /** Measures that are checked, as typed; `nDCG@10` where absent. */
  readonly measure?: string;
  readonly margin?: number | null;
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

const refused = (problems: readonly Parameters<typeof checkProblemText>[0][]): CommandRefusal =>
  new CommandRefusal(problems.map(checkProblemText));

/** Null where no check is asked for. @throws {CommandRefusal} */
export function readChecking({ against, measure = 'nDCG@10', margin = null }: CheckingOptions): Checking | null {
  if (against === undefined) return null;
  const measures = measuresOf(measure);
  const unpaired = measures.filter(({ text }) => !isPaired(text));
  if (unpaired.length > 0)
    throw refused(unpaired.map(({ text }) => ({ code: 'check-measure-not-paired', data: { measure: text } })));
  const read = readBaseline(against);
  if (!read.ok) throw refused(read.problems);
  return { baseline: read.baseline, measures, margin };
}

/** @throws {CommandRefusal} */
export function measuresOf(typed: string): readonly Measure[] {
  const parsed = parseMeasures(typed);
  if (parsed.ok) return parsed.measures;
  throw new CommandRefusal(parsed.problems.map(messageOf));
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
): Promise<Checked> {
  const options = { measures: measures.map(({ text }) => text), margin };
  const outcome = await workbench.inspect.check(result, baseline, options);
  if (!outcome.ok) throw refused(outcome.problems);
  const { check } = outcome;
  return { failed: check.failed, line: checkLine(check), ...checkFiles(check) };
}
