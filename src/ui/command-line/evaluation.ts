import { baseName, extensionOf } from '../../base/paths';
import type { Mappings } from '../../domain/dataset/roles/with-roles';
import { judgesPlaces, usualRelevance } from '../../domain/run/judgments';
import type { ResultRecord } from '../../contract/result';
import type { Json } from '../../base/types';
import type { Report } from '../../domain/report/report';
import { resultsCsv } from '../../domain/report/results-csv';
import { resultsJsonPieces } from '../../domain/report/results-json';
import { tableText } from '../../domain/report/table-text';
import type { Comparison } from '../../domain/statistics/types';
import { isCompared } from '../../workbench/inspect/comparisons';
import type { Workbench } from '../../workbench/workbench';
import { reportFile } from '../report/report-file';
import { reportOf } from '../results/report-of';
import { counted } from '../shared/format';
import { describeProblem } from '../shared/messages/importing';
import { messageOf } from '../shared/messages/message-of';
import type { SourceFile } from '../../contract/workers';
import { type MeasuredModel, measuredModel, trialText } from './added-model';
import { askedQuestions, generatedNote } from './asked-questions';
import { type Checked, checked, type Checking, readChecking } from './checking';
import type { EvaluationRequest } from './command';
import {
  type CommandContext,
  CommandRefusal,
  runStep,
  stepOf,
  writePieces,
  type OutputContext,
} from './command-progress';
import { experimentOf } from './experiment-of';
import { filesFor, type GivenFile, modelFilesOf } from './given-files';
import { problems as words } from './problem-texts';
import { handedOver } from './handing-over';
import { readCollection } from './read-collection';
import { writeRuns } from './write-runs';

export interface Evaluated {
  readonly warnings: readonly string[];
  readonly table: string;
  readonly check?: Checked;
  readonly report?: string;
}

/** Writes the files of the results. @throws {CommandRefusal} for bad input, in sentences */
export async function evaluate(
  workbench: Workbench,
  files: readonly GivenFile[],
  request: EvaluationRequest,
  context: OutputContext,
): Promise<Evaluated> {
  const checking = readChecking(request);
  const models: MeasuredModel[] = [];
  for (const each of modelFilesOf(files)) models.push(await measuredModel(workbench, each, context));
  checkMapped(files, request.mappings ?? {});
  const trials = models.map(trialText);
  const given = filesFor(files);
  if (given.length === 0) {
    await context.write('models.json', modelsJson(models));
    return { warnings: [], table: `${trials.join('\n\n')}\n` };
  }

  const read = await readCollection(workbench, given, request, context);
  const runs = await workbench.runs.external(read.collection.id);
  if (read.collection.counts.docs === 0 && runs.length === 0) throw new CommandRefusal([words.nothingToEvaluate()]);
  const named = filesFor(files, 'questions');
  const beside = named.length > 0 || request.generate ? named : (read.questions ?? []);
  const asked = await askedQuestions(workbench, read.collection, beside, request, context);
  const { collection } = asked;
  const { docs, judgedQueries, judgments } = collection.counts;
  const counts = [counted(docs, 'document'), counted(judgedQueries, 'judged question'), counted(judgments, 'judgment')];
  const withRuns = [...counts, ...(runs.length > 0 ? [counted(runs.length, 'run')] : [])];
  context.progress(stepOf(`${collection.name}: ${withRuns.join(', ')}`));
  const left = await addContexts(workbench, collection.id, filesFor(files, 'contexts'), context);
  const supplied = await workbench.collections.supplied(collection.id);
  const contexts = supplied.filter(({ kind }) => kind === 'contexts');
  const judged = await workbench.questions.read(collection.id);
  const sources = {
    documents: docs > 0,
    files: collection.documents !== undefined,
    languages: collection.summary.languages,
    judgesPlaces: judgesPlaces(judged),
    relevance: usualRelevance(judged.judgments),
    runs,
    supplied,
  };
  const cards = await workbench.models.refresh();
  const spec = experimentOf(request, checking, { collection, sources, contexts, cards, models });
  const result = await run(workbench, collection.id, spec, context);
  const check = checking && (await checked(workbench, result, checking));
  const noted = { ...request.note, ...(await generatedNote(workbench, collection.id, request.generate)) };
  const table = await rendered(workbench, result, request, checking, noted, context);
  const reportOptions = { withTexts: request.reportPassages ?? false, signal: context.signal };
  if (request.report) context.progress(stepOf(words.writingReport()));
  const told = { ...result, manifest: withNotes(result.manifest, noted) };
  const report = request.report ? await reportFile(workbench, told, collection, reportOptions) : null;
  if (request.report && report === null) throw new CommandRefusal([words.noReport()]);
  if (models.length > 0 && !request.checkOnly) await context.write('models.json', modelsJson(models));
  const handover = request.handover ? await handedOver(workbench, result, request.handover, context) : [];
  const notes = request.checkOnly ? [] : await writeRuns(workbench, result, context);
  return {
    warnings: [...read.warnings, ...asked.warnings, ...left, ...result.warnings.map(messageOf), ...handover, ...notes],
    table: [...trials.map((text) => `${text}\n`), table].join('\n'),
    ...(check ? { check } : {}),
    ...(report === null ? {} : { report }),
  };
}

/** What is mapped is there, but for what an archive may hold. @throws {CommandRefusal} for another file */
function checkMapped(files: readonly GivenFile[], mappings: Mappings): void {
  const given = files.map(({ path }) => baseName(path).replace(/\.gz$/i, ''));
  const lost = Object.keys(mappings).find((name) => !given.includes(name));
  if (lost !== undefined && !given.some((name) => extensionOf(name) === 'zip'))
    throw new CommandRefusal([words.mapsNothing(lost)]);
}

/** Adds context files to a collection. @returns warnings @throws {CommandRefusal} for a file without contexts */
async function addContexts(
  { collections }: Workbench,
  collection: string,
  files: readonly SourceFile[],
  { signal, progress }: CommandContext,
): Promise<string[]> {
  if (files.length === 0) return [];
  progress(stepOf('Reading contexts'));
  const outcome = await collections.readFiles(files, { signal, progress: () => undefined });
  if (!outcome.ok) throw new CommandRefusal(outcome.problems.map(describeProblem));
  const contexts = (outcome.supplied ?? []).filter(({ kind }) => kind === 'contexts');
  if (contexts.length === 0) throw new CommandRefusal([words.noContexts(files.map(({ path }) => path))]);
  await collections.addSupplied(collection, contexts);
  return outcome.warnings.map(describeProblem);
}

async function run(
  { runs }: Workbench,
  collection: string,
  spec: Parameters<Workbench['runs']['run']>[1],
  { signal, progress }: CommandContext,
): Promise<ResultRecord> {
  const expected = await runs.estimate(collection, spec);
  return runs.run(collection, spec, { signal, progress: (step) => progress(runStep(step, expected)), timed: true });
}

const withNotes = (manifest: Json, noted: object): Json => ({ ...(manifest as object), ...noted }) as Json;

const modelsJson = (models: readonly MeasuredModel[]): string =>
  `${JSON.stringify({ schema: 1, models: models.map(({ name, task, trial }) => ({ name, task, ...trial })) }, null, 2)}\n`;

/** Columns of the printed table where no measures were named. */
const PRINTED = ['HitRate', 'MRR'];

/** @returns the printed table */
async function rendered(
  workbench: Workbench,
  result: ResultRecord,
  request: EvaluationRequest,
  checking: Checking | null,
  noted: object,
  context: OutputContext,
): Promise<string> {
  const { ks, measures } = result.spec;
  const chosen = request.measures !== undefined || request.experiment !== undefined;
  const printed = checking
    ? checking.measures.map(({ text }) => text)
    : ks.flatMap((k) => PRINTED.map((name) => `${name}@${k}`));
  const bare = reportOf(result);
  const table = tableText(bare, chosen ? measures : printed);
  if (request.checkOnly) return table;
  const comparisons: Comparison[] = [];
  for (const measure of measures.filter(isCompared)) {
    if (result.systems.length > 1) context.progress(stepOf(`Comparing systems by ${measure}`, 'comparing'));
    comparisons.push(await workbench.inspect.compare(result, measure));
  }
  const report: Report = { ...bare, manifest: withNotes(bare.manifest, noted), comparisons };
  await context.write('results.csv', resultsCsv(report));
  await writePieces(context, 'results.json', resultsJsonPieces(report));
  return table;
}
