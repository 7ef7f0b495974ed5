import { createWorkbench } from '../../../src/workbench/workbench';
import 'fake-indexeddb/auto';
import { createLab } from '../../../src/adapters/lab/lab';
import { createLearner } from '../../../src/adapters/ltr/learner';
import { createDocuments } from '../../../src/adapters/documents/documents';
import { createLexical } from '../../../src/adapters/lexical/lexical';
import { createQuestions } from '../../../src/adapters/questions/questions';
import { openDatabase } from '../../../src/adapters/storage/schema';
import { createStorage } from '../../../src/adapters/storage/storage';
import { createSlices } from '../../../src/adapters/text/slices';
import { createWorkspaces } from '../../../src/adapters/workspace/workspaces';
import { createVectors } from '../../../src/adapters/vectors/vectors';
import type { AskedPassages, EncoderApi, RerankerApi, ScoredPairs } from '../../../src/contract/model-workers';
import type { Remark, ResultRecord } from '../../../src/contract/result';
import type { WorkerPort } from '../../../src/contract/workers';
import type { ModelsPort } from '../../../src/contract/models';
import type { ImportedRun } from '../../../src/domain/dataset/outcome';
import type { EmbeddingConfiguration, ModelCard } from '../../../src/domain/models/configuration';
import { buildExperiment, DEFAULT_SETTINGS, type Settings } from '../../../src/domain/experiment/settings';
import { sequentialFigures } from '../../../src/domain/evidence/sequential';
import { correctedSystems } from '../../../src/domain/automatic-judges/corrected-systems';
import { compare } from '../../../src/domain/statistics/compare';
import { lossTests } from '../../../src/domain/check/loss-tests';
import { figureChanges } from '../../../src/domain/run-comparison/figure-changes';
import { readNoAnswer } from '../../../src/domain/no-answer/no-answer';
import { plannedAlways } from '../../../src/domain/planning/planning';
import { verdictOf } from '../../../src/domain/verdict/verdict';
import { prepareCorpus } from '../../../src/domain/dataset/corpus';
import { packRankings } from '../../../src/domain/run/packed';
import { type Dataset, type Doc, docId, queryId } from '../../../src/base/types';
import { keepCollection } from '../../../src/workbench/collections/collections';
import { type Corpus, corpusOf } from '../../../src/workbench/kernel/corpus';
import type { Ports } from '../../../src/workbench/kernel/ports';

/**
 * The engine with everything real but the two networks, which the browser tests run: here the encoder counts letters
 * and the reranker counts shared ones, so that what is computed can be counted and interrupted.
 */
export interface Workshop {
  readonly ports: Ports;
  readonly database: string;
  /** Texts embedded and pairs scored so far. */
  readonly work: { embedded: number; scored: number };
  /** Called before each batch of the networks. */
  interrupt: (() => void) | null;
}

export const MODELS: ModelCard[] = (['embedding', 'reranking'] as const).map((task) => ({
  id: task === 'embedding' ? 'hitrate-embedding' : 'hitrate-reranker',
  task,
  name: task,
  revision: 'r1',
  maxTokens: 64,
  dimensions: task === 'embedding' ? 26 : null,
  interpolation: task === 'embedding' ? null : 0.2,
  bytes: 1,
  languages: ['en'],
}));

/** @param database another name than that of a new database: one that is there */
export async function openWorkshop(database = `workshop-${crypto.randomUUID()}`): Promise<Workshop> {
  const work = { embedded: 0, scored: 0 };
  const workshop: { -readonly [Key in keyof Workshop]: Workshop[Key] } = {
    database,
    ports: null as unknown as Ports,
    work,
    interrupt: null,
  };
  const before = (): void => workshop.interrupt?.();
  workshop.ports = {
    storage: createStorage(await openDatabase(database)),
    importer: inProcess(() => ({ read: notUsed, tables: notUsed })),
    documents: () => inProcess(() => createDocuments(() => openDatabase(database))),
    questions: inProcess(() => createQuestions()),
    lexical: inProcess(createLexical),
    vectors: inProcess(createVectors),
    encoder: ending(inProcess(() => letterEncoder(work, before))),
    reranker: inProcess(() => letterReranker(work, before)),
    lab: inProcess(createLab),
    learner: inProcess(createLearner),
    statistics: inProcess(() => ({
      corrected: (input) => Promise.resolve(correctedSystems(input)),
      compare: (input) => Promise.resolve(compare(input)),
      sequential: (input) => Promise.resolve(sequentialFigures(input)),
      verdict: (input) => Promise.resolve(verdictOf(input)),
      noAnswer: (input) => Promise.resolve(readNoAnswer(input)),
      planned: (input) => Promise.resolve(plannedAlways(input)),
      figureChanges: (input) => Promise.resolve(figureChanges(input)),
      lossTests: (input) => Promise.resolve(lossTests(input)),
      ...createSlices(),
    })),
    generator: inProcess(() => ({ load: notUsed, generate: notUsed })),
    modelFiles: inProcess(() => ({ look: notUsed, keep: notUsed })),
    workspaces: inProcess(() => createWorkspaces(() => openDatabase(database))),
    models: fixedModels(MODELS),
    machine: () => Promise.resolve({ name: 'a machine', gpu: false, graphics: 'none' as const }),
    modelFolder: '/models/',
    isKept: () => Promise.resolve(false),
    versions: { hitrate: 'test' },
    isolated: true,
    sample: () => Promise.resolve([]),
    sampleResult: () => Promise.reject(new Error('no result is shipped here')),
    documentsSample: () => Promise.resolve([]),
    exclusive: (task) => task(),
    underWay: () => Promise.resolve(false),
  };
  return workshop;
}

/** An embedding model that the user added. */
export const ADDED = {
  ...MODELS[0]!,
  id: 'org/model@abc:fp32',
  reading: {
    task: 'embedding',
    weights: { path: 'onnx/model.onnx', dtype: 'fp32', externalData: [] },
    pooling: 'cls',
    normalise: true,
    dense: [],
    queryPrefix: 'query: ',
    passagePrefix: '',
    maxTokens: 64,
    flat: false,
  } satisfies EmbeddingConfiguration,
};

/** Models that nobody adds to or deletes from. */
export const fixedModels = (cards: readonly ModelCard[]): ModelsPort => ({
  cards: () => Promise.resolve([...cards]),
  stored: () => Promise.resolve([]),
  remove: notUsed,
  onChange: () => () => undefined,
});

const notUsed = () => Promise.reject(new Error('not used here'));

/** A port without a worker behind it: a release forgets the state, as ending the worker does. */
export function inProcess<Api extends object>(create: () => Api): WorkerPort<Api> {
  let api: Api | null = null;
  return { with: () => (api ??= create()), release: () => void (api = null) };
}

/** A call rejects as soon as it is aborted, as that of a worker that is ended does. */
function ending<Api extends object>(port: WorkerPort<Api>): WorkerPort<Api> {
  const call = async (signal: AbortSignal, made: () => Promise<unknown>): Promise<unknown> => {
    signal.throwIfAborted();
    let abort = (): void => undefined;
    const aborted = new Promise<never>((_, reject) => {
      abort = () => reject(signal.reason as Error);
      signal.addEventListener('abort', abort);
    });
    try {
      return await Promise.race([aborted, made()]);
    } finally {
      signal.removeEventListener('abort', abort);
    }
  };
  return {
    ...port,
    with: (signal) =>
      new Proxy(port.with(), {
        get:
          (api, name) =>
          (...args: unknown[]) => {
            const method = api[name as keyof Api] as (...input: unknown[]) => Promise<unknown>;
            return signal ? call(signal, () => method(...args)) : method(...args);
          },
      }),
  };
}

/** What the letter reranker reads of a passage: more than fits at once, as by windows. */
export const READ_LETTERS = 200;

const loaded = { model: 'letters', device: 'wasm', threads: 1, milliseconds: 1 } as const;

export function letters(text: string): Float32Array {
  const vector = new Float32Array(26);
  for (const letter of text.toLowerCase()) {
    const at = letter.charCodeAt(0) - 97;
    if (at >= 0 && at < 26) vector[at]!++;
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((count) => count / length);
}

/** Texts of a call that are read together. */
const LETTER_BATCH = 8;

function letterEncoder(work: { embedded: number }, before: () => void): EncoderApi {
  function vectorsOf(texts: readonly string[]) {
    before();
    work.embedded += texts.length;
    const vectors = Float32Array.from(texts.flatMap((text) => [...letters(text)]));
    const tokens = Uint32Array.from(texts, (text) => text.length);
    return { vectors, dimensions: 26, tokens, milliseconds: 1 };
  }
  return {
    load: () => Promise.resolve(loaded),
    embed: async ({ texts }) => ({ ...vectorsOf(texts), remarks: [] }),
    async embedEach({ texts }, embedded) {
      // The last first, as texts come in no order that their places tell.
      const places = [...texts.keys()].reverse();
      for (let at = 0; at < places.length; at += LETTER_BATCH) {
        const some = places.slice(at, at + LETTER_BATCH);
        await embedded({ ...vectorsOf(some.map((place) => texts[place]!)), places: Uint32Array.from(some) });
      }
      return [];
    },
    async embedSpans({ text, spans }) {
      before();
      work.embedded += spans.length;
      // The text around a span counts too, as in a model that reads the whole text.
      const vectors = spans.flatMap(({ start, end }) => [...letters(text + text.slice(start, end).repeat(9))]);
      const tokens = Uint32Array.from(spans, ({ start, end }) => end - start);
      return { vectors: Float32Array.from(vectors), dimensions: 26, tokens, milliseconds: 1, remarks: [] };
    },
    countTokens: ({ texts }) => Promise.resolve(Uint32Array.from(texts, (text) => text.length)),
  };
}

function letterReranker(work: { scored: number }, before: () => void): RerankerApi {
  async function scoreAll({ asked }: { readonly asked: readonly AskedPassages[] }): Promise<ScoredPairs> {
    before();
    const pairs = asked.flatMap(({ query, passages }) => passages.map((passage) => ({ query, passage })));
    work.scored += pairs.length;
    const logits = pairs.map(({ query, passage }) => {
      const own = letters(query);
      return letters(passage).reduce((sum, value, i) => sum + value * own[i]!, 0);
    });
    const tokens = Uint32Array.from(pairs, ({ passage }) => passage.length);
    return {
      logits: Float32Array.from(logits),
      tokens,
      truncated: Uint8Array.from(tokens, (n) => Number(n > READ_LETTERS)),
      milliseconds: Math.ceil(pairs.length / 5),
      remarks: [],
    };
  }
  return {
    load: () => Promise.resolve(loaded),
    score: ({ query, passages }) => scoreAll({ asked: [{ query, passages }] }),
    scoreAll,
  };
}

const WORDS = 'amber birch copper delta ember fjord grove heron indigo juniper kelp lantern moss nectar onyx'.split(
  ' ',
);

/** A corpus of documents that are nowhere stored. */
export const corpusFrom = (docs: readonly Doc[]): Promise<Corpus> => corpusOf(docs, prepareCorpus(docs));

/** A collection of passages that name three words each, and questions that name two of them. */
export function madeUp(docs: number, queries: number): Dataset {
  const word = (i: number, step: number): string => WORDS[(i * step + Math.floor(i / WORDS.length)) % WORDS.length]!;
  const texts = Array.from({ length: docs }, (_, i) => `${word(i, 1)} ${word(i, 4)} ${word(i, 7)} number ${i}`);
  return {
    docs: texts.map((text, i) => ({ id: docId(`d${i}`), title: '', text })),
    queries: Array.from({ length: queries }, (_, i) => ({
      id: queryId(`q${i}`),
      text: `${word(i % docs, 4)} ${word(i % docs, 7)} asked ${i}`,
    })),
    judgments: Array.from({ length: queries }, (_, i) => ({
      query: queryId(`q${i}`),
      doc: docId(`d${i % docs}`),
      grade: 1,
    })),
  };
}

export function keep(workshop: Workshop, dataset: Dataset, name = 'made up', runs: readonly ImportedRun[] = []) {
  const summary = { name, format: 'beir', files: [], splits: [], split: null, languages: [] } as const;
  return keepCollection(
    workshop.ports,
    { ok: true, kind: 'collection', dataset, summary, runs, warnings: [] },
    name,
    'import',
  );
}

/** Lists of documents by question, best first, as a run of another system. */
export function externalRun(
  lists: Readonly<Record<string, readonly string[]>>,
  tag: string | null,
  file = `${tag}.run`,
): ImportedRun {
  const docs = [...new Set(Object.values(lists).flat())].sort();
  const rankings = Object.values(lists).map((list) =>
    list.map((id, i) => ({ doc: docs.indexOf(id), score: list.length - i })),
  );
  const queries = Object.keys(lists).map(queryId);
  return { file, tag, format: 'trec-run', run: { queries, docs: docs.map(docId), rankings: packRankings(rankings) } };
}

export type OpenBench = Awaited<ReturnType<typeof openBench>>;

/** A workshop with its workbench, and a collection of `dataset` in it. */
export async function openBench(dataset: Dataset) {
  const workshop = await openWorkshop();
  return { workshop, bench: createWorkbench(workshop.ports), collection: await keep(workshop, dataset) };
}

export const experiment = (changes: Partial<Settings> = {}) =>
  buildExperiment({ ...DEFAULT_SETTINGS, ...changes }, MODELS);

/** A run that nobody cancels or watches. */
export const quiet = { signal: new AbortController().signal, progress: () => undefined };

export const remarksOf = ({ warnings }: ResultRecord): Remark[] =>
  warnings.flatMap((warning) => (warning.code === 'remark' && 'data' in warning ? [warning.data] : []));
