import type { Json } from '../../../base/types';
import type { Client as ElasticsearchClient } from '@elastic/elasticsearch';
import type { Client as OpensearchClient } from '@opensearch-project/opensearch';
import type { Environment } from '../credentials';
import { EngineFailure, incomplete, luceneFailure, luceneReplyFailure } from '../failures';
import type { EngineRequest, Transport } from '../types';

/** Milliseconds that a request may take: merging what was indexed takes minutes. */
const timeoutOf = ({ isLong }: EngineRequest, env: Environment): number =>
  isLong ? 3_600_000 : 1000 * Number(env['HITRATE_ENGINE_SECONDS'] ?? 120);

/** A request as the clients of OpenSearch and Elasticsearch take it. */
function luceneRequest({ method, path, body, lines }: EngineRequest) {
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
async function luceneAnswer(request: EngineRequest, sent: PromiseLike<{ body: unknown }>): Promise<Json> {
  let reply: Json;
  try {
    reply = (await sent).body as Json;
  } catch (error) {
    const { name, message = String(error), meta } = error as ClientError;
    const status = meta?.statusCode ?? null;
    if (status === 404 && (request.method === 'GET' || request.method === 'DELETE')) return null;
    if (status !== null && status >= 400) throw luceneFailure(status, errorIn(meta?.body), retryAfter(meta?.headers));
    if (name === 'DeserializationError') throw incomplete(`the answer is no JSON, or was cut: ${message}`);
    throw new EngineFailure(kindOf(name), message);
  }
  if (typeof reply === 'string') reply = parsed(reply);
  const failure = luceneReplyFailure(reply);
  if (failure) throw failure;
  return reply;
}

/** Of a type that the client does not read. @throws {EngineFailure} as of a proxy that answers with a page */
function parsed(text: string): Json {
  let value: unknown = null;
  try {
    value = JSON.parse(text);
  } catch {
    // Said below.
  }
  if (typeof value === 'object' && value !== null) return value as Json;
  throw incomplete(`the answer is no JSON: “${text.slice(0, 80)}”`);
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

/** The user that every installation has. */
const USER = 'elastic';

/** By `@elastic/elasticsearch`, which is loaded when it is first used. */
export function elasticsearchTransport(url: string, env: Environment): Transport {
  let opened: Promise<ElasticsearchClient> | null = null;
  const open = async (): Promise<ElasticsearchClient> => {
    const { Client } = await import('@elastic/elasticsearch');
    const { ELASTIC_API_KEY: apiKey, ELASTIC_USERNAME: username = USER, ELASTIC_PASSWORD: password } = env;
    const auth = apiKey ? { apiKey } : password ? { username, password } : null;
    // What fails is sent again by the command, which says so; the client tells nothing about this machine.
    return new Client({ node: url, maxRetries: 0, enableMetaHeader: false, ...(auth ? { auth } : {}) });
  };
  return {
    async send(request, signal) {
      const { transport } = await (opened ??= open());
      const sent = transport.request(luceneRequest(request), {
        requestTimeout: timeoutOf(request, env),
        signal,
        meta: true,
      });
      return luceneAnswer(request, sent);
    },
    async close() {
      await (await opened)?.close();
    },
  };
}

/** By `@opensearch-project/opensearch`, which is loaded when it is first used. */
export function opensearchTransport(url: string, env: Environment): Transport {
  let opened: Promise<OpensearchClient> | null = null;
  const open = async (): Promise<OpensearchClient> => {
    const { Client } = await import('@opensearch-project/opensearch');
    const { OPENSEARCH_USERNAME: username, OPENSEARCH_PASSWORD: password } = env;
    // What fails is sent again by the command, which says so.
    return new Client({ node: url, maxRetries: 0, ...(username && password ? { auth: { username, password } } : {}) });
  };
  return {
    async send(request, signal) {
      const { transport } = await (opened ??= open());
      const sent = transport.request(luceneRequest(request), {
        requestTimeout: timeoutOf(request, env),
      });
      const abort = (): void => sent.abort();
      signal.addEventListener('abort', abort, { once: true });
      try {
        return await luceneAnswer(request, sent);
      } finally {
        signal.removeEventListener('abort', abort);
      }
    },
    async close() {
      await (await opened)?.close();
    },
  };
}
