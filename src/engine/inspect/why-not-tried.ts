import type { ExpectedProblem } from '../../contract/errors';
import { rewritesByQuestion } from '../../domain/dataset/supplied/asked-texts';
import type { SystemSpec } from '../../domain/experiment/experiment';
import type { RetrieverSpec } from '../../domain/retrieval/retriever-spec';
import type { Query } from '../../base/types';
import type { Ports } from '../kernel/ports';
import { isHeldOut } from '../run/parts';
import { findSuppliedFile } from '../run/stages/supplied-file';

/**
 * Why a system cannot be asked a single question; null where it can. What is trained on the judged
 * questions, held out by folds, has no model for a question that is in no fold; what comes from files knows the questions
 * of the files.
 */
export async function whyNotTried(
  ports: Ports,
  collection: string,
  system: SystemSpec,
  query: Query,
): Promise<ExpectedProblem | null> {
  if (isHeldOut(system))
    return { code: 'system-needs-evaluation', data: { method: system.crossFitted?.method ?? null } };
  for (const retriever of system.retrievers) {
    const problem = await whyNotAsked(ports, collection, retriever, query);
    if (problem !== null) return problem;
  }
  return null;
}

/** Files that are gone are told by the stage that reads them. */
async function whyNotAsked(
  { storage }: Ports,
  collection: string,
  retriever: RetrieverSpec,
  query: Query,
): Promise<ExpectedProblem | null> {
  const { kind } = retriever;
  if (kind === 'run') {
    const run = await storage.runs.get(collection, retriever.name);
    if (!run || run.queries.includes(query.id)) return null;
    return { code: 'system-not-asked', data: { kind, name: retriever.name } };
  }
  if (retriever.kind === 'file-vectors') {
    const set = await findSuppliedFile(storage, collection, 'vectors', retriever);
    if (!set || set.queries.includes(query.id)) return null;
    return { code: 'system-not-asked', data: { kind: 'vectors', name: retriever.name } };
  }
  if (retriever.kind !== 'rewritten') return null;
  const rewrites = await findSuppliedFile(storage, collection, 'rewrites', retriever.rewrites);
  if (!rewrites || rewritesByQuestion(rewrites.entries)(query).length > 0) return null;
  return { code: 'system-not-asked', data: { kind: 'rewrites', name: retriever.rewrites.name } };
}
