import type { Json } from '../../../base/types';
import { DIMENSIONS, EngineFailure, type FailureKind } from '../failure';

type Fields = { readonly [field: string]: Json | undefined };

/** What the plugins and modules add, where they are not there. */
const MISSING = /No handler for type|unknown (?:query|field) \[|script_lang not supported|is non-compliant for/i;
const DISK = /disk usage exceeded|flood[- ]stage|no space left|read[- _]only[- _]allow[- _]delete/i;

/**
 * Of an answer of OpenSearch or Elasticsearch that is none, or of an item of a bulk request.
 *
 * @param status of HTTP
 * @param error `{ type, reason, caused_by }`, or a text
 */
export function luceneFailure(
  status: number,
  error: Json | undefined,
  retryAfterSeconds: number | null,
): EngineFailure {
  const fields = (typeof error === 'object' ? (error ?? {}) : {}) as Fields;
  const detail = typeof error === 'string' && error !== '' ? error : detailOf(fields);
  return new EngineFailure(
    kindOf(status, fields, detail),
    detail === '' ? `HTTP ${status}` : detail,
    retryAfterSeconds,
  );
}

/** Reasons down to the first cause, which is what a person can act on. */
function detailOf({ type, reason, root_cause, caused_by }: Fields): string {
  const [root] = Array.isArray(root_cause) ? (root_cause as Fields[]) : [];
  const own = reason ?? type ?? root?.['reason'];
  const cause = caused_by ? detailOf(caused_by as Fields) : '';
  return [...new Set([typeof own === 'string' ? own : '', cause])].filter(Boolean).join(': ');
}

function kindOf(status: number, { type, durability }: Fields, detail: string): FailureKind {
  // A block comes with 403 or, by the watermark of the disk, with 429: waiting does not lift it.
  if (type === 'cluster_block_exception') return DISK.test(detail) ? 'disk-full' : 'read-only';
  if (type === 'circuit_breaking_exception') return durability === 'PERMANENT' ? 'memory' : 'busy';
  if (type === 'resource_already_exists_exception') return 'exists';
  if (DISK.test(detail)) return 'disk-full';
  switch (status) {
    case 401:
      return 'refused-login';
    case 403:
      return 'forbidden';
    case 408:
    case 504:
      return 'timeout';
    case 413:
      return 'too-large';
    case 429:
    case 502:
    case 503:
      return 'busy';
  }
  if (MISSING.test(detail)) return 'extension-missing';
  if (DIMENSIONS.test(detail)) return 'dimensions';
  return /out of memory|OutOfMemory/i.test(detail) ? 'memory' : 'rejected';
}

/**
 * What is wrong with an answer of status 200: a search that failed or that did not read all shards in time. Failed items of a bulk
 * request are none.
 */
export function luceneReplyFailure(reply: Json): EngineFailure | null {
  if (typeof reply !== 'object' || reply === null) return null;
  const { responses } = reply as Fields;
  for (const each of [reply as Fields, ...(Array.isArray(responses) ? (responses as Fields[]) : [])]) {
    const { error, status, timed_out, _shards } = each;
    if (error !== undefined) return luceneFailure(Number(status ?? 500), error, null);
    if (timed_out === true) return new EngineFailure('timeout', 'the search ran out of time');
    const { failed, failures } = (_shards ?? {}) as Fields;
    if (typeof failed === 'number' && failed > 0) {
      const [first] = Array.isArray(failures) ? (failures as Fields[]) : [];
      return luceneFailure(503, first?.['reason'] ?? `${failed} shards failed`, null);
    }
  }
  return null;
}
