import { type Query, type QueryId, queryId } from '../../base/types';
import { HitrateError } from '../../contract/errors';
import type { Questions } from '../../contract/storage';
import type { ExperimentSpec } from '../../domain/experiment/experiment';
import { type Ports, requireCollection } from '../kernel/ports';
import type { Following, RunProgress } from '../kernel/run-types';
import { Session } from '../run/session';
import { portsWithoutModels } from './cached-ports';

export interface TryContext extends Following<RunProgress> {
  /** Whether a system fails with `system-not-cached` where a model would have to compute anything. */
  readonly cached?: boolean;
}

export interface OpenQuestion {
  readonly session: Session;
  readonly query: Query;
  /** Id of the question of the collection that it is; null where it is none. */
  readonly known: QueryId | null;
  readonly questions: Questions;
}

/** Id of a question that is not one of the collection: no file names it. */
const UNKNOWN = queryId('\u0000tried');

/**
 * A session of one question. A question of the collection is asked as that one, so that runs and rewrites from files answer
 * for it.
 *
 * @throws {HitrateError} `no-question`, `nothing-to-search`, `collection-missing`
 */
export async function openQuestion(
  ports: Ports,
  id: string,
  spec: ExperimentSpec,
  text: string,
  context: TryContext,
): Promise<OpenQuestion> {
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
