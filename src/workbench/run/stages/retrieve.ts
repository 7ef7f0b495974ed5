import type { SuppliedHeader } from '../../../contract/storage';
import type { ModelCard } from '../../../domain/models/configuration';
import { fieldsOfRetriever } from '../../../domain/experiment/retrievers';
import type { DenseSpec, RetrieverSpec, SearchSpec, WordSpec } from '../../../domain/retrieval/retriever-spec';
import { canonicalJson } from '../../../base/hash';
import { textKey, readKey } from '../../../domain/dataset/corpus';
import { pacedMap, pacer, together } from '../../kernel/pace';
import { embed, embedAlone, embedLate, lateNamespace, loadEncoder, vectorNamespace } from './embed';
import {
  type Retriever,
  type Searcher,
  type BlockFidelity,
  joinedFidelity,
  type SearchFidelity,
  openVectorIndex,
} from './searcher';
import type { TimedRankings } from '../../../contract/workers';
import type { Latency } from '../../../domain/report/report';
import { unpackRankings } from '../../../domain/run/packed';
import type { FilterSpec } from '../../../domain/retrieval/metadata/metadata-spec';
import type { Query, Ranking } from '../../../base/types';
import type { StageCorpus } from '../../kernel/corpus';
import {
  type StageContext,
  type Libraries,
  type Ranked,
  stageKey,
  type Versions,
  type VersionedStage,
  vectorStages,
} from '../stage-context';
import { pickRows } from '../../../base/vectors';
import { fileVectorsSearcher } from './file-vectors';
import { filteredSearch, type OpenFilter } from './filter';
import { lexicalIndexKey, lexicalSearcher, wordInputs, wordLibraries } from './lexical';

function denseSearcher(spec: DenseSpec): Retriever {
  return {
    searchStage: 'dense-search',
    indexStages: ({ corpus, queries }) => [
      ['passage-vectors', corpus.texts.length],
      ['question-vectors', queries.length],
    ],

    async open(context): Promise<Searcher> {
      const { corpus, queries, late } = context;
      const passages = late
        ? await embedLate(context, spec, late)
        : await embed(context, 'passage-vectors', spec, corpus.texts, corpus.textKeys);
      const texts = queries.map((query) => query.text);
      const textKeys = await pacedMap(texts, textKey, pacer(context.signal));
      const bytes = passages.vectors.byteLength;
      const [index, questions] = await together([
        openVectorIndex(context, passages, spec.search, { model: spec.model }),
        embed(context, 'question-vectors', spec, texts, textKeys),
      ]);
      const positions = new Map(queries.map((query, i) => [query.text, i]));

      return {
        indexMilliseconds: passages.milliseconds.reduce((sum, ms) => sum + ms, index.buildMilliseconds),
        truncatedPassages: passages.truncated,
        async search(texts, depth) {
          const at = texts.map((text) => positions.get(text)!);
          const found = await index.search(pickRows(questions.vectors, passages.dimensions, at), depth);
          const milliseconds = found.milliseconds.map((ms, i) => ms + questions.milliseconds[at[i]!]!);
          return { ...found, milliseconds };
        },
        async ask(query) {
          const { vectors, milliseconds } = await embedAlone(context, spec, query);
          // The worker takes the vector over, and a filter may search twice.
          return { milliseconds, search: (depth) => index.search(vectors.slice(), depth) };
        },
        index: { key: canonicalJson([spec, late !== null]), bytes },
      };
    },
  };
}

/** Questions in a block, at most about: what a run that was cut off, or one edited question, costs. */
const BLOCK = 100;

interface RetrievedBlock extends TimedRankings {
  readonly indexMilliseconds: number;
  readonly truncatedPassages: number;
  readonly fidelities?: readonly BlockFidelity[];
}

export interface Retrieved extends Ranked {
  readonly truncatedPassages: number;
  readonly fidelity?: SearchFidelity | null;
  readonly latency?: Latency | null;
}

type Stages = readonly VersionedStage[];

interface Searching<Spec> {
  readonly open: (spec: Spec) => Retriever;
  readonly libraries: (spec: Spec) => Libraries;
  readonly warmUp: (context: StageContext, spec: Spec) => Promise<unknown>;
  readonly index: (spec: Spec, corpus: StageCorpus, versions: Versions) => PassageIndex | null;
  readonly dimensions: (spec: Spec, models: readonly ModelCard[], supplied: readonly SuppliedHeader[]) => number;
}

export interface PassageIndex {
  readonly stage: 'lexical-index' | 'passage-vectors';
  readonly kept: 'artifact' | 'rows';
  readonly key: string;
}

const WORDS: Searching<WordSpec> & { readonly stages: () => Stages } = {
  stages: () => ['lexical-index', 'lexical-search'],
  open: lexicalSearcher,
  libraries: wordLibraries,
  warmUp: () => Promise.resolve(),
  index: (spec, corpus, versions) => ({
    stage: 'lexical-index',
    kept: 'artifact',
    key: lexicalIndexKey(versions, spec, corpus),
  }),
  dimensions: () => 0,
};

/** The stages are those that compute its list; a list from a file is computed nowhere. */
const RUNNING_RETRIEVERS: {
  readonly [Kind in RetrieverSpec['kind']]: {
    readonly stages: (spec: Extract<RetrieverSpec, { kind: Kind }>, late: boolean) => Stages;
  } & (Kind extends SearchSpec['kind'] ? Searching<Extract<SearchSpec, { kind: Kind }>> : unknown);
} = {
  minisearch: WORDS,
  lexical: WORDS,
  'term-graph': WORDS,
  dense: {
    stages: (spec, late) => [
      ...(late ? (['late-vectors'] as const) : vectorStages('passage-vectors', spec)),
      ...vectorStages('question-vectors', spec),
      'dense-search',
    ],
    open: denseSearcher,
    libraries: () => 'models',
    warmUp: loadEncoder,
    index: (spec, { late }, versions) => ({
      stage: 'passage-vectors',
      kept: 'rows',
      key: late ? lateNamespace(versions, spec) : vectorNamespace(versions, spec, 'passage'),
    }),
    dimensions: ({ model }, models) => models.find(({ id }) => id === model)?.dimensions ?? 0,
  },
  'file-vectors': {
    stages: () => ['dense-search'],
    open: fileVectorsSearcher,
    libraries: () => 'own',
    warmUp: () => Promise.resolve(),
    index: () => null,
    dimensions({ name }, _, supplied) {
      const file = supplied.find((each) => each.name === name);
      return file?.kind === 'vectors' ? file.dimensions : 0;
    },
  },
  run: { stages: () => [] },
  rewritten: { stages: ({ retriever }, late) => searchStages(retriever, late) },
};

export const searchingOf = <Spec extends SearchSpec>({ kind }: Spec) =>
  RUNNING_RETRIEVERS[kind] as unknown as Searching<SearchSpec>;

export function searchStages(spec: RetrieverSpec, late = false): Stages {
  const stages = RUNNING_RETRIEVERS[spec.kind].stages as (spec: RetrieverSpec, late: boolean) => Stages;
  return stages(spec, late);
}

/** @param filter a list is as long as without it wherever there are enough */
export async function retrieve(
  context: StageContext,
  spec: SearchSpec,
  depth: number,
  filter: OpenFilter | null = null,
): Promise<Retrieved> {
  const { ports, collection, tracker, queries, corpus } = context;
  const retriever = searchingOf(spec).open(spec);
  const identity = context.late ? { ...corpus, late: true as const } : corpus;
  const blocks = await retrievalBlocks(ports.versions, spec, identity, depth, queries, filter?.spec);
  const cached = await Promise.all(
    blocks.map(({ key }) => ports.storage.artifacts.get(collection, key) as Promise<RetrievedBlock | null>),
  );
  const complete = cached.every((block) => block !== null);
  if (complete) reuseIndex(context, retriever);
  const searcher = complete ? null : await retriever.open(context);

  tracker.expect(retriever.searchStage, queries.length);
  const found: RetrievedBlock[] = [];
  for (const [i, { key, positions }] of blocks.entries()) {
    const known = cached[i];
    if (known) tracker.reused(retriever.searchStage, positions.length);
    const block = known ?? (await searchBlock(context, searcher!, positions, depth, filter));
    if (!known) {
      await ports.storage.artifacts.put(collection, key, block);
      tracker.computed(retriever.searchStage, positions.length);
    }
    found.push(block);
  }
  tracker.finish(retriever.searchStage);
  const fidelities = found.flatMap((block) => block.fidelities ?? []);
  return { ...(await joined(context, blocks, found)), fidelity: joinedFidelity(fidelities, depth) };
}

type Block = { readonly key: string; readonly positions: readonly number[] };

/** A block follows from the question's text: an edited question leaves the other blocks as they are. */
export async function retrievalBlocks(
  versions: Versions,
  retriever: SearchSpec,
  corpus: StageCorpus,
  depth: number,
  queries: readonly Query[],
  filter?: FilterSpec,
): Promise<Block[]> {
  const pace = pacer();
  const count = 2 ** Math.ceil(Math.log2(Math.max(1, queries.length / BLOCK)));
  const blocks = Array.from({ length: count }, (): { hash: string; position: number }[] => []);
  for (const [position, { text }] of queries.entries()) {
    await pace();
    const hash = textKey(text);
    blocks[parseInt(hash.slice(0, 8), 16) % count]!.push({ hash, position });
  }
  const fields = [...fieldsOfRetriever(retriever), ...(filter ? [filter.field] : [])];
  const kept = filter ? { filter, ...(filter.kind === 'question' ? { filtered: wordInputs(filter) } : {}) } : {};
  const late = corpus.late === true && retriever.kind === 'dense';
  const stages = [...searchStages(retriever, late), ...(filter ? (['filter'] as const) : [])];
  const asked = blocks.filter((block) => block.length > 0);
  return pacedMap(
    asked,
    (block) => {
      const ordered = block.sort((a, b) => (a.hash < b.hash ? -1 : a.hash > b.hash ? 1 : a.position - b.position));
      const words = 'analyzer' in retriever ? wordInputs(retriever) : {};
      const inputs = {
        retriever,
        ...words,
        ...kept,
        ...(late ? { late } : {}),
        corpus: readKey(corpus, fields),
        depth,
        queries: ordered.map(({ hash }) => hash),
      };
      return {
        key: stageKey(versions, searchingOf(retriever).libraries(retriever), 'retrieve', stages, inputs),
        positions: ordered.map(({ position }) => position),
      };
    },
    pace,
  );
}

function reuseIndex(context: StageContext, retriever: Retriever): void {
  for (const [stage, items] of retriever.indexStages(context)) {
    context.tracker.expect(stage, items);
    context.tracker.reused(stage, items);
    context.tracker.finish(stage);
  }
}

async function searchBlock(
  context: StageContext,
  searcher: Searcher,
  positions: readonly number[],
  depth: number,
  filter: OpenFilter | null,
): Promise<RetrievedBlock> {
  context.signal.throwIfAborted();
  const texts = positions.map((position) => context.queries[position]!.text);
  const fidelities: BlockFidelity[] = [];
  const listened = withFidelity(searcher, depth, fidelities);
  const found = filter
    ? await filteredSearch(context, listened, texts, depth, filter)
    : await listened.search(texts, depth);
  const { offsets, docs, scores, milliseconds } = found;
  const { indexMilliseconds, truncatedPassages } = searcher;
  const block = { offsets, docs, scores, milliseconds, indexMilliseconds, truncatedPassages };
  return fidelities.length > 0 ? { ...block, fidelities } : block;
}

function withFidelity(searcher: Searcher, depth: number, into: BlockFidelity[]): Searcher {
  return {
    ...searcher,
    async search(texts, deep) {
      const found = await searcher.search(texts, deep);
      if (deep === depth && found.fidelity) into.push(found.fidelity);
      return found;
    },
  };
}

async function joined(
  { queries, corpus, signal }: StageContext,
  blocks: readonly Block[],
  found: readonly RetrievedBlock[],
): Promise<Retrieved> {
  const pace = pacer(signal);
  const rankings = new Array<Ranking>(queries.length);
  const milliseconds = new Float64Array(queries.length);
  for (const [b, { positions }] of blocks.entries()) {
    await pace();
    const unpacked = unpackRankings(found[b]!, corpus.ids);
    positions.forEach((position, i) => {
      rankings[position] = unpacked[i]!;
      milliseconds[position] = found[b]!.milliseconds[i]!;
    });
  }
  const { indexMilliseconds = 0, truncatedPassages = 0 } = found[0] ?? {};
  return { rankings, milliseconds, indexMilliseconds, truncatedPassages };
}
