import { HitrateError } from '../../../contract/errors';
import { unpackRankings } from '../../../domain/run/packed';
import type { ImportedSpec, FileVectorsSpec, RewrittenSpec } from '../../../domain/retrieval/retriever-spec';
import { type DocId, type Query, queryId, type Ranking } from '../../../base/types';
import type { StageContext } from '../stage-context';
import { type Retrieved, retrieve } from './retrieve';
import { textKey } from '../../../domain/dataset/corpus';
import { openSuppliedFile, namedQueries, remarksOnVectors } from './file-vectors';
import { type OpenFilter, filterFor } from './filter';
import { latencyOfEngine } from '../latency/protocol';
import { askedTexts, type RewriteEntry } from '../../../domain/dataset/supplied/content';
import { fuse, truncated } from '../../../domain/fusion/fuse';
import { joinEach } from './fuse';

export async function importedRun(context: StageContext, spec: ImportedSpec): Promise<Retrieved> {
  const { ports, collection, queries, corpus } = context;
  const [headers, run] = await Promise.all([
    ports.storage.runs.list(collection),
    ports.storage.runs.get(collection, spec.name),
  ]);
  const header = headers.find(({ system }) => system === spec.name);
  if (!run || header?.hash !== spec.hash) throw new HitrateError('system-run-changed', { name: spec.name });
  const unknown = corpus.ids.length === 0 ? 0 : run.docs.filter((id: DocId) => !corpus.positions.has(id)).length;
  if (unknown > 0) context.unknownDocuments.set(spec.name, unknown);
  const lists = unpackRankings(run.rankings, run.docs);
  const positions = new Map(run.queries.map((query, i) => [query, i]));
  const rankings = queries.map(({ id }) => lists[positions.get(id) ?? -1] ?? []);
  const known = new Set([...queries.map(({ id }) => id), ...(context.aside ?? [])]);
  const strangers = run.queries.filter((id) => !known.has(id)).length;
  if (strangers > 0) context.unevaluated.set(spec.name, strangers);
  const milliseconds = new Float64Array(queries.length);
  const latency = latencyOfEngine(
    header.times,
    queries.flatMap(({ id }) => positions.get(id) ?? []),
  );
  return { rankings, milliseconds, indexMilliseconds: 0, truncatedPassages: 0, latency };
}

/** @throws {HitrateError} `system-file-changed` */
export async function byFileVectors(
  context: StageContext,
  spec: FileVectorsSpec,
  depth: number,
  filter: OpenFilter | null,
): Promise<Retrieved> {
  const { ports, collection, queries, remarks } = context;
  const set = await openSuppliedFile(ports.storage, collection, 'vectors', spec);
  remarks.push(...remarksOnVectors(spec, set, queries, textKey));
  const named = namedQueries(queries);
  const texts = new Map(named.map(({ text }, i) => [text, queries[i]!.text]));
  const byName = filter && { ...filter, forQuestion: (name: string) => filter.forQuestion(texts.get(name) ?? name) };
  return retrieve({ ...context, queries: named }, spec, depth, byName);
}

/**
 * Asks each rewrite and fuses the lists by reciprocal rank with one weight; a question without any is asked as it is.
 * With passages that might answer it this is HyDE (Gao et al., 2022). Each text is searched once. A question's time is
 * that of its searches and the fusion. @throws {HitrateError} `system-file-changed` where rewrites are gone
 */
export async function rewritten(context: StageContext, spec: RewrittenSpec, depth: number, filter: OpenFilter | null) {
  const { ports, collection, queries, remarks, tracker } = context;
  const { entries } = await openSuppliedFile(ports.storage, collection, 'rewrites', spec.rewrites);
  const { texts, byQuestion, without } = askedTexts(queries, entries, spec.original);
  const { rewrites, original } = spec;
  const filtered = filter?.spec.kind === 'question';
  const data = { name: rewrites.name, original, without, questions: queries.length, filtered };
  remarks.push({ code: 'rewrites-asked', data });
  const asking = { ...context, queries: asQueries(texts) };
  const reading = filter && (await filterFor(asking, filter.spec));
  const found = await retrieve(asking, spec.retriever, depth, reading);
  tracker.expect('fuse', queries.length);
  const fused = (question: number): Ranking =>
    fuseRewrites(
      byQuestion[question]!.map((position) => found.rankings[position]!),
      spec,
      depth,
    );
  const before = (question: number): number =>
    byQuestion[question]!.reduce((sum, position) => sum + found.milliseconds[position]!, 0);
  return { ...found, ...(await joinEach(context, fused, before)) };
}

export const fuseRewrites = (lists: readonly Ranking[], { constant }: Pick<RewrittenSpec, 'constant'>, depth: number) =>
  truncated(fuse(lists, { method: 'rrf', constant, weights: lists.map(() => 1) }), depth);

export const searchedQueries = (
  queries: readonly Query[],
  entries: readonly RewriteEntry[],
  { original }: RewrittenSpec,
): Query[] => asQueries(askedTexts(queries, entries, original).texts);

export const asQueries = (texts: readonly string[]): Query[] => texts.map((text, i) => ({ id: queryId(`${i}`), text }));
