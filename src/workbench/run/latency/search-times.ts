import type { LoadedModel } from '../../../contract/model-workers';
import type { TimedRankings } from '../../../contract/workers';
import type { Ranking } from '../../../base/types';
import { askedTexts } from '../../../domain/dataset/supplied/content';
import type { FilterSpec } from '../../../domain/retrieval/metadata/metadata-spec';
import type { RetrieverSpec, RewrittenSpec, SearchSpec } from '../../../domain/retrieval/retriever-spec';
import { unpackRankings } from '../../../domain/run/packed';
import type { StageContext } from '../stage-context';
import { loadEncoder } from '../stages/embed';
import { namedQueries } from '../stages/file-vectors';
import { filteredSearch, filterFor } from '../stages/filter';
import { retrieverOf } from '../stages/retrieve';
import { asQueries, fuseRewrites } from '../stages/retrievers';
import type { Found, SearchedIndex } from '../stages/searcher';
import { openSuppliedFile } from '../stages/supplied-file';
import { WARM_UP } from './protocol';

/** Milliseconds by question; NaN where the time was over before it. */
export type QuestionTimes = Float64Array;

export interface SearchTimes {
  readonly times: QuestionTimes;
  readonly indexes: readonly SearchedIndex[];
  readonly models: readonly LoadedModel[];
}

export interface SearchTask {
  /** With the questions that are timed, in this order. */
  readonly context: StageContext;
  readonly retriever: RetrieverSpec;
  readonly filter: FilterSpec | null;
  readonly depth: number;
}

/**
 * Times the search of one question after the other, each from its text to its list, with the index open and the model
 * loaded. Nothing that is kept of a question is read or written.
 *
 * @param begin called when all is ready and warm @param timed called after each question
 */
export async function timeSearches(
  task: SearchTask,
  begin: () => (timed: number) => boolean,
  timed: () => void,
): Promise<SearchTimes> {
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
  /** Milliseconds that a question takes, by its place. */
  readonly ask: (question: number) => Promise<number>;
  /** Known once a question was asked. */
  readonly indexes: () => readonly SearchedIndex[];
}

async function openSearch(task: SearchTask): Promise<OpenSearch> {
  const { context, retriever } = task;
  // Lists from a file are there.
  if (retriever.kind === 'run') return { ask: () => Promise.resolve(0), indexes: () => [] };
  if (retriever.kind === 'rewritten') return openRewritten(task, retriever);
  const queries = retriever.kind === 'file-vectors' ? namedQueries(context.queries) : context.queries;
  const { find, indexes } = await openTexts({ ...task, context: { ...context, queries } }, retriever);
  return { ask: async (i) => (await find(queries[i]!.text, context.queries[i]!.text)).milliseconds, indexes };
}

/** A question's time is that of the searches of all its texts, one after the other, and of their fusion. */
async function openRewritten(task: SearchTask, spec: RewrittenSpec): Promise<OpenSearch> {
  const { context, depth } = task;
  const { ports, collection, queries, corpus } = context;
  const { entries } = await openSuppliedFile(ports.storage, collection, 'rewrites', spec.rewrites);
  const { texts, byQuestion } = askedTexts(queries, entries, spec.original);
  const { find, indexes } = await openTexts(
    { ...task, context: { ...context, queries: asQueries(texts) } },
    spec.retriever,
  );
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

interface FoundAlone {
  readonly milliseconds: number;
  readonly list: TimedRankings;
}

/** @returns `find` takes what the retriever is asked by, and the question where that is something else */
async function openTexts(
  { context, filter: filterSpec, depth }: SearchTask,
  spec: SearchSpec,
): Promise<{ find: (text: string, question?: string) => Promise<FoundAlone> } & Pick<OpenSearch, 'indexes'>> {
  const searcher = await retrieverOf(spec).open(context);
  if (spec.kind === 'dense') await loadEncoder(context, spec);
  const filter = filterSpec && (await filterFor(context, filterSpec));
  let { bytes } = searcher.index;
  const find = async (text: string, question = text): Promise<FoundAlone> => {
    const asked = await searcher.ask(text);
    const search = async (deep: number): Promise<Found> => {
      const found = await asked.search(deep);
      // Of what stands in for whole vectors.
      bytes = found.fidelity?.bytes ?? bytes;
      return found;
    };
    const list = filter
      ? await filteredSearch(context, { search: (_, deep) => search(deep) }, [question], depth, filter)
      : await search(depth);
    return { milliseconds: asked.milliseconds + list.milliseconds[0]!, list };
  };
  return { find, indexes: () => [{ key: searcher.index.key, bytes }] };
}
