import { HitrateError } from '../contract/errors';
import type { SourceFile } from '../contract/importer';
import type { ResultRecord } from '../contract/result';
import { describeProblem } from '../domain/dataset/outcome';
import { resultsCsv } from '../domain/report/results-csv';
import { resultsJson } from '../domain/report/results-json';
import { tableText } from '../domain/report/table-text';
import { buildExperiment, DEFAULT_SETTINGS, type Settings, SYSTEM_IDS, type SystemId } from '../domain/spec/settings';
import type { RunProgress } from './types';
import type { Workbench } from './workbench';

/** What the command line may choose. */
export interface AutomationOptions {
  readonly systems?: readonly string[];
  readonly ks?: readonly number[];
  readonly split?: string;
}

export type AutomationOutcome =
  | {
      readonly ok: true;
      readonly warnings: readonly string[];
      readonly files: Readonly<Record<string, string>>;
      readonly table: string;
    }
  | { readonly ok: false; readonly problems: readonly string[] };

/** The app without its screen: the same import and the same engine, for `npm run evaluate`. */
export interface Automation {
  /** @param progress called with a line of text whenever there is something to tell */
  evaluate(
    files: readonly SourceFile[],
    options: AutomationOptions,
    progress: (line: string) => void,
  ): Promise<AutomationOutcome>;
}

export function createAutomation(workbench: Workbench): Automation {
  return {
    async evaluate(files, options, progress) {
      try {
        return await evaluate(workbench, files, options, progress);
      } catch (error) {
        // What can be expected is told in its own words; a bug is thrown.
        if (error instanceof HitrateError) return refused([error.message]);
        throw error;
      }
    },
  };
}

async function evaluate(
  workbench: Workbench,
  files: readonly SourceFile[],
  options: AutomationOptions,
  progress: (line: string) => void,
): Promise<AutomationOutcome> {
  const unknown = (options.systems ?? []).filter((id) => !SYSTEM_IDS.some((known) => known === id));
  if (unknown.length > 0)
    return refused([`There is no system “${unknown.join('”, “')}”. Known: ${SYSTEM_IDS.join(', ')}.`]);
  const spec = buildExperiment(settingsOf(options), workbench.models);
  const { signal } = new AbortController();
  const split = options.split === undefined ? {} : { split: options.split };
  const outcome = await workbench.readFiles(files, { ...split, signal, progress: () => undefined });
  if (!outcome.ok) {
    const more = outcome.more > 0 ? [`… and ${outcome.more} more problems.`] : [];
    return refused([...outcome.problems.map(describeProblem), ...more]);
  }
  const collection = await workbench.keep(outcome, outcome.summary.name);
  const { docs, judgedQueries, judgments } = collection.counts;
  progress(`${collection.name}: ${docs} documents, ${judgedQueries} judged questions, ${judgments} judgments`);
  try {
    const result = await workbench.run(collection.id, spec, { signal, progress: (step) => progress(describe(step)) });
    const warnings = warningLines(outcome.warnings.map(describeProblem), result);
    return { ok: true, warnings, ...rendered(result) };
  } finally {
    await workbench.remove(collection.id);
  }
}

/** Lists are as deep as the deepest k asks for, where that is deeper than usual. */
function settingsOf(options: AutomationOptions): Settings {
  const ks = options.ks ?? DEFAULT_SETTINGS.ks;
  const systems = (options.systems as SystemId[] | undefined) ?? DEFAULT_SETTINGS.systems;
  return { ...DEFAULT_SETTINGS, systems: [...new Set(systems)], ks, depth: Math.max(DEFAULT_SETTINGS.depth, ...ks) };
}

const refused = (problems: readonly string[]): AutomationOutcome => ({ ok: false, problems });

function warningLines(imported: readonly string[], result: ResultRecord): string[] {
  return [...imported, ...result.warnings.map(({ message }) => message)];
}

function rendered(result: ResultRecord) {
  const report = { ...result, ks: result.spec.ks };
  return {
    files: { 'results.csv': resultsCsv(report), 'results.json': resultsJson(report) },
    table: tableText(report),
  };
}

function describe({ stages, note }: RunProgress): string {
  const running = stages.filter(({ state }) => state === 'running');
  const counts = running.map(({ label, done, total, unit }) => `${label} ${done}/${total} ${unit}`);
  return [note, ...counts].filter(Boolean).join(' · ');
}
