import { HitrateError } from '../../contract/errors';
import type { EncoderApi } from '../../contract/model-workers';
import type { LexicalApi, WorkerPort } from '../../contract/workers';
import type { Ports } from '../kernel/ports';

export class NotCachedError extends Error {
  override readonly name = 'NotCachedError';
}

/**
 * Ports by which stages give what their caches have, and fail where they would have to compute. Nothing is loaded, and
 * no index is opened, so that a run that is in progress keeps its own. Only tokens are counted and terms are found.
 */
export function cachedPorts(ports: Ports): Ports {
  return {
    ...ports,
    encoder: only<EncoderApi>({ countTokens: (input) => ports.encoder.with().countTokens(input) }),
    // Without a signal: an abort in mid-call would end the worker, in which a run may be searching.
    lexical: only<LexicalApi>({ terms: (input) => ports.lexical.with().terms(input) }),
    vectors: only({}),
    reranker: only({}),
    learner: only({}),
  };
}

/** Ports without models: words and vectors are searched, and a model that would have to compute fails. */
export function portsWithoutModels(ports: Ports): Ports {
  const { encoder, reranker, learner } = cachedPorts(ports);
  return { ...ports, encoder, reranker, learner };
}

function only<Api extends object>(kept: Partial<Api>): WorkerPort<Api> {
  const refuse = () => Promise.reject(new NotCachedError());
  const api = new Proxy(kept, { get: (of, key): unknown => Reflect.get(of, key) ?? refuse }) as Api;
  return { with: () => api, release: () => undefined };
}

/** Whether a system's lists cannot be had because something of it is no longer kept, or no longer fits. */
export const isNotCached = (error: unknown): boolean =>
  error instanceof NotCachedError || (error instanceof HitrateError && /^(system-|model-|device-)/.test(error.code));
