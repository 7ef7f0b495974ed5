import { describeDocs } from '../../domain/dataset/corpus';
import { countsOf, type Questions, recordOf } from '../../contract/storage';
import type { CollectionSettings } from '../../contract/workspace';
import { type Supplied, suppliedHash, type VectorSet } from '../../domain/dataset/supplied/content';
import type { JudgingAct } from '../../domain/judging/acts';
import { learnedKey, rankingsKey } from '../../domain/run/kept-keys';
import { runHash } from '../../domain/run/packed';
import type { RunNotes } from '../../domain/run-comparison/run-notes';
import { PATHS } from '../../domain/workspace/manifest';
import type { Doc, QueryId } from '../../base/types';
import { contentKey } from '../../base/hash';
import { vectorsOfBytes } from '../../base/vectors';
import {
  NOTE_PATHS,
  type SavedRecord,
  type SavedResult,
  type SavedRows,
  type SavedRunHeader,
  type SavedSuppliedHeader,
  type WorkspaceContents,
} from './contents';
import { flawed, type ReadLists } from './entry-values';

export type EntryValues = ReadonlyMap<string, unknown>;

export function numbersOf(values: EntryValues, pathOf: (n: number) => string): number[] {
  const paths = Array.from(values.keys(), (path) => [path, Number(/\d+/.exec(path)?.[0] ?? 0)] as const);
  const own = paths.filter(([path, n]) => n > 0 && path === pathOf(n));
  return own.map(([, n]) => n).sort((a, b) => a - b);
}

/** @param values of entries that fit each other */
export function contentsOf(values: EntryValues): WorkspaceContents {
  const {
    judgedActs,
    metadata: _metadata,
    ...kept
  } = values.get(PATHS.collection) as SavedRecord & { judgedActs?: number };
  const docs = values.get(PATHS.docs) as Doc[];
  const hasQuestions = values.has(PATHS.queries);
  const questions = hasQuestions ? questionsOf(values, judgedActs) : { queries: [], judgments: [] };
  const results = numbersOf(values, PATHS.result).map((n) => ({ n, result: resultOf(values, n) }));
  const rows = (values.get(PATHS.vectors) ?? []) as SavedRows[];
  return {
    record: { ...kept, ...recordOf(describeDocs(docs)), counts: countsOf({ docs, ...questions }) },
    docs,
    questions,
    acts: hasQuestions ? (values.get(PATHS.acts) as JudgingAct[]) : [],
    runs: numbersOf(values, PATHS.run).map((n) => runOf(values, n)),
    supplied: numbersOf(values, PATHS.supplied).map((n) => suppliedOf(values, n)),
    results: results.map(({ result }) => result),
    artifacts: new Map([
      ...stagesOf(values, rows.length > 0),
      ...results.flatMap(({ n, result }) => besideResult(values, n, result)),
      ...scoredByOf(values),
      ...notesOf(values, new Set(results.map(({ result }) => result.key))),
    ]),
    rows,
    settings: (values.get(PATHS.settings) ?? {}) as CollectionSettings,
  };
}

function questionsOf(values: EntryValues, judgedActs: number | undefined): Questions {
  const requirements = values.get(PATHS.requirements) as Questions['requirements'];
  return {
    queries: values.get(PATHS.queries) as Questions['queries'],
    judgments: values.get(PATHS.judgments) as Questions['judgments'],
    ...(requirements ? { requirements } : {}),
    ...(judgedActs === undefined ? {} : { judgedActs }),
  };
}

/** What an entry says of another, and what there is. @throws {InvalidEntry} where they differ */
function expectEqual(path: string, there: unknown, told: unknown, line?: number): void {
  if (there !== told) throw flawed(path, String(there), String(told), line);
}

export function runOf(values: EntryValues, n: number): WorkspaceContents['runs'][number] {
  const lists = values.get(PATHS.runLists(n)) as ReadLists | undefined;
  if (!lists) throw flawed('', 'lists.jsonl beside it', 'none');
  const header = values.get(PATHS.run(n)) as SavedRunHeader;
  const run = { queries: lists.queries as readonly string[] as readonly QueryId[], ...lists.kept };
  const hash = runHash(run);
  expectEqual('queries', new Set(run.queries).size, header.queries);
  expectEqual('hits', run.rankings.docs.length, header.hits);
  expectEqual('hash', header.times ? contentKey({ run: hash, times: header.times }) : hash, header.hash);
  return { header, run };
}

export function suppliedOf(values: EntryValues, n: number): WorkspaceContents['supplied'][number] {
  type Names = Omit<VectorSet, 'passages' | 'questions'>;
  const { header, names } = values.get(PATHS.supplied(n)) as { header: SavedSuppliedHeader; names?: Names };
  const content = header.kind === 'vectors' ? vectorsOf(values, n, names) : entriesOf(values, n, header.kind);
  expectEqual('header.hash', suppliedHash(content), header.hash);
  return { header, content };
}

function vectorsOf(values: EntryValues, n: number, names: Omit<VectorSet, 'passages' | 'questions'> | undefined) {
  const [passages, questions] = [PATHS.passageVectors(n), PATHS.questionVectors(n)].map((path) => values.get(path));
  if (!(names && passages instanceof Uint8Array && questions instanceof Uint8Array))
    throw flawed('', 'names and vectors beside it', 'none');
  const { dimensions, docs, queries, textKeys } = names;
  expectEqual('names.textKeys', queries.length, textKeys.length);
  const kept = vectorsOfBytes(passages, docs.length * dimensions);
  const asked = vectorsOfBytes(questions, queries.length * dimensions);
  if (!kept || !(asked instanceof Float32Array)) throw flawed('names', 'as many numbers as its vectors have', 'others');
  return { ...names, passages: kept, questions: asked };
}

function entriesOf(values: EntryValues, n: number, kind: 'rewrites' | 'contexts'): Supplied {
  const entries = values.get(PATHS[kind](n));
  if (!entries) throw flawed('', `${kind}.jsonl beside it`, 'none');
  // The rule of the entry's path has looked at each of them.
  return { kind, entries } as Supplied;
}

export function resultOf(values: EntryValues, n: number): SavedResult {
  const [rest, ...systems] = values.get(PATHS.result(n)) as readonly object[];
  const spec = values.get(PATHS.experiment(n));
  if (!spec) throw flawed('', 'experiment.json beside it', 'none');
  // The rules of both have looked at every field.
  return { ...rest, spec, systems } as unknown as SavedResult;
}

function besideResult(values: EntryValues, n: number, { key, spec }: SavedResult): [string, unknown][] {
  return spec.systems.flatMap(({ id }, i): [string, unknown][] => {
    const lists = values.get(PATHS.rankings(n, i + 1)) as ReadLists | undefined;
    const learned = values.get(PATHS.learned(n, i + 1));
    return [
      ...(lists ? [[rankingsKey(key, id), lists.kept] as [string, unknown]] : []),
      ...(learned === undefined ? [] : [[learnedKey(key, id), learned] as [string, unknown]]),
    ];
  });
}

export function scoredByOf(values: EntryValues): ReadonlyMap<string, Questions> {
  const kept = numbersOf(values, PATHS.scoredBy).map((n) => values.get(PATHS.scoredBy(n)));
  return new Map((kept as { key: string; questions: Questions }[]).map(({ key, questions }) => [key, questions]));
}

/** @param withRows whether there are rows: a mark that they were computed is true only with them */
function stagesOf(values: EntryValues, withRows: boolean): [string, unknown][] {
  const stages = (values.get(PATHS.stages) ?? []) as { key: string; value: unknown }[];
  return stages.filter(({ value }) => withRows || value !== true).map(({ key, value }) => [key, value]);
}

function notesOf(values: EntryValues, results: ReadonlySet<string>): [string, unknown][] {
  const blind = (values.get(PATHS.blindComparisons) ?? []) as { key: string; value: unknown }[];
  const notes = [...NOTE_PATHS].flatMap(([key, path]): [string, unknown][] => {
    const value = values.get(path);
    if (value === undefined) return [];
    return [[key, path === PATHS.runNotes ? notesOfResults(value as RunNotes, results) : value]];
  });
  return [...blind.map(({ key, value }): [string, unknown] => [key, value]), ...notes];
}

function notesOfResults(notes: RunNotes, results: ReadonlySet<string>): RunNotes {
  const { runs, baseline } = notes;
  const kept = Object.entries(runs).filter(([run]) => results.has(run));
  return { ...notes, runs: Object.fromEntries(kept), baseline: results.has(baseline ?? '') ? baseline : null };
}
