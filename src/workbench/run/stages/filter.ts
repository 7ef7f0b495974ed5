import type { TimedRankings } from '../../../contract/workers';
import { type Condition, type Meets, fieldValues, openCondition } from '../../../domain/retrieval/metadata/condition';
import { packRankings } from '../../../domain/run/packed';
import type { FilterSpec, ConditionSpec } from '../../../domain/retrieval/metadata/metadata-spec';
import type { AnalyzerSpec } from '../../../domain/text/analyzer-spec';
import type { Ranking } from '../../../base/types';
import type { Corpus } from '../../kernel/corpus';
import { chunks, type StageContext } from '../stage-context';
import type { Searcher } from './searcher';
import { HitrateError } from '../../../contract/errors';

export interface OpenFilter {
  readonly spec: FilterSpec;
  readonly forQuestion: Condition['forQuestion'];
}

/** How much deeper is searched where too little was kept. */
const DEEPER = 4;
const MAX_HITS = 4_000_000;

export async function filterFor(context: StageContext, spec: FilterSpec): Promise<OpenFilter> {
  const { forQuestion } = await conditionOf(context, spec);
  return { spec, forQuestion };
}

export async function openFilter(context: StageContext, spec: FilterSpec): Promise<OpenFilter> {
  const { queries, remarks } = context;
  const { forQuestion } = await filterFor(context, spec);
  if (spec.kind === 'question') {
    const unnamed = queries.filter(({ text }) => forQuestion(text) === null).length;
    remarks.push({ code: 'filter-unnamed', data: { field: spec.field, unnamed, questions: queries.length } });
  }
  return { spec, forQuestion };
}

type FilteredHit = { readonly doc: number; readonly score: number };

/** Where too few are kept, the question is searched again four times as deep; its time is that of all searches. */
export async function filteredSearch(
  { corpus, signal }: Pick<StageContext, 'corpus' | 'signal'>,
  searcher: Pick<Searcher, 'search'>,
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

export function filterLists(
  { queries, corpus }: { readonly queries: StageContext['queries']; readonly corpus: Corpus },
  lists: readonly Ranking[],
  { forQuestion }: OpenFilter,
): Ranking[] {
  return lists.map((list, i) => {
    const meets = forQuestion(queries[i]!.text);
    // What a run has of elsewhere meets no condition.
    return meets === null ? list : list.filter(({ id }) => meets(corpus.positions.get(id) ?? -1));
  });
}

/** Texts sent to the worker at a time: few enough to stop soon after a cancel. */
const BATCH = 2000;

export async function conditionOf(context: StageContext, spec: ConditionSpec): Promise<Condition> {
  const { corpus, queries } = context;
  if (spec.kind !== 'question') return openCondition(spec, corpus.docs, () => []);
  const questions = queries.map(({ text }) => text);
  const { analyzer, field } = spec;
  const terms = await termsByText(context, analyzer, [...fieldValues(field, corpus.docs), ...questions]);
  if ([...terms.values()].every((each) => each.length === 0))
    throw new HitrateError('system-no-field-terms', { field });
  return openCondition(spec, corpus.docs, (text) => terms.get(text)!);
}

export async function termsByText({ ports, signal }: StageContext, analyzer: AnalyzerSpec, texts: readonly string[]) {
  const worker = ports.lexical.with(signal);
  const terms = new Map<string, readonly string[]>();
  for (const batch of chunks([...new Set(texts)], BATCH)) {
    signal.throwIfAborted();
    const found = await worker.terms({ analyzer, texts: batch });
    batch.forEach((text, i) => terms.set(text, found[i]!));
  }
  return terms;
}
