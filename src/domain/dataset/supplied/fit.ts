import { type DocId, docId, type Query, queryId } from '../../../base/types';
import type {
  ImportedVectors,
  UnfitVectors,
  ImportedContexts,
  ImportedRewrites,
  ImportedSupplied,
  ImportProblem,
} from '../outcome';
import { baseName } from '../../../base/paths';
import { problem, ProblemLog } from '../problem';
import { documentOf } from '../corpus';
import { type ContextSet, type Rewrites, rewritesByQuestion, type VectorSet } from './content';

export interface FittedVectors extends Omit<VectorSet, 'textKeys'> {
  readonly files: readonly [string, string];
  readonly without: number;
}

/** What the files are held against. */
export interface Ground {
  readonly docs: readonly DocId[];
  readonly queries: readonly Query[];
}

type Role = 'passages' | 'questions';

const NAMES: Readonly<Record<Role, RegExp>> = { passages: /passage|doc|corpus|chunk/i, questions: /quer|question/i };

/** By ids, or by row count. @returns null where they do not fit the collection; the log says why */
function fitVectors(files: readonly ImportedVectors[], ids: Ground, log: ProblemLog): FittedVectors | null {
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

function roleOf({ ids, values, dimensions, file }: ImportedVectors, { docs, queries }: Ground): Role | UnfitVectors {
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

function joined(passages: ImportedVectors, questions: ImportedVectors, ids: Ground, log: ProblemLog) {
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

interface FittedRewrites extends Rewrites {
  readonly files: readonly string[];
  readonly questions: number;
  readonly texts: number;
  readonly without: number;
}

interface FittedContexts extends ContextSet {
  readonly files: readonly string[];
  readonly documents: number;
  readonly byText: number;
}

export type Fitted = FittedRewrites | FittedVectors | FittedContexts;

export interface Fitting {
  readonly items: readonly Fitted[];
  readonly problems: readonly ImportProblem[];
  readonly warnings: readonly ImportProblem[];
}

export function fitSupplied(supplied: readonly ImportedSupplied[], ground: Ground): Fitting {
  const log = new ProblemLog();
  const rewrites = supplied.filter((each) => each.kind === 'rewrites');
  const vectors = supplied.filter((each) => each.kind === 'vectors');
  const contexts = supplied.filter((each) => each.kind === 'contexts').map((each) => fitContexts(each, ground, log));
  const fitted = rewrites.map((each) => fitRewrites(each, ground, log));
  const items = [...fitted, ...contexts, vectors.length > 0 ? fitVectors(vectors, ground, log) : null];
  return { items: items.filter((each) => each !== null), problems: log.problems, warnings: log.warnings };
}

function fitRewrites({ file, entries }: ImportedRewrites, ground: Ground, log: ProblemLog): FittedRewrites | null {
  const refuse = (why: Parameters<typeof problem<'unfit-rewrites'>>[2]): null => {
    log.add(problem('unfit-rewrites', { file }, why));
    return null;
  };
  const { docs, queries } = ground;
  if (docs.length === 0) return refuse('no-documents');
  const documents = new Set<string>(docs);
  const all = entries.flatMap(({ texts }) => texts);
  if (all.filter((text) => documents.has(text)).length * 2 > all.length) return refuse('document-ids');
  const keys = new Set(queries.flatMap(({ id, text }) => [id, text, text.trim()]));
  const unknown = entries.filter(({ question }) => !keys.has(question)).map(({ question }) => question);
  if (unknown.length === entries.length) return refuse({ first: unknown[0]!, ours: queries[0]?.text ?? null });
  if (unknown.length > 0) log.warn(problem('partly-fitting', { file }, 'rewrites', unknown, entries.length));
  const textsOf = rewritesByQuestion(entries);
  const found = queries.map(textsOf).filter((texts) => texts.length > 0);
  return {
    kind: 'rewrites',
    files: [file],
    entries,
    questions: found.length,
    texts: found.reduce((sum, texts) => sum + texts.length, 0),
    without: queries.length - found.length,
  };
}

function fitContexts({ file, entries }: ImportedContexts, { docs }: Ground, log: ProblemLog): FittedContexts | null {
  const ours = new Set<string>(docs);
  const documents = new Set<DocId>();
  const unknown: string[] = [];
  for (const { id } of entries) {
    const doc = id === null ? null : documentOf(id, ours);
    if (doc !== null) documents.add(doc);
    else if (id !== null) unknown.push(id);
  }
  const [first] = docs;
  if (first === undefined || unknown.length === entries.length) {
    const why = first === undefined ? 'no-documents' : { first: unknown[0]!, ours: first };
    log.add(problem('unfit-contexts', { file }, why));
    return null;
  }
  if (unknown.length > 0) log.warn(problem('partly-fitting', { file }, 'contexts', unknown, entries.length));
  const byText = entries.filter(({ id }) => id === null).length;
  return { kind: 'contexts', files: [file], entries, documents: documents.size, byText };
}
