import type { TimedRankings } from '../../../contract/workers';
import type { Condition, Meets } from '../../../domain/retrieval/metadata/condition';
import { packRankings } from '../../../domain/run/packed';
import type { FilterSpec } from '../../../domain/retrieval/metadata/metadata-spec';
import type { Ranking } from '../../../base/types';
import type { Corpus } from '../../kernel/corpus';
import { conditionOf } from './condition';
import { chunks, type StageContext } from '../stage-context';
import type { Searcher } from './searcher';

/** A filter that has been made ready. */
export interface OpenFilter {
  readonly spec: FilterSpec;
  /** What it keeps for a question; null where that names no value, and all is kept. */
  readonly forQuestion: Condition['forQuestion'];
}

/** How much deeper is searched where too little was kept. */
const DEEPER = 4;
/** Passages of all lists that are held at a time. */
const MAX_HITS = 4_000_000;

/** Makes a filter ready for the questions of an environment. */
export async function filterFor(environment: StageContext, spec: FilterSpec): Promise<OpenFilter> {
  const { forQuestion } = await conditionOf(environment, spec);
  return { spec, forQuestion };
}

/** The same, and tells of how many questions it keeps all. */
export async function openFilter(environment: StageContext, spec: FilterSpec): Promise<OpenFilter> {
  const { queries, remarks } = environment;
  const { forQuestion } = await filterFor(environment, spec);
  if (spec.kind === 'question') {
    const unnamed = queries.filter(({ text }) => forQuestion(text) === null).length;
    remarks.push({ code: 'filter-unnamed', data: { field: spec.field, unnamed, questions: queries.length } });
  }
  return { spec, forQuestion };
}

type FilteredHit = { readonly doc: number; readonly score: number };

/**
 * The first `depth` passages that a filter keeps: as if the others were not there, as far as the retriever's scores do not
 * depend on them. Where too few of a list are kept, the question is searched again for a list four times as long, until
 * enough are kept or the retriever has no more. Its time is that of all its searches.
 */
export async function filteredSearch(
  { corpus, signal }: Pick<StageContext, 'corpus' | 'signal'>,
  searcher: Searcher,
  queries: readonly string[],
  depth: number,
  filter: OpenFilter,
): Promise<TimedRankings> {
  const all = corpus.ids.length;
  const lists = queries.map((): readonly FilteredHit[] => []);
  const milliseconds = new Float64Array(queries.length);
  const meets = queries.map((query) => filter.forQuestion(query));
  let left = queries.map((_, i) => i);
  for (let deep = depth; left.length > 0; deep = Math.min(all, deep * DEEPER)) {
    const short: number[] = [];
    for (const batch of chunks(left, Math.max(1, Math.floor(MAX_HITS / Math.min(all, deep))))) {
      signal.throwIfAborted();
      const found = await searcher.search(
        batch.map((i) => queries[i]!),
        deep,
      );
      for (const [at, i] of batch.entries()) {
        const length = found.offsets[at + 1]! - found.offsets[at]!;
        lists[i] = keptOf(found, at, meets[i]!).slice(0, depth);
        milliseconds[i]! += found.milliseconds[at]!;
        if (lists[i].length < depth && length >= deep && deep < all) short.push(i);
      }
    }
    left = short;
  }
  return { ...packRankings(lists), milliseconds };
}

function keptOf({ offsets, docs, scores }: TimedRankings, at: number, meets: Meets | null): FilteredHit[] {
  const kept: FilteredHit[] = [];
  for (let i = offsets[at]!; i < offsets[at + 1]!; i++)
    if (meets === null || meets(docs[i]!)) kept.push({ doc: docs[i]!, score: scores[i]! });
  return kept;
}

/** What a filter keeps of lists that are there already, as those of a run from a file. */
export function filterLists(
  { queries, corpus }: { readonly queries: StageContext['queries']; readonly corpus: Corpus },
  lists: readonly Ranking[],
  { forQuestion }: OpenFilter,
): Ranking[] {
  return lists.map((list, i) => {
    const meets = forQuestion(queries[i]!.text);
    return meets === null ? list : list.filter(({ id }) => meets(corpus.positions.get(id)!));
  });
}
