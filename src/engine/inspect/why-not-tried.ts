import { rewritesByQuestion } from '../../domain/dataset/supplied/asked-texts';
import type { SystemSpec } from '../../domain/experiment/experiment';
import type { RetrieverSpec } from '../../domain/retrieval/retriever-spec';
import type { Query } from '../../base/types';
import type { Ports } from '../kernel/ports';
import { findSuppliedFile } from '../run/stages/supplied-file';

/**
 * Why a system cannot be asked a single question, in a sentence; null where it can. What is trained on the judged
 * questions, held out by folds, has no model for a question that is in no fold; what comes from files knows the questions
 * of the files.
 */
export async function whyNotTried(
  ports: Ports,
  collection: string,
  { retrievers, crossFitted, learned }: SystemSpec,
  query: Query,
): Promise<string | null> {
  if (crossFitted)
    return `${crossFitted.method} is trained on the judged questions, fold by fold: it needs an evaluation, and has no weights for one question.`;
  if (learned?.kind === 'cross-validated')
    return 'Its ranker is trained on the judged questions, fold by fold. Evaluate it, then use the model that it learned as a system.';
  for (const retriever of retrievers) {
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
): Promise<string | null> {
  if (retriever.kind === 'run') {
    const run = await storage.runs.get(collection, retriever.name);
    if (!run || run.queries.includes(query.id)) return null;
    return `The run “${retriever.name}” came from a file and holds no list for this question.`;
  }
  if (retriever.kind === 'file-vectors') {
    const set = await findSuppliedFile(storage, collection, 'vectors', retriever);
    if (!set || set.queries.includes(query.id)) return null;
    return `“${retriever.name}” holds no vector of this question, and the model that made the vectors is not here.`;
  }
  if (retriever.kind !== 'rewritten') return null;
  const rewrites = await findSuppliedFile(storage, collection, 'rewrites', retriever.rewrites);
  if (!rewrites || rewritesByQuestion(rewrites.entries)(query).length > 0) return null;
  return `“${retriever.rewrites.name}” holds no rewrites of this question.`;
}
