import type { Json } from '../../../base/types';
import type { Environment } from '../credentials';
import { EngineFailure } from '../failure';
import { luceneFailure, luceneReplyFailure } from '../failures/lucene';
import type { EngineRequest } from '../types';

/** Milliseconds that a request may take: merging what was indexed takes minutes. */
export const timeoutOf = ({ isLong }: EngineRequest, env: Environment): number =>
  isLong ? 3_600_000 : 1000 * Number(env['HITRATE_ENGINE_SECONDS'] ?? 120);

/** A request as the clients of OpenSearch and Elasticsearch take it. */
export function luceneRequest({ method, path, body, lines }: EngineRequest) {
  const [pathname = path, querystring = ''] = path.split('?');
  return {
    method,
    path: pathname,
    ...(querystring ? { querystring } : {}),
    ...(body ? { body } : {}),
    ...(lines ? { bulkBody: `${lines.join('\n')}\n` } : {}),
  };
}

/** An error of the clients of OpenSearch and Elasticsearch, which have one origin. */
interface ClientError {
  readonly name?: string;
  readonly message?: string;
  readonly meta?: {
    readonly statusCode?: number | null;
    readonly body?: Json | undefined;
    readonly headers?: Readonly<Record<string, unknown>> | null;
  };
}

/** Null where an index that was looked for is absent. @throws {EngineFailure} */
export async function luceneAnswer(request: EngineRequest, sent: PromiseLike<{ body: unknown }>): Promise<Json> {
  let reply: Json;
  try {
    reply = (await sent).body as Json;
  } catch (error) {
    const { name, message = String(error), meta } = error as ClientError;
    const status = meta?.statusCode ?? null;
    if (status === 404 && (request.method === 'GET' || request.method === 'DELETE')) return null;
    if (status !== null && status >= 400) throw luceneFailure(status, errorIn(meta?.body), retryAfter(meta?.headers));
    throw new EngineFailure(kindOf(name), message);
  }
  const failure = luceneReplyFailure(reply);
  if (failure) throw failure;
  return reply;
}

function kindOf(name: string | undefined): 'timeout' | 'unreachable' | 'rejected' {
  if (name === 'TimeoutError') return 'timeout';
  return name === 'ConnectionError' || name === 'NoLivingConnectionsError' ? 'unreachable' : 'rejected';
}

const errorIn = (body: Json | undefined): Json | undefined =>
  typeof body === 'object' && body !== null && 'error' in body ? (body as { error: Json }).error : body;

function retryAfter(headers: Readonly<Record<string, unknown>> | null | undefined): number | null {
  const seconds = Number(headers?.['retry-after'] ?? NaN);
  return Number.isFinite(seconds) ? seconds : null;
}
