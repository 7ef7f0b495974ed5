import { describeProblem } from '../shared/messages/importing';
import { messageOf } from '../shared/messages/message-of';
import { reportOf } from '../results/report-of';
import { STAGE_TEXTS } from '../shared/messages/run';
import { HitrateError } from '../../contract/errors';
import type { SourceFile } from '../../contract/workers';
import type { ResultRecord } from '../../contract/result';
import { fitSupplied } from '../../domain/dataset/supplied/fit';
import type { ImportedCollection, ImportProblem } from '../../domain/dataset/outcome';
import { parseMeasures } from '../../domain/measures/parse';
import type { Report } from '../../domain/report/report';
import { resultsCsv } from '../../domain/report/results-csv';
import { resultsJson } from '../../domain/report/results-json';
import { tableText } from '../../domain/report/table-text';
import type { ExperimentSpec } from '../../domain/experiment/experiment';
import { readExperiment } from '../../domain/experiment/experiment-file';
import type { ModelCard } from '../../domain/models/card';
import {
  buildExperiment,
  DEFAULT_SETTINGS,
  type Settings,
  type Sources,
  SYSTEM_IDS,
  type SystemId,
} from '../../domain/experiment/settings';
import type { Comparison } from '../../domain/statistics/types';
import { isCompared } from '../../engine/inspect/comparisons';
import type { RunProgress } from '../../engine/kernel/run-types';
import type { Workbench } from '../../engine/workbench';

interface AutomationOptions {
  readonly systems?: readonly string[];
  readonly ks?: readonly number[];
  readonly split?: string;
  /** As typed, separated by commas: `nDCG@10,MAP`. */
  readonly measures?: string;
  readonly relevance?: number;
  readonly missing?: Settings['missing'];
  /** A saved experiment, which is run as it is; no other option applies. */
  readonly experiment?: string;
}

type AutomationOutcome =
  | {
      readonly ok: true;
      readonly warnings: readonly string[];
      readonly files: Readonly<Record<string, string>>;
      readonly table: string;
    }
  | { readonly ok: false; readonly problems: readonly string[] };

/** The app without its screen, for `npm run evaluate`. */
export interface Automation {
  /** @param progress called with lines of text */
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
        if (error instanceof HitrateError) return refused([messageOf(error.problem)]);
        throw error;
      }
    },
  };
}

type Progress = (line: string) => void;

async function evaluate(
  workbench: Workbench,
  files: readonly SourceFile[],
  options: AutomationOptions,
  progress: Progress,
): Promise<AutomationOutcome> {
  const settings = settingsOf(options);
  if (!settings.ok) return refused(settings.problems);
  const { signal } = new AbortController();
  const split = options.split === undefined ? {} : { split: options.split };
  const outcome = await workbench.collections.readFiles(files, { ...split, signal, progress: () => undefined });
  if (!outcome.ok) {
    const more = outcome.more > 0 ? [`… and ${outcome.more} more problems.`] : [];
    return refused([...outcome.problems.map(describeProblem), ...more]);
  }
  if (outcome.kind === 'runs') {
    const names = [...outcome.runs, ...(outcome.supplied ?? [])].map(({ file }) => file).join(', ');
    return refused([`There are ${names}, and no judgments. Name the judgments (qrels) too.`]);
  }
  const collection = await workbench.collections.keep(outcome, outcome.summary.name);
  try {
    const runs = await workbench.runs.external(collection.id);
    const { docs, judgedQueries, judgments } = collection.counts;
    const counted = [`${docs} documents`, `${judgedQueries} judged questions`, `${judgments} judgments`];
    progress(`${collection.name}: ${[...counted, ...(runs.length > 0 ? [`${runs.length} runs`] : [])].join(', ')}`);
    if (docs === 0 && runs.length === 0)
      return refused(['There are judgments, and nothing to evaluate with them: name documents, or runs.']);
    const { languages } = collection.summary;
    const sources = {
      documents: docs > 0,
      languages,
      runs,
      supplied: await workbench.collections.supplied(collection.id),
    };
    const spec = specOf(options, settings.value, await workbench.models.refresh(), sources);
    if (!spec.ok) return refused(spec.problems);
    const result = await workbench.runs.run(collection.id, spec.value, {
      signal,
      progress: (step) => progress(describe(step)),
    });
    const unfit = misfits(outcome);
    const warnings = warningLines([...outcome.warnings, ...unfit].map(describeProblem), result);
    return { ok: true, warnings, ...(await rendered(workbench, result, options, progress)) };
  } finally {
    await workbench.collections.remove(collection.id);
  }
}

type Checked<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problems: readonly string[] };

function specOf(
  { experiment }: AutomationOptions,
  settings: Settings,
  models: readonly ModelCard[],
  sources: Sources,
): Checked<ExperimentSpec> {
  if (experiment === undefined) return { ok: true, value: buildExperiment(settings, models, sources) };
  const read = readExperiment(experiment, models, sources);
  return read.ok
    ? { ok: true, value: read.spec }
    : { ok: false, problems: read.problems.map((each) => `--experiment: ${messageOf(each)}`) };
}

/** Lists are at least as deep as the deepest k. */
function settingsOf(options: AutomationOptions): Checked<Settings> {
  const systems = [...new Set(options.systems ?? DEFAULT_SETTINGS.systems)] as SystemId[];
  const unknown = systems.filter((id) => !SYSTEM_IDS.includes(id));
  if (unknown.length > 0)
    return { ok: false, problems: [`There is no system “${unknown.join('”, “')}”. Known: ${SYSTEM_IDS.join(', ')}.`] };
  const asked = options.measures === undefined ? null : parseMeasures(options.measures);
  if (asked && !asked.ok) return { ok: false, problems: asked.problems.map((each) => messageOf(each)) };
  const cutoffs = asked?.measures.flatMap(({ cutoff }) => cutoff ?? []) ?? [];
  const ks = options.ks ?? (cutoffs.length > 0 ? cutoffs : DEFAULT_SETTINGS.ks);
  const { relevance = DEFAULT_SETTINGS.relevance, missing = DEFAULT_SETTINGS.missing } = options;
  const measures = asked ? { families: [], measures: asked.measures.map(({ text }) => text) } : {};
  const depth = Math.max(DEFAULT_SETTINGS.depth, ...ks, ...cutoffs);
  return { ok: true, value: { ...DEFAULT_SETTINGS, ...measures, systems, ks, depth, relevance, missing } };
}

/** Rewrites and vectors that were left out, since they do not fit the collection. */
function misfits({ dataset, supplied = [] }: ImportedCollection): readonly ImportProblem[] {
  const { docs, queries } = dataset;
  return fitSupplied(supplied, { docs: docs.map(({ id }) => id), queries }).problems;
}

const refused = (problems: readonly string[]): AutomationOutcome => ({ ok: false, problems });

function warningLines(imported: readonly string[], result: ResultRecord): string[] {
  return [...imported, ...result.warnings.map((warning) => messageOf(warning))];
}

/** Columns of the printed table where no measures were named. */
const PRINTED = ['HitRate', 'MRR'];

async function rendered(workbench: Workbench, result: ResultRecord, options: AutomationOptions, progress: Progress) {
  const { ks, measures } = result.spec;
  const comparisons: Comparison[] = [];
  for (const measure of measures.filter(isCompared)) {
    if (result.systems.length > 1) progress(`Comparing systems by ${measure}`);
    comparisons.push(await workbench.inspect.compare(result, measure));
  }
  const report: Report = { ...reportOf(result), comparisons };
  const chosen = options.measures !== undefined || options.experiment !== undefined;
  const shown = chosen ? measures : ks.flatMap((k) => PRINTED.map((name) => `${name}@${k}`));
  return {
    files: { 'results.csv': resultsCsv(report), 'results.json': resultsJson(report) },
    table: tableText(report, shown),
  };
}

function describe({ stages, note }: RunProgress): string {
  const running = stages.filter(({ state }) => state === 'running');
  const counts = running.map(({ stage, done, total, unit }) => `${STAGE_TEXTS[stage].doing} ${done}/${total} ${unit}`);
  return [note && messageOf(note), ...counts].filter(Boolean).join(' · ');
}
