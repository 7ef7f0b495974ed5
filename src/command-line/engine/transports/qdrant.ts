import type { QdrantClient } from '@qdrant/js-client-rest';
import type { Json } from '../../../base/types';
import type { Environment } from '../credentials';
import { EngineFailure, qdrantFailure } from '../failures';
import type { EngineRequest, Transport } from '../types';

type Api = ReturnType<QdrantClient['api']>;
type Send = (api: Api, payload: never) => Promise<{ readonly data: unknown }>;

/** The client has a method for each request; payloads have the parts of the path beside the body. */
const METHODS: readonly (readonly [route: RegExp, send: Send])[] = [
  [/^GET \/$/, (api) => api.root({})],
  [/^GET \/collections\/[^/]+$/, (api, payload) => api.getCollection(payload)],
  [/^PUT \/collections\/[^/]+$/, (api, payload) => api.createCollection(payload)],
  [/^PATCH \/collections\/[^/]+$/, (api, payload) => api.updateCollection(payload)],
  [/^DELETE \/collections\/[^/]+$/, (api, payload) => api.deleteCollection(payload)],
  [/^PUT \/collections\/[^/]+\/points$/, (api, payload) => api.upsertPoints(payload)],
  [/^POST \/collections\/[^/]+\/points\/count$/, (api, payload) => api.countPoints(payload)],
  [/^POST \/collections\/[^/]+\/points\/query\/batch$/, (api, payload) => api.queryBatchPoints(payload)],
];

/** By `@qdrant/js-client-rest`, which is loaded when it is first used. */
export function qdrantTransport(url: string, env: Environment): Transport {
  let opened: Promise<Api> | null = null;
  const open = async (): Promise<Api> => {
    const { QdrantClient } = await import('@qdrant/js-client-rest');
    const { protocol, port, pathname, origin } = new URL(url);
    const apiKey = env['QDRANT_API_KEY'];
    return new QdrantClient({
      url: origin,
      // The client would take 6333 where an address has no port.
      port: Number(port || (protocol === 'https:' ? 443 : 80)),
      ...(pathname === '/' ? {} : { prefix: pathname }),
      ...(apiKey ? { apiKey } : {}),
      timeout: 1000 * Number(env['HITRATE_ENGINE_SECONDS'] ?? 120),
      // It would send a request that the command does not show.
      checkCompatibility: false,
    }).api();
  };
  return {
    async send(request, signal) {
      try {
        return resultOf(await unlessAborted(sent(await (opened ??= open()), request), signal));
      } catch (error) {
        signal.throwIfAborted();
        if (statusOf(error) === 404 && (request.method === 'GET' || request.method === 'DELETE')) return null;
        throw error instanceof EngineFailure ? error : failureOf(error);
      }
    },
    close: () => Promise.resolve(),
  };
}

function sent(api: Api, { method, path, body }: EngineRequest): ReturnType<Send> {
  const { pathname, searchParams } = new URL(path, 'http://qdrant');
  const [, send] = METHODS.find(([route]) => route.test(`${method} ${pathname}`))!;
  const [, , name] = pathname.split('/');
  const parts = name === undefined ? {} : { collection_name: name };
  return send(api, { ...parts, ...Object.fromEntries(searchParams), ...body } as never);
}

/** The client has no signal: what it still does has no effect then. */
const unlessAborted = <Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> =>
  new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });

/** What a reply has beside its time and status; the first of all replies has nothing else. */
function resultOf({ data }: { readonly data: unknown }): Json {
  const { result = data } = data as { readonly result?: unknown };
  const { status, optimizer_status: optimizer } = (result ?? {}) as { status?: string; optimizer_status?: unknown };
  if (status === 'wait_timeout') throw new EngineFailure('timeout', 'what was sent is not applied yet');
  if (status === 'red') throw new EngineFailure('rejected', `the collection is red: ${JSON.stringify(optimizer)}`);
  return result as Json;
}

interface ClientError {
  readonly name?: string;
  readonly message?: string;
  readonly status?: number;
  readonly data?: { readonly status?: { readonly error?: string } };
  readonly cause?: { readonly message?: string };
}

const statusOf = (error: unknown): number | undefined => (error as ClientError).status;

function failureOf(error: unknown): EngineFailure {
  const { name, message = String(error), status, data, cause } = error as ClientError;
  if (status !== undefined) return qdrantFailure(status, data?.status?.error ?? message);
  // It gives no more than the first digit of the seconds that the server asks for.
  if (name === 'QdrantClientResourceExhaustedError') return qdrantFailure(429, message);
  if (name === 'QdrantClientTimeoutError') return new EngineFailure('timeout', message);
  return new EngineFailure(message === 'fetch failed' ? 'unreachable' : 'rejected', cause?.message ?? message);
}
