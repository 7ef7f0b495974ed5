import { placeOf } from '../../chunk/recursive';
import type { ContextEntry } from '../../chunk/written-contexts';
import { type RewriteEntry, rewritesByQuestion } from './content';
import { docId, type DocId, type Query } from '../../../base/types';
import type { ImportedContexts, ImportedRewrites, ImportedSupplied, ImportProblem } from '../outcome';
import { problem, ProblemLog } from '../problem';
import { fitVectors, type FittedVectors } from './fit-vectors';

export interface Ground {
  /** In the order of the collection's files. */
  readonly docs: readonly DocId[];
  readonly queries: readonly Query[];
}

interface FittedRewrites {
  readonly kind: 'rewrites';
  readonly files: readonly string[];
  readonly entries: readonly RewriteEntry[];
  readonly questions: number;
  readonly texts: number;
  /** Questions of the collection that have none. */
  readonly without: number;
}

interface FittedContexts {
  readonly kind: 'contexts';
  readonly files: readonly string[];
  readonly entries: readonly ContextEntry[];
  readonly documents: number;
  /** Those that name a passage by its text alone: whether it is there is known once documents are cut. */
  readonly byText: number;
}

export type Fitted = FittedRewrites | FittedVectors | FittedContexts;

export interface Fitting {
  readonly items: readonly Fitted[];
  readonly problems: readonly ImportProblem[];
  readonly warnings: readonly ImportProblem[];
}

/** Matches what was read from files with a collection: which question each rewrite and vector is of. */
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
  const ours = new Set(docs);
  const documents = new Set<DocId>();
  const unknown: string[] = [];
  for (const { id } of entries) {
    const doc = id === null ? null : documentOf(docId(id), ours);
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

/** The document that an id names, or that it names a passage of; null where the collection has none. */
function documentOf(id: DocId, ours: ReadonlySet<DocId>): DocId | null {
  if (ours.has(id)) return id;
  const doc = placeOf(id)?.doc;
  return doc !== undefined && ours.has(doc) ? doc : null;
}
