import type { Dataset, DocId } from '../../../base/types';
import type { ImportedContexts, ImportedRewrites, ImportedSupplied } from '../outcome';
import { problem, ProblemLog } from '../problem';
import { documentOf } from '../corpus';
import { rewritesByQuestion } from './content';
import { fitVectors } from './vectors/fit-vectors';
import type { Ground } from './vectors/match-rows';

export type { Ground };

/** Of documents as they are stored. */
export const groundOfTexts = ({ docs, queries }: Pick<Dataset, 'docs' | 'queries'>): Ground => ({
  docs: docs.map(({ id }) => id),
  queries,
  texts: docs,
});

export type Fitting = ReturnType<typeof fitSupplied>;
export type Fitted = Fitting['items'][number];

export function fitSupplied(supplied: readonly ImportedSupplied[], ground: Ground) {
  const log = new ProblemLog();
  const rewrites = supplied.filter((each) => each.kind === 'rewrites');
  const vectors = supplied.filter((each) => each.kind === 'vectors');
  const contexts = supplied.filter((each) => each.kind === 'contexts').map((each) => fitContexts(each, ground, log));
  const fitted = rewrites.map((each) => fitRewrites(each, ground, log));
  const items = [...fitted, ...contexts, ...(vectors.length > 0 ? fitVectors(vectors, ground, log) : [])];
  return { items: items.filter((each) => each !== null), problems: log.problems, warnings: log.warnings };
}

function fitRewrites({ file, entries }: ImportedRewrites, ground: Ground, log: ProblemLog) {
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
    kind: 'rewrites' as const,
    files: [file],
    entries,
    questions: found.length,
    texts: found.reduce((sum, texts) => sum + texts.length, 0),
    without: queries.length - found.length,
  };
}

function fitContexts({ file, entries }: ImportedContexts, { docs }: Ground, log: ProblemLog) {
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
  return { kind: 'contexts' as const, files: [file], entries, documents: documents.size, byText };
}
