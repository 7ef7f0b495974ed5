import type { ExpectedProblem } from '../../contract/errors';
import type { Query } from '../../base/types';
import { rewritesByQuestion } from '../../domain/dataset/supplied/content';
import type { SystemSpec } from '../../domain/experiment/experiment';
import type { RetrieverSpec } from '../../domain/retrieval/retriever-spec';
import type { Ports } from '../kernel/ports';
import { isHeldOut } from '../run/parts';
import { findSuppliedFile } from '../run/stages/file-vectors';

/**
 * Why a system cannot be asked a single question; null where it can. What is trained on the judged questions, held out by
 * folds, has no model for a question that is in no fold; what comes from files knows the questions of the files.
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

/** Null also where the file is gone: the stage that reads it says so. */
async function whyNotAsked(
  { storage }: Ports,
  collection: string,
  retriever: RetrieverSpec,
  query: Query,
): Promise<ExpectedProblem | null> {
  const unless = (isAsked: boolean, kind: 'run' | 'vectors' | 'rewrites', name: string): ExpectedProblem | null =>
    isAsked ? null : { code: 'system-not-asked', data: { kind, name } };
  if (retriever.kind === 'run') {
    const run = await storage.runs.get(collection, retriever.name);
    return unless(run?.queries.includes(query.id) ?? true, 'run', retriever.name);
  }
  if (retriever.kind === 'file-vectors') {
    const set = await findSuppliedFile(storage, collection, 'vectors', retriever);
    return unless(set?.queries.includes(query.id) ?? true, 'vectors', retriever.name);
  }
  if (retriever.kind !== 'rewritten') return null;
  const rewrites = await findSuppliedFile(storage, collection, 'rewrites', retriever.rewrites);
  const isAsked = !rewrites || rewritesByQuestion(rewrites.entries)(query).length > 0;
  return unless(isAsked, 'rewrites', retriever.rewrites.name);
}
