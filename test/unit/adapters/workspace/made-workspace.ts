import type { CollectionRecord } from '../../../../src/contract/storage';
import type { WorkspaceReport } from '../../../../src/contract/workspace';
import { blindComparison } from '../../../../src/domain/learning/blind-comparison';
import { weightLearning } from '../../../../src/domain/learning/weight-learning';
import { openDatabase } from '../../../../src/adapters/storage/schema';
import { DEFAULT_CHUNKER } from '../../../../src/domain/chunk/chunker-spec';
import { defaultLearned } from '../../../../src/domain/ltr/learned-spec';
import { composedSystem } from '../../../../src/domain/experiment/composed';
import { lexical } from '../../../../src/domain/experiment/catalogue';
import { packRankings } from '../../../../src/domain/run/packed';
import { DEFAULT_ANALYZER } from '../../../../src/domain/text/analyzer-spec';
import { type Dataset, docId, queryId } from '../../../../src/base/types';
import { createWorkbench, type Workbench } from '../../../../src/workbench/workbench';
import { experiment, keep, madeUp, openWorkshop, quiet, type Workshop } from '../../workbench/workshop';

/** What would harm a page, a path or a table that took it for its own. */
export const HOSTILE = [
  '<img src=x onerror=alert(1)>',
  '../../etc/passwd',
  '\u202egpj.exe',
  '=HYPERLINK("http://x")',
  '__proto__',
  'C:\\con\0\ud800',
  `long ${'x'.repeat(20_000)}`,
];

/** 40 passages and 12 questions, of which some have hostile ids, texts and metadata. */
function hostileDataset(): Dataset {
  const made = madeUp(40, 12);
  const docs = made.docs.map((doc, i) => {
    const text = HOSTILE[i];
    if (text === undefined) return doc;
    return { ...doc, id: docId(text), title: text, metadata: { [text]: text, $uint32: 'AAAA', count: 1.5 } };
  });
  const queries = made.queries.map((query, i) => {
    const text = HOSTILE[i];
    return text === undefined ? query : { ...query, id: queryId(text), text: `${query.text} ${text}` };
  });
  const judgments = made.judgments.map(({ grade }, i) => ({ query: queries[i]!.id, doc: docs[i]!.id, grade }));
  const requirements = [{ query: queries[8]!.id, needs: [{ docs: [docs[8]!.id, docs[9]!.id] }] }];
  return { docs, queries, judgments, requirements };
}

export interface MadeWorkspace {
  readonly workshop: Workshop;
  readonly bench: Workbench;
  readonly collection: CollectionRecord;
}

/** A collection with everything that a person can make of one: runs, judgments, notes, rewrites, vectors, results. */
export async function madeWorkspace(dataset: Dataset = hostileDataset()): Promise<MadeWorkspace> {
  const workshop = await openWorkshop();
  const bench = createWorkbench(workshop.ports);
  const rankings = packRankings([
    [
      { doc: 0, score: 2.5 },
      { doc: 1, score: -0.1 },
    ],
    [],
  ]);
  const [first, second] = dataset.queries.map(({ id }) => id);
  const docs = dataset.docs.map(({ id }) => id).sort();
  const run = { queries: [first!, second!], docs: docs.slice(0, 2), rankings };
  const collection = await keep(workshop, dataset, 'made <b>up</b>', [
    { file: 'other.trec', format: 'trec', tag: 'other', run },
  ]);
  const { id } = collection;
  await bench.collections.addSupplied(id, [
    {
      kind: 'rewrites',
      file: 'rewrites.json',
      entries: [{ question: first!, texts: ['in other words', HOSTILE[0]!] }],
    },
    {
      kind: 'contexts',
      file: 'contexts.jsonl',
      entries: [
        { id: dataset.docs[0]!.id, at: null, context: HOSTILE[0]! },
        { id: dataset.docs[0]!.id, at: { start: 0, end: 4 }, context: 'of a place' },
        { id: dataset.docs[1]!.id, at: { index: 0 }, context: HOSTILE[1]! },
        { id: null, at: { text: HOSTILE[2]! }, context: 'of a text' },
      ],
    },
    vectors('passages.npy', dataset.docs.length),
    vectors('questions.npy', dataset.queries.length),
  ]);
  await bench.questions.addActs(id, [
    { query: first!, doc: docs[3]!, span: null, grade: 2, round: 1, note: HOSTILE[2]!, milliseconds: 12, at: 5 },
    { query: second!, doc: docs[4]!, span: { start: 0, end: 4 }, grade: 0, round: 1, note: '', milliseconds: 0, at: 6 },
  ]);
  const learned = composedSystem('learned', [lexical(DEFAULT_ANALYZER)], { learned: defaultLearned('lambda-mart') });
  const settings = { ks: [1, 3, 5], families: ['Recall', 'nDCG'], measures: [] };
  const result = await bench.runs.run(id, experiment({ ...settings, composed: [learned] }), quiet);
  await bench.runs.run(id, experiment({ ...settings, systems: ['bm25'], chunkings: [DEFAULT_CHUNKER] }), quiet);
  await bench.questions.annotate(id, { kind: 'tag', queries: [first!, queryId('__proto__')], tag: HOSTILE[0]! });
  await bench.questions.annotate(id, { kind: 'save-set', set: { name: HOSTILE[2]!, filter: 'x' } });
  await bench.runs.note(id, {
    kind: 'describe',
    run: result.key,
    note: { name: HOSTILE[0]!, note: HOSTILE[3]!, tags: ['a'] },
  });
  await bench.runs.note(id, { kind: 'pin', run: result.key });
  await bench.questions.planJudging(id, {
    queue: 'passages',
    seed: HOSTILE[3]!,
    measure: 'nDCG@5',
    depth: 5,
    systems: ['bm25', HOSTILE[0]!],
    pair: ['bm25', HOSTILE[0]!],
    completed: [first!],
  });
  const blind = blindComparison({
    id: 'c',
    createdAt: 8,
    spec: experiment({ systems: ['bm25', 'embedding'] }),
    method: 'probabilistic',
    depth: 5,
    seed: 3,
    margin: 0.1,
    questions: 'collection',
  });
  await bench.blind.add(id, blind);
  for (const number of [0, 1]) {
    const question = dataset.queries[number]!.text;
    await bench.blind.next(id, { comparison: blind, question, number }, quiet);
    await bench.blind.mark(id, 'c', number, { marks: [], doneAt: number === 0 ? 9 : null });
  }
  const { systems, ...spec } = experiment({ systems: ['bm25', 'embedding'] });
  const learning = weightLearning({
    id: 'w',
    createdAt: 7,
    spec,
    features: systems.map(({ retrievers: [retriever] }, i) => ({ name: HOSTILE[i]!, retriever: retriever! })),
    norm: 'min-max',
    depth: 5,
    seed: 3,
    questions: 'own',
  });
  await bench.blind.add(id, learning);
  const drawing = { learning, weights: learning.start, question: dataset.queries[2]!.text, number: 0 };
  const drawn = await bench.blind.next(id, drawing, quiet);
  await bench.blind.mark(id, 'w', 0, { marks: drawn.list.shown.slice(0, 2), doneAt: 9 });
  await bench.blind.keep(id, 'w', {
    at: 9,
    system: systems[0]!,
    evidence: { kind: 'learned', lists: 1, marks: 2, moved: 1 / 3 },
  });
  await bench.questions.changeAutomaticJudges(id, {
    kind: 'keep',
    judge: {
      name: HOSTILE[1]!,
      source: { kind: 'file', files: [HOSTILE[2]!] },
      at: 7,
      judgments: [
        { query: first!, doc: docs[0]!, span: { start: 0, end: 4 }, score: 1, reply: HOSTILE[3]! },
        { query: first!, doc: docs[1]!, span: null, score: null },
      ],
    },
  });
  // The grade of the act, so that judgments stay as they were scored by.
  const grade = { query: first!, doc: docs[3]!, grade: 2, reason: HOSTILE[2]!, file: 0, line: 2 };
  await bench.questions.changeJudges(id, {
    judges: [{ name: HOSTILE[0]!, files: [HOSTILE[4]!], grades: [grade] }],
  });
  return { workshop, bench, collection };
}

const vectors = (file: string, rows: number) => ({
  kind: 'vectors' as const,
  file,
  fields: [],
  models: [],
  dimensions: 3,
  values: Float32Array.from({ length: rows * 3 }, (_, i) => Math.sin(i + 1)),
});

export const SETTINGS = { margins: 0.05, chunkings: [{ kind: 'whole' }], 'system-colours': { [HOSTILE[4]!]: 7 } };

export const saved = ({ bench, collection }: Pick<MadeWorkspace, 'bench' | 'collection'>, withVectors = false) =>
  bench.workspaces.save(collection.id, { vectors: withVectors, settings: SETTINGS, ...quiet });

/** Another profile, with nothing in it. */
export async function emptyProfile(): Promise<{ workshop: Workshop; bench: Workbench }> {
  const workshop = await openWorkshop();
  return { workshop, bench: createWorkbench(workshop.ports) };
}

export const read = (bench: Workbench, file: Blob, path = 'a.hitrate'): Promise<WorkspaceReport> =>
  bench.workspaces.read({ path, file }, quiet);

export const open = (bench: Workbench) => bench.workspaces.open(quiet.signal);

/** All that a database holds of a collection, by store, without its id. */
export async function dumpOf(database: string, collection: string): Promise<Record<string, unknown[]>> {
  const db = await openDatabase(database);
  const stores = [...db.objectStoreNames].filter((store) => store !== 'settings');
  const all = await Promise.all(
    stores.map(async (store): Promise<[string, unknown[]]> => {
      const [keys, values] = await Promise.all([db.getAllKeys(store), db.getAll(store)]);
      const own = keys.flatMap((key, i) => {
        const [owner, ...rest] = [key].flat();
        return owner === collection ? [{ key: rest, value: without(values[i]) }] : [];
      });
      return [store, own];
    }),
  );
  db.close();
  return Object.fromEntries(all);
}

function without(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('collection' in value || 'origin' in value)) return value;
  const { collection: _, id: __, ...rest } = value as Record<string, unknown>;
  return rest;
}
