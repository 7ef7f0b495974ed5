import { type DocId, docId, type Query, type QueryId, queryId } from '../../../base/types';
import type { ImportedVectors, UnfitVectors } from '../outcome';
import { baseName } from '../../../base/paths';
import { problem, type ProblemLog } from '../problem';

/** Vectors of all passages of a collection, and of questions of it. Matrices are row-major. */
export interface FittedVectors {
  readonly kind: 'vectors';
  /** That of passages, then that of questions. */
  readonly files: readonly [string, string];
  readonly dimensions: number;
  readonly docs: readonly DocId[];
  readonly passages: Float32Array;
  readonly queries: readonly QueryId[];
  readonly questions: Float32Array;
  /** Questions without a vector: they find nothing. */
  readonly without: number;
}

interface Ids {
  readonly docs: readonly DocId[];
  readonly queries: readonly Query[];
}

type Role = 'passages' | 'questions';

const NAMES: Readonly<Record<Role, RegExp>> = { passages: /passage|doc|corpus|chunk/i, questions: /quer|question/i };

/**
 * Finds which file has passages and which questions: by ids, or by row count where there are none. Every passage needs
 * a vector.
 *
 * @returns null where they do not fit the collection; the log says why
 */
export function fitVectors(files: readonly ImportedVectors[], ids: Ids, log: ProblemLog): FittedVectors | null {
  const refuse = (file: string, unfit: UnfitVectors): null => {
    log.add(problem('unfit-vectors', { file }, unfit));
    return null;
  };
  if (ids.docs.length === 0) return refuse(files[0]!.file, { why: 'no-documents' });
  const roles = files.map((each) => ({ each, role: roleOf(each, ids) }));
  for (const { each, role } of roles) if (typeof role !== 'string') refuse(each.file, role);
  if (roles.some(({ role }) => typeof role !== 'string')) return null;
  const of = (wanted: Role): ImportedVectors[] => roles.filter(({ role }) => role === wanted).map(({ each }) => each);
  for (const role of ['passages', 'questions'] as const) {
    const paths = of(role).map(({ file }) => file);
    if (paths.length > 1) return refuse('', { why: 'several', of: role, files: paths });
  }
  const [[passages], [questions]] = [of('passages'), of('questions')];
  if (!passages || !questions)
    return refuse(files[0]!.file, { why: 'alone', there: passages ? 'passages' : 'questions' });
  const [wide, asked] = [passages.dimensions, questions.dimensions];
  if (wide !== asked) return refuse(questions.file, { why: 'widths', passages: wide, questions: asked });
  return joined(passages, questions, ids, log);
}

function roleOf({ ids, values, dimensions, file }: ImportedVectors, { docs, queries }: Ids): Role | UnfitVectors {
  const named = (Object.keys(NAMES) as Role[]).filter((role) => NAMES[role].test(baseName(file)));
  const byName = named.length === 1 ? named[0]! : null;
  if (ids) {
    const [documents, questions] = [new Set<string>(docs), new Set<string>(queries.map(({ id }) => id))];
    const [inDocs, inQueries] = [documents, questions].map((known) => ids.filter((id) => known.has(id)).length);
    if (inDocs! > inQueries!) return 'passages';
    if (inQueries! > inDocs!) return 'questions';
    if (inDocs! > 0) return byName ?? { why: 'both-ids' };
    return { why: 'unknown-ids', first: ids[0]!, doc: docs[0]!, query: queries[0]?.id ?? '' };
  }
  const rows = values.length / dimensions;
  const fits = { passages: rows === docs.length, questions: rows === queries.length };
  if (fits.passages && fits.questions) return byName ?? { why: 'either', rows };
  if (fits.passages) return 'passages';
  return fits.questions ? 'questions' : { why: 'counts', rows, docs: docs.length, queries: queries.length };
}

function joined(passages: ImportedVectors, questions: ImportedVectors, ids: Ids, log: ProblemLog) {
  const kept = rowsOf(passages, ids.docs, 'passages', log);
  const ours = ids.queries.map(({ id }) => id);
  const asked = rowsOf(questions, ours, 'questions', log);
  const there = new Set(kept.ids);
  const missing = ids.docs.filter((id) => !there.has(id));
  if (missing.length > 0) {
    const unfit = { why: 'missing', ids: missing, docs: ids.docs.length } as const;
    log.add(problem('unfit-vectors', { file: passages.file }, unfit));
    return null;
  }
  return {
    kind: 'vectors',
    files: [passages.file, questions.file],
    dimensions: passages.dimensions,
    docs: kept.ids.map(docId),
    passages: kept.values,
    queries: asked.ids.map(queryId),
    questions: asked.values,
    without: ids.queries.length - asked.ids.length,
  } satisfies FittedVectors;
}

function rowsOf(
  { ids, values, dimensions, file }: ImportedVectors,
  ours: readonly string[],
  role: Role,
  log: ProblemLog,
) {
  if (!ids) return { ids: ours, values };
  const known = new Set(ours);
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length === 0) return { ids, values };
  log.warn(problem('partly-fitting', { file }, role, unknown, ids.length));
  const rows = ids.flatMap((id, row) => (known.has(id) ? [row] : []));
  const kept = new Float32Array(rows.length * dimensions);
  rows.forEach((row, i) => kept.set(values.subarray(row * dimensions, (row + 1) * dimensions), i * dimensions));
  return { ids: rows.map((row) => ids[row]!), values: kept };
}
