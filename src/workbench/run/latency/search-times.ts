import type { LoadedModel } from '../../../contract/model-workers';
import type { TimedRankings } from '../../../contract/workers';
import type { Ranking } from '../../../base/types';
import { askedTexts } from '../../../domain/dataset/supplied/content';
import type { FilterSpec } from '../../../domain/retrieval/metadata/metadata-spec';
import { isAskedById } from '../../../domain/experiment/retrievers';
import type { RetrieverSpec, RewrittenSpec, SearchSpec } from '../../../domain/retrieval/retriever-spec';
import { unpackRankings } from '../../../domain/run/packed';
import { type StageContext, chunks, type Ranked, versionOf } from '../stage-context';
import { namedQueries, openSuppliedFile } from '../stages/file-vectors';
import { filteredSearch, filterFor } from '../stages/filter';
import { searchingOf } from '../stages/retrieve';
import { asQueries, fuseRewrites } from '../stages/retrievers';
import type { Found, SearchedIndex } from '../stages/searcher';
import { WARM_UP } from './protocol';
import { valueOf } from '../../../base/containers';
import type { RerankSpec } from '../../../domain/rerank/rerank-spec';
import type { Corpus } from '../../kernel/corpus';
import { modelRequest } from '../../kernel/ports';
import { PAIR_BATCH, rerankNamespace } from '../stages/rerank';
import { type ExperimentSpec, listDepth } from '../../../domain/experiment/experiment';
import { partsOf, type SystemSpec, NO_PARTS } from '../../../domain/experiment/parts';
import type { GroundTruth } from '../../../domain/scoring/ground-truth';
import { keptOf, RUNNING_PARTS, stagesOf } from '../parts';
import type { SystemRun } from '../stages/system';
import { contentKey } from '../../../base/hash';
import { readKey } from '../../../domain/dataset/corpus';
import { fieldsOfSystem } from '../../../domain/experiment/missing';
import type { Latency } from '../../../domain/report/report';
import type { Session } from '../session';

export type QuestionTimes = Float64Array;

export type SearchTimes = Awaited<ReturnType<typeof timeSearches>>;

interface SearchTask {
  readonly context: StageContext;
  readonly retriever: RetrieverSpec;
  readonly filter: FilterSpec | null;
  readonly depth: number;
}

/** Times the search of one question after the other, index open and model loaded, past every cache of questions. */
export async function timeSearches(task: SearchTask, begin: () => (timed: number) => boolean, timed: () => void) {
  const { context } = task;
  const { queries, signal } = context;
  const { ask, ...open } = await openSearch(task);
  const times = new Float64Array(queries.length).fill(NaN);
  for (let i = 0; i < WARM_UP.search; i++) {
    signal.throwIfAborted();
    await ask(i % queries.length);
  }
  const more = begin();
  for (let i = 0; i < queries.length && more(i); i++) {
    signal.throwIfAborted();
    times[i] = await ask(i);
    timed();
  }
  return { times, indexes: open.indexes(), models: [...context.loaded.values()] };
}

interface OpenSearch {
  readonly ask: (question: number) => Promise<number>;
  readonly indexes: () => readonly SearchedIndex[];
}

async function openSearch(task: SearchTask): Promise<OpenSearch> {
  const { context, retriever } = task;
  if (retriever.kind === 'run') return { ask: () => Promise.resolve(0), indexes: () => [] };
  if (retriever.kind === 'rewritten') return openRewritten(task, retriever);
  const queries = isAskedById(retriever) ? namedQueries(context.queries) : context.queries;
  const { find, indexes } = await openTexts({ ...task, context: { ...context, queries } }, retriever);
  return { ask: async (i) => (await find(queries[i]!.text, context.queries[i]!.text)).milliseconds, indexes };
}

async function openRewritten(task: SearchTask, spec: RewrittenSpec): Promise<OpenSearch> {
  const { context, depth } = task;
  const { ports, collection, queries, corpus } = context;
  const { entries } = await openSuppliedFile(ports.storage, collection, 'rewrites', spec.rewrites);
  const { texts, byQuestion } = askedTexts(queries, entries, spec.original);
  const asked = { ...context, queries: asQueries(texts) };
  const { find, indexes } = await openTexts({ ...task, context: asked }, spec.retriever);
  return {
    async ask(i) {
      let milliseconds = 0;
      const lists: Ranking[] = [];
      for (const text of byQuestion[i]!) {
        const found = await find(texts[text]!);
        milliseconds += found.milliseconds;
        lists.push(unpackRankings(found.list, corpus.ids)[0]!);
      }
      const began = performance.now();
      fuseRewrites(lists, spec, depth);
      return milliseconds + performance.now() - began;
    },
    indexes,
  };
}

async function openTexts({ context, filter: filterSpec, depth }: SearchTask, spec: SearchSpec) {
  const { open, warmUp } = searchingOf(spec);
  const searcher = await open(spec).open(context);
  await warmUp(context, spec);
  const filter = filterSpec && (await filterFor(context, filterSpec));
  let { bytes } = searcher.index;
  const find = async (text: string, question = text) => {
    const asked = await searcher.ask(text);
    const search = async (deep: number): Promise<Found> => {
      const found = await asked.search(deep);
      bytes = found.fidelity?.bytes ?? bytes;
      return found;
    };
    const list: TimedRankings = filter
      ? await filteredSearch(context, { search: (_, deep) => search(deep) }, [question], depth, filter)
      : await search(depth);
    return { milliseconds: asked.milliseconds + list.milliseconds[0]!, list };
  };
  return { find, indexes: (): SearchedIndex[] => [{ key: searcher.index.key, bytes }] };
}

export interface RerankTask {
  readonly corpus: Corpus;
  readonly candidates: readonly Ranking[];
}

export interface Reranking {
  readonly times: QuestionTimes;
  readonly model: LoadedModel;
}

type PassageTimes = Map<string, number>;

/** Batched as in a run. A pair that several systems have is scored once and counts for each. */
export async function timeReranking(
  context: Pick<StageContext, 'ports' | 'signal' | 'queries'>,
  spec: RerankSpec,
  tasks: readonly RerankTask[],
  begin: () => (timed: number) => boolean,
  timed: () => void,
): Promise<{ readonly times: readonly QuestionTimes[]; readonly model: LoadedModel }> {
  const { ports, signal, queries } = context;
  const request = await modelRequest(ports, spec);
  const worker = ports.reranker.with(signal);
  const model = await worker.load(request);
  const times = tasks.map(() => new Float64Array(queries.length).fill(NaN));

  async function score(question: number, { corpus, candidates }: RerankTask, known: PassageTimes): Promise<number> {
    const places = candidates[question]!.map(({ id }) => corpus.positions.get(id)!);
    const missing = new Map(places.map((place) => [corpus.textKeys[place]!, corpus.texts[place]!]));
    const todo = [...missing].filter(([key]) => !known.has(key)).sort(([, a], [, b]) => b.length - a.length);
    for (const batch of chunks(todo, PAIR_BATCH)) {
      signal.throwIfAborted();
      const passages = batch.map(([, text]) => text);
      const query = queries[question]!.text;
      const { milliseconds } = await worker.score({ ...request, query, passages, anew: true });
      for (const [key] of batch) valueOf(known, key, () => milliseconds / batch.length);
    }
    return places.reduce((sum, place) => sum + known.get(corpus.textKeys[place]!)!, 0);
  }

  for (let i = 0; i < WARM_UP.rerank; i++) await score(i % queries.length, tasks[0]!, new Map());
  const more = begin();
  for (let i = 0; i < queries.length && more(i); i++) {
    const known: PassageTimes = new Map();
    for (const [t, task] of tasks.entries()) times[t]![i] = await score(i, task, known);
    timed();
  }
  return { times, model };
}

export interface TimedSystem {
  readonly system: SystemSpec;
  readonly run: SystemRun;
  readonly context: StageContext;
  readonly truth: GroundTruth;
}

/** Times fusion and boost anew; those of a run of what learns from all questions. */
export async function timeSteps(
  { system, run, truth }: TimedSystem,
  spec: ExperimentSpec,
  depth: number,
  alone: StageContext,
  places: readonly number[],
): Promise<QuestionTimes> {
  const sum = new Float64Array(places.length);
  for (const { key, entry, spec: part } of partsOf(RUNNING_PARTS, system)) {
    const step = run.steps.find((each) => each.part === key);
    if (!step || !entry.run || key === 'rerank') continue;
    let times: QuestionTimes = Float64Array.from(places, (place) => step.milliseconds[place]!);
    for (let pass = 0; entry.isPerQuestion && pass <= WARM_UP.passes; pass++) {
      const lists = step.before.map((list) => ofPlaces(list, places));
      const asked = { context: alone, spec, truth, system, depth, kept: keptOf(spec, depth) };
      times = (await entry.run(part, lists, asked)).milliseconds;
    }
    times.forEach((time, i) => (sum[i]! += time));
  }
  return sum;
}

const ofPlaces = ({ rankings }: Ranked, places: readonly number[]): Ranked => ({
  rankings: places.map((place) => rankings[place]!),
  milliseconds: new Float64Array(places.length),
  indexMilliseconds: 0,
});

interface Kept<Value> {
  read(): Promise<Value | null>;
  keep(value: Value): Promise<void>;
}

export class KeptTimes {
  constructor(
    private readonly session: Session,
    private readonly spec: ExperimentSpec,
    private readonly measured: { readonly machine: string; readonly asked: readonly string[] },
  ) {}

  latency(timed: TimedSystem): Kept<Latency> {
    return this.#at(this.#inputsOf(timed.system, timed));
  }

  search({ system, context }: TimedSystem, retriever: RetrieverSpec): Kept<SearchTimes> {
    const { chunker, filter } = system;
    const parts = { ...NO_PARTS, ...(chunker && { chunker }), ...(filter && { filter }) };
    const alone = { id: '', retrievers: [retriever], ...parts };
    return this.#at({ of: 'search', ...this.#inputsOf(alone, { context }) });
  }

  reranking(spec: RerankSpec, { corpus, candidates }: RerankTask): Kept<Reranking> {
    const { ports } = this.session;
    const passages = candidates.map((list) => list.map(({ id }) => corpus.textKeys[corpus.positions.get(id)!]!));
    const reranker = rerankNamespace(ports.versions, spec);
    return this.#at({ of: 'reranking', isolated: ports.isolated, reranker, passages });
  }

  #inputsOf(system: SystemSpec, { context: { corpus } }: Pick<TimedSystem, 'context'>): Record<string, unknown> {
    const { id: _id, ...parts } = system;
    const { versions, isolated } = this.session.ports;
    return {
      ...versionOf(stagesOf(system, this.spec)),
      versions,
      isolated,
      system: parts,
      depth: listDepth(this.spec),
      lists: this.spec.lists,
      corpus: readKey(corpus, fieldsOfSystem(system)),
    };
  }

  #at<Value>(inputs: Record<string, unknown>): Kept<Value> {
    const { ports, collection } = this.session;
    const key = contentKey({ latency: 1, ...inputs, ...this.measured });
    return {
      read: () => ports.storage.artifacts.get(collection, key) as Promise<Value | null>,
      keep: (value) => ports.storage.artifacts.put(collection, key, value),
    };
  }
}
