import type { SeenHead, ImportedSupplied, ImportedRun, ImportOutcome } from './outcome';
import { sampleColumns } from './readers/columns';
import { csvHeader } from './readers/csv';
import { fieldNames } from './readers/records';
import type { Dataset } from '../../base/types';
import { type BinaryFiles, findSupplied, readSupplied, type FoundSupplied } from './supplied/registry';
import { vectorsIn } from './supplied/vectors/rows';
import { filterAsync, flatMapAsync } from '../../base/containers';
import { baseName, extensionOf, folderOf } from '../../base/paths';
import { DatasetBuilder } from './builder';
import { clickLogIn, readClickLogs } from './clicks/read-click-logs';
import { findResults, type FoundResults, readResults } from './engine-results/find-results';
import { fitResults, resultGround } from './engine-results/fit-results';
import { isCorpus, type NamedCollection, type Recognised, recognisedBy } from './formats/format';
import { judgmentsAlone } from './formats/judgments';
import { collectionsAmong } from './formats/registry';
import { languagesOf } from './languages';
import { guarded, mebibytes, problem, ProblemLog } from './problem';
import type { RunFormat } from './runs/read-runs';
import { RUN_FORMATS } from './runs/registry';
import { type IdDifference, idsApart } from './runs/ids-apart';
import { matchedRun } from './runs/match-run';
import { configured } from './configs';
import { joinShards, splitOfFile } from './shards';
import { hasRetrieved, retrievedRows } from './engine-results/retrieved-rows';
import { type Mappings, withRoles } from './roles/with-roles';
import { parseJson } from './readers/json-records';
import { type SourceText, wholeText } from './source';
import { chooseSplit } from './splits';

const DELIMITED = /[\t,;]/;
const BINARY = /[\0\ufffd]/;
const JSON_START = /^\s*[[{]/;

function seenHead(head: string): SeenHead | null {
  const first = head.split('\n').find((line) => line.trim() !== '');
  if (first === undefined) return { kind: 'empty' };
  if (BINARY.test(head)) return null;
  if (JSON_START.test(head)) return { kind: 'json', fields: [...fieldNames(head)] };
  const columns = csvHeader(head);
  if (DELIMITED.test(first) && columns.length > 1) return { kind: 'table', columns };
  const line = first.trim();
  return (sampleColumns(head)[0]?.length ?? 0) < 3 ? null : { kind: 'blanks', columns: line.split(/\s+/).length, line };
}

interface ImportOptions {
  readonly split?: string | undefined;
  /** By what ids of documents may differ between files. */
  readonly match?: IdDifference | undefined;
  readonly mappings?: Mappings | undefined;
  readonly maxBytes: number;
  readonly binary?: BinaryFiles;
  onStart(bytesTotal: number): void;
}

/** If anything is wrong nothing is imported: no score is computed from half a collection. */
export async function importCollection(
  files: readonly SourceText[],
  log: ProblemLog,
  options: ImportOptions,
): Promise<ImportOutcome> {
  const before = log.problems.length;
  const tables = await configured(await joinShards(files, log));
  const data = tables.filter(({ path }) => !DESCRIPTIONS.test(path));
  // What is alone is meant to be read.
  const whole = await withRoles(data.length > 0 ? data : tables, log, options.mappings);
  for (const file of whole) if (await holdsImages(file)) log.add(problem('image-pages', { file: file.path }));
  if (log.problems.length > before) return failed(log);
  const logs = await filterAsync(whole, async (file) => (await clickLogIn(file)) !== null);
  const noLogs = whole.filter((file) => !logs.includes(file));
  const responses = await filterAsync(noLogs, async (file) => (await vectorsIn(file)) === 'response');
  // Before runs: the beginning of a response can look like one of ranx.
  const foundResults = await resultsAmong(noLogs.filter((file) => !responses.includes(file)));
  const noResults = noLogs.filter((file) => !isOfResults(file, foundResults));
  const foundRuns = await findRuns(noResults.filter((file) => !responses.includes(file)));
  const others = noResults.filter((file) => !foundRuns.some((run) => run.file === file));
  const { arrays = [], tables: asColumns = [] } = options.binary ?? {};
  // Parts of a table are read as the table.
  const own = asColumns.filter(({ path }) => others.some((file) => file.path === path));
  const allSupplied = await findSupplied(others, { arrays, tables: own });
  const surely = allSupplied.filter(({ hasTexts }) => !hasTexts);
  const rest = others.filter((file) => !surely.some((each) => isOf(file, each)));
  const { results: resultFiles } = foundResults;
  // Vectors with texts beside them are a collection where others say so.
  const mayBeAlone = rest.length > 0 && rest.every((file) => allSupplied.some((each) => isOf(file, each)));
  const certain = foundRuns.length + resultFiles.length + surely.length + logs.length;
  const beside = certain + (mayBeAlone ? rest.length : 0);
  const collection = await findOne(rest, beside > 0, log);
  if (!collection && (beside === 0 || log.problems.length > 0)) return failed(log);
  const split = collection ? chooseSplit(collection.splits, options.split) : null;
  if (split === undefined) {
    log.add(problem('unknown-split', { file: collection!.root }, options.split ?? '', collection!.splits));
    return failed(log);
  }
  const chosen = collection?.files(split) ?? [];
  const task = taskOf(collection, split);
  // Of all splits: those that are not chosen now are offered.
  const each = collection && collection.splits.length > 0 ? collection.splits : [split];
  const parts = each.flatMap((name) => collection?.files(name) ?? []);
  const foundSupplied = allSupplied.filter((supplied) => !parts.some((file) => isOf(file, supplied)));
  const found = [...foundRuns, ...foundSupplied, ...(collection ? resultFiles : [])].map(({ file }) => file);
  if (!collection) found.push(...logs);
  else for (const { path } of logs) log.warn(problem('clicks-beside', { file: path }));
  const bytes = [...chosen, ...found].reduce((sum, file) => sum + file.bytes, 0);
  if (bytes > options.maxBytes) {
    const file = collection?.root ?? found[0]?.path ?? '';
    log.add(problem('too-large', { file }, mebibytes(bytes), mebibytes(options.maxBytes)));
    return failed(log);
  }
  options.onStart(bytes);
  const builder = new DatasetBuilder(log, options.match, foundRuns.length + resultFiles.length > 0);
  await collection?.read(split, builder, log);
  const dataset = collection && builder.finish();
  const ofTask = { ...foundResults, results: resultFiles.filter(task.has) };
  const fitted = dataset ? fitResults(await readResults(ofTask, log), resultGround(dataset), log) : [];
  const read = [...builder.runs, ...(await readRuns(foundRuns.filter(task.has), log)), ...fitted].map(task.named);
  const runs = dataset ? runsThatMeet(read, dataset, log, options.match) : read;
  const supplied = await suppliedBeside(foundSupplied.filter(task.has), collection !== null, log);
  const clicks = collection || logs.length === 0 ? undefined : await readClickLogs(logs, log);
  if (log.problems.length > 0) return { ...failed(log), ...(collection?.areTasks && { tasks: collection.splits }) };
  const used = [...parts, ...found, ...logs, ...noLogs.filter((file) => isOfResults(file, foundResults))];
  const ids = foundSupplied.flatMap((supplied) => supplied.beside ?? []);
  await warnOfUnused(whole, new Set([...used, ...ids].map(({ path }) => path)), log);
  const { warnings } = log;
  const results = resultFiles.map(({ file }) => file.path);
  if (!collection || !dataset)
    return {
      ok: true,
      kind: 'runs',
      runs,
      supplied,
      ...(clicks && { clicks }),
      ...(results.length > 0 && { results }),
      warnings,
    };
  const { name, format, splits, areTasks } = collection;
  const about = { format, files: chosen.map(({ path }) => path), splits, split, languages: languagesIn(dataset) };
  const summary = areTasks ? { name: split!, areTasks, ...about } : { name, ...about };
  return { ok: true, kind: 'collection', dataset, summary, runs, supplied, warnings };
}

/** What lies beside the tasks of a set: ids of one task may be those of another. */
function taskOf(collection: NamedCollection | null, split: string | null) {
  const others = collection?.areTasks ? collection.splits.filter((name) => name !== split) : [];
  // Candidates have the name of the task, in a folder that names who found them.
  const isNameless = ({ file: path, tag }: ImportedRun): boolean =>
    others.length > 0 && tag === null && splitOfFile({ path }) === split;
  return {
    has: ({ file }: { readonly file: Parameters<typeof splitOfFile>[0] }): boolean =>
      !others.includes(splitOfFile(file)),
    named: (run: ImportedRun): ImportedRun => (isNameless(run) ? { ...run, tag: baseName(folderOf(run.file)) } : run),
  };
}

/** Rows of an evaluation are a collection of their own, but beside another one: there what was retrieved is a run. */
async function resultsAmong(files: readonly SourceText[]): Promise<FoundResults> {
  const found = await findResults(files);
  const left = files.filter((file) => !isOfResults(file, found));
  const rows = await filterAsync(left, hasRetrieved);
  if (rows.length === 0) return found;
  const others = left.filter((file) => !rows.includes(file));
  const alone = await filterAsync(others, async (file) => !isCorpus(await file.head()));
  const certain = alone.length > 0 && (await collectionsAmong(others)).some(({ isCertain }) => isCertain);
  if (!certain && (await judgmentsAlone(others)).length === 0) return found;
  const asRuns = rows.map((file) => ({ file, name: 'retrieved-rows', format: retrievedRows }));
  return { ...found, results: [...found.results, ...asRuns] };
}

/** Pages as images, as ViDoRe has them. */
async function holdsImages(file: SourceText): Promise<boolean> {
  if (extensionOf(file.path) !== 'parquet') return false;
  const names = fieldNames(await file.head());
  return names.has('image') && !['text', 'markdown', 'query', 'question'].some((name) => names.has(name));
}

const isOfResults = (file: SourceText, { results, requests }: FoundResults): boolean =>
  results.some((each) => each.file === file) ||
  requests.some((each) => each.file === file && each.kind !== 'rank-evaluation');

const failed = (log: ProblemLog): ImportOutcome => ({ ok: false, problems: log.problems, more: log.more });

const languagesIn = ({ docs, queries }: Dataset): ReturnType<typeof languagesOf> =>
  languagesOf(docs.length > 0 ? docs : queries.map(({ text }) => ({ title: '', text })));

/** Runs of other documents say nothing of these: where none is left to score they are problems, else they are left out. */
function runsThatMeet(
  found: readonly ImportedRun[],
  { docs, judgments }: Dataset,
  log: ProblemLog,
  match: IdDifference | undefined,
): ImportedRun[] {
  const of = docs.length > 0 ? 'documents' : 'judgments';
  const ours = docs.length > 0 ? docs.map(({ id }) => id) : judgments.map(({ doc }) => doc);
  const runs = match ? found.map((each) => matchedRun(each, ours, match, log)) : found;
  const apart = runs.map(({ file, run }) => {
    const found = idsApart(run.docs, ours);
    return found && problem('ids-apart', { file }, found, of);
  });
  const isAllThereIs = docs.length === 0 && apart.every((each) => each !== null);
  for (const each of apart) {
    if (each && isAllThereIs) log.add(each);
    else if (each) log.warn(each);
  }
  return runs.filter((_, i) => apart[i] === null);
}

type FoundRun = Recognised<RunFormat> & { readonly file: SourceText };

const findRuns = (files: readonly SourceText[]): Promise<FoundRun[]> =>
  flatMapAsync(files, async (file) => {
    const found = await recognisedBy(RUN_FORMATS, file);
    return found ? [{ file, ...found }] : [];
  });

async function readRuns(found: readonly FoundRun[], log: ProblemLog): Promise<ImportedRun[]> {
  const runs: ImportedRun[] = [];
  for (const { file, name, format } of found) {
    const run = await guarded(log, () => format.read(file, log));
    if (run) runs.push({ ...run, format: name });
  }
  return runs;
}

const isOf = ({ path }: SourceText, { file, beside }: FoundSupplied): boolean =>
  path === file.path || path === beside?.path;

async function suppliedBeside(
  found: readonly FoundSupplied[],
  isBeside: boolean,
  log: ProblemLog,
): Promise<ImportedSupplied[]> {
  if (!isBeside) return readSupplied(found, log);
  return flatMapAsync(found, async (each) => {
    const own = new ProblemLog();
    const supplied = await readSupplied([each], own);
    for (const warning of [...own.problems, ...own.warnings]) log.warn(warning);
    return own.problems.length > 0 ? [] : supplied;
  });
}

/** The collection that the files surely are, else judgments, else the only possible collection. */
async function findOne(
  files: readonly SourceText[],
  isBeside: boolean,
  log: ProblemLog,
): Promise<NamedCollection | null> {
  const found = await collectionsAmong(files);
  const certain = found.filter(({ isCertain }) => isCertain);
  const sure = certain.length > 0 ? certain : await judgmentsAlone(files);
  const candidates = sure.length > 0 || isBeside ? sure : found;
  const [only] = candidates;
  if (only && candidates.length === 1) return only;
  if (sure.length > 1) {
    const roots = sure.map(({ root }) => root);
    log.add(problem('several-collections', { file: '' }, roots));
  } else if (log.problems.length === 0 && !isBeside) await reportUnrecognised(files, log);
  return null;
}

async function reportUnrecognised(files: readonly SourceText[], log: ProblemLog): Promise<void> {
  // What is wrong with JSON may be why nobody knows it.
  for (const file of files.filter(({ path }) => extensionOf(path) === 'json'))
    await guarded(log, async () => {
      const text = await wholeText(file);
      if (text.trim() === '') log.add(problem('empty-file', { file: file.path }));
      else parseJson(text, file.path, log);
    });
  if (log.problems.length > 0) return;
  const got = files.map(({ path }) => baseName(path));
  log.add(problem('unrecognised-files', { file: '' }, got, await seenIn(files)));
}

async function seenIn(files: readonly SourceText[]): Promise<(SeenHead & { readonly file: string })[]> {
  const seen = await flatMapAsync(files, async (file) => {
    const head = seenHead(await file.head());
    return head === null ? [] : [{ ...head, file: baseName(file.path) }];
  });
  return seen.slice(0, MAX_SEEN);
}

/** What comes with published sets, and holds nothing of them. */
const DESCRIPTIONS =
  /(?:^|\/)(?:(?:read ?me|licen[cs]e|citation)(?:\.(?:txt|rst|bib|cff))?|(?:dataset_infos?|dataset_dict|state)\.json|_SUCCESS|_(?:common_)?metadata)$|\.(?:md|readme|crc)$/i;

async function warnOfUnused(files: readonly SourceText[], used: ReadonlySet<string>, log: ProblemLog): Promise<void> {
  const unused = files.filter(({ path }) => !used.has(path));
  const names = unused.map(({ path }) => path);
  if (names.length > 0) log.warn(problem('unused-files', { file: '' }, names, await seenIn(unused)));
}

const MAX_SEEN = 3;
