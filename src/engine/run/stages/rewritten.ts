import { askedTexts } from '../../../domain/dataset/supplied/asked-texts';
import { fuse } from '../../../domain/fusion/fuse';
import { cut } from '../../../domain/fusion/cut';
import type { RewriteEntry } from '../../../domain/dataset/supplied/content';
import type { RewrittenSpec } from '../../../domain/retrieval/retriever-spec';
import { type Query, queryId, type Ranking } from '../../../base/types';
import { pacer } from '../../kernel/pause';
import { openSuppliedFile } from './supplied-file';
import type { StageContext } from '../stage-context';
import { filterFor, type OpenFilter } from './filter';
import { retrieve, type Retrieved } from './retrieve';

/**
 * Asks a retriever by every rewrite of a question (and by the question itself, where the spec says so), and fuses the
 * lists by reciprocal rank, all with one weight. A question without rewrites is asked as it is. With passages that
 * might answer a question in the place of rewrites this is HyDE (Gao et al., 2022), except that a model reads them as
 * questions.
 *
 * Texts are searched and kept as questions are, each once: what changes is searched alone. A question's time is that of
 * all its searches and of the fusion; the time to write the rewrites is not known, which is told as a remark. A filter
 * that reads questions reads each text by itself.
 *
 * @throws {HitrateError} `spec-invalid` where the rewrites are no longer there
 */
export async function rewritten(
  environment: StageContext,
  spec: RewrittenSpec,
  depth: number,
  filter: OpenFilter | null,
): Promise<Retrieved> {
  const { ports, collection, queries, remarks, tracker, signal } = environment;
  const { entries } = await openSuppliedFile(ports.storage, collection, 'rewrites', spec.rewrites);
  const { texts, byQuestion, without } = askedTexts(queries, entries, spec.original);
  const { rewrites, original } = spec;
  const filtered = filter?.spec.kind === 'question';
  const data = { name: rewrites.name, original, without, questions: queries.length, filtered };
  remarks.push({ code: 'rewrites-asked', data });
  const asking = { ...environment, queries: asQueries(texts) };
  const reading = filter && (await filterFor(asking, filter.spec));
  const found = await retrieve(asking, spec.retriever, depth, reading);
  tracker.expect('fuse', queries.length);
  const milliseconds = new Float64Array(queries.length);
  const rankings: Ranking[] = [];
  const pace = pacer(signal);
  for (const [q, positions] of byQuestion.entries()) {
    const began = performance.now();
    const lists = positions.map((position) => found.rankings[position]!);
    const fusion = { method: 'rrf', constant: spec.constant, weights: lists.map(() => 1) } as const;
    rankings.push(cut(fuse(lists, fusion), depth));
    const own = performance.now() - began;
    milliseconds[q] = positions.reduce((sum, position) => sum + found.milliseconds[position]!, own);
    await pace();
  }
  tracker.computed('fuse', queries.length);
  tracker.finish('fuse');
  return { ...found, rankings, milliseconds };
}

/** What is searched for some questions, as questions. */
export const searchedQueries = (
  queries: readonly Query[],
  entries: readonly RewriteEntry[],
  { original }: RewrittenSpec,
): Query[] => asQueries(askedTexts(queries, entries, original).texts);

const asQueries = (texts: readonly string[]): Query[] => texts.map((text, i) => ({ id: queryId(`${i}`), text }));
