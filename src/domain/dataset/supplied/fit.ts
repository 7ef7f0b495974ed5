import { type RewriteEntry, rewritesByQuestion } from './content';
import type { DocId, Query } from '../../../base/types';
import type { ImportedSupplied, ImportedRewrites, ImportProblem } from '../outcome';
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
  /** Questions of the collection that have rewrites. */
  readonly questions: number;
  readonly texts: number;
  /** Questions of the collection that have none. */
  readonly without: number;
}

export type Fitted = FittedRewrites | FittedVectors;

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
  const fitted = rewrites.map((each) => fitRewrites(each, ground, log));
  const items = [...fitted, vectors.length > 0 ? fitVectors(vectors, ground, log) : null];
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
