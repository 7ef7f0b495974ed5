import { type Query, queryId } from '../../base/types';
import { HitrateError, type ExpectedProblem } from '../../contract/errors';
import type { ExperimentSpec, SystemSpec } from '../../domain/experiment/experiment';
import { type Ports, requireCollection } from '../kernel/ports';
import type { Following, RunProgress } from '../kernel/run-types';
import { Session } from '../run/session';
import { portsWithoutModels } from './known-stages';
import { rewritesByQuestion } from '../../domain/dataset/supplied/content';
import type { RetrieverSpec } from '../../domain/retrieval/retriever-spec';
import { isHeldOut } from '../run/parts';
import { findSuppliedFile } from '../run/stages/file-vectors';

export interface TryContext extends Following<RunProgress> {
  readonly cached?: boolean;
}

/** Id of a question that is not one of the collection: no file names it. */
const UNKNOWN = queryId('\u0000tried');

/** @throws {HitrateError} `no-question`, `nothing-to-search`, `collection-missing` */
export async function openQuestion(ports: Ports, id: string, spec: ExperimentSpec, text: string, context: TryContext) {
  const { counts } = await requireCollection(ports, id);
  const asked = text.trim();
  if (asked === '') throw new HitrateError('no-question', null);
  if (counts.docs === 0) throw new HitrateError('nothing-to-search', null);
  const questions = await ports.storage.questions.get(id);
  const known = questions.queries.find((query) => query.text.trim() === asked) ?? null;
  const query = known ?? { id: UNKNOWN, text: asked };
  const session = await Session.open(
    context.cached ? portsWithoutModels(ports) : ports,
    { collection: id, queries: [query], spec },
    context,
  );
  return { session, query, known: known?.id ?? null, questions };
}

/** What is trained on the judged questions has no model for others, and what comes from files knows only theirs. */
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

async function whyNotAsked({ storage }: Ports, collection: string, retriever: RetrieverSpec, query: Query) {
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
