import type { DocId, Json } from '../../base/types';

export type Fields = { readonly [field: string]: Json | undefined };

/** What went wrong between this machine and an engine, by what a person can do about it. */
export type FailureKind =
  | 'unreachable'
  | 'timeout'
  | 'busy'
  | 'disk-full'
  | 'read-only'
  | 'memory'
  | 'too-large'
  | 'refused-login'
  | 'forbidden'
  | 'extension-missing'
  | 'dimensions'
  | 'exists'
  /** Shards of an index that was just made take a moment. */
  | 'starting'
  | 'incomplete'
  | 'rejected';

/** An answer that is none, as a client of an engine reports it. Its detail may have all that the engine said. */
export class EngineFailure extends Error {
  override readonly name = 'EngineFailure';

  constructor(
    readonly kind: FailureKind,
    readonly detail: string,
    /** How long the engine asks to wait; null where it does not say. */
    readonly retryAfterSeconds: number | null = null,
    /** Place of the question among those that were asked; null where it is of none. */
    readonly question: number | null = null,
  ) {
    super(`${kind}: ${detail}`);
  }

  /** Whether the same request may succeed later without anybody's doing. */
  get passes(): boolean {
    return ['busy', 'timeout', 'unreachable', 'starting', 'incomplete'].includes(this.kind);
  }
}

export const incomplete = (detail: string, question: number | null = null): EngineFailure =>
  new EngineFailure('incomplete', detail, null, question);

export const shownReply = (reply: Json | undefined): string => `“${JSON.stringify(reply) ?? ''}”`;

/** The answers to so many questions. @throws {EngineFailure} where they are others than so many */
export function answersTo(questions: number, replies: Json | undefined): readonly Fields[] {
  if (!Array.isArray(replies)) throw incomplete(`the answer has no list of hits: ${shownReply(replies)}`, 0);
  if (replies.length !== questions)
    throw incomplete(
      `it answered ${replies.length} of ${questions} questions`,
      Math.min(replies.length, questions - 1),
    );
  return replies as Fields[];
}

/** Hits by id and score. @throws {EngineFailure} where they are none, or one has no id or no score */
export function hitsOf<Hit>(
  hits: Json | undefined,
  question: number,
  read: (hit: Hit) => { readonly id: unknown; readonly score: unknown },
): { id: DocId; score: number }[] {
  if (!Array.isArray(hits)) throw incomplete(`the answer has no hits: ${shownReply(hits)}`, question);
  return (hits as Hit[]).map((hit) => {
    const { id, score } = read(hit);
    if (typeof id === 'string' && typeof score === 'number' && Number.isFinite(score))
      return { id: id as DocId, score };
    throw incomplete(`a hit has no id or no score: ${shownReply(hit as Json)}`, question);
  });
}

const DIMENSIONS = /dimension|expected dim|different vector|vector length/i;

/** Of an error of PostgreSQL by its SQLSTATE (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
export function sqlFailure(code: string | null, detail: string): EngineFailure {
  return new EngineFailure(sqlKind(code, detail), detail);
}

/** What the client says itself, without the server's word: a password that is not there is asked for in vain. */
function unansweredKind(detail: string): FailureKind {
  if (/password/i.test(detail)) return 'refused-login';
  return /time(?:d)? ?out/i.test(detail) ? 'timeout' : 'unreachable';
}

function sqlKind(code: string | null, detail: string): FailureKind {
  if (code === null || code.startsWith('E')) return unansweredKind(detail);
  if (code === '53100') return 'disk-full';
  if (code === '53200') return 'memory';
  // A limit of the server: of an array, of which a smaller batch is one with less in it, or of a vector or a row.
  if (code === '54000') return /array size|alloc/i.test(detail) ? 'too-large' : 'rejected';
  if (code === '57014') return 'timeout';
  // Too many connections, a deadlock, a serialisation failure, a server that shuts down or starts.
  if (['53300', '40001', '40P01', '57P01', '57P03'].includes(code)) return 'busy';
  if (code.startsWith('08')) return 'unreachable';
  if (code.startsWith('28')) return 'refused-login';
  if (code === '42501') return 'forbidden';
  if (code === '58P01' || (code === '0A000' && /extension/i.test(detail))) return 'extension-missing';
  return DIMENSIONS.test(detail) ? 'dimensions' : 'rejected';
}

const BY_STATUS: Readonly<Record<number, FailureKind>> = {
  401: 'refused-login',
  403: 'forbidden',
  408: 'timeout',
  413: 'too-large',
  429: 'busy',
  502: 'busy',
  503: 'busy',
  504: 'timeout',
};

/** Words that name a kind of failure, in this order, before the status and after it. */
type Words = readonly (readonly [FailureKind, RegExp])[];

function kindBy(status: number, detail: string, before: Words, after: Words): FailureKind {
  const told = (words: Words): FailureKind | undefined => words.find(([, pattern]) => pattern.test(detail))?.[0];
  return told(before) ?? BY_STATUS[status] ?? told(after) ?? 'rejected';
}

const DISK = /disk usage exceeded|flood[- ]stage|no space left|read[- _]only[- _]allow[- _]delete/i;

/** Of a failed answer, or a failed item of a bulk request. @param error `{ type, reason, caused_by }`, or a text */
export function luceneFailure(status: number, error: Json | undefined, retryAfterSeconds: number | null) {
  const fields = (typeof error === 'object' ? (error ?? {}) : {}) as Fields;
  const detail = typeof error === 'string' && error !== '' ? error : detailOf(fields);
  const kind = luceneKind(status, fields, detail);
  return new EngineFailure(kind, detail === '' ? `HTTP ${status}` : detail, retryAfterSeconds);
}

/** Reasons down to the first cause, which is what a person can act on. */
function detailOf({ type, reason, root_cause, caused_by }: Fields): string {
  const [root] = Array.isArray(root_cause) ? (root_cause as Fields[]) : [];
  const own = reason ?? type ?? root?.['reason'];
  const cause = caused_by ? detailOf(caused_by as Fields) : '';
  return [...new Set([typeof own === 'string' ? own : '', cause])].filter(Boolean).join(': ');
}

function luceneKind(status: number, { type, durability }: Fields, detail: string): FailureKind {
  // A block comes with 403 or, by the watermark of the disk, with 429: waiting does not lift it.
  if (type === 'cluster_block_exception') return DISK.test(detail) ? 'disk-full' : 'read-only';
  if (type === 'circuit_breaking_exception') return durability === 'PERMANENT' ? 'memory' : 'busy';
  if (type === 'resource_already_exists_exception') return 'exists';
  if (status === 503 && /all shards failed|no_shard_available/i.test(`${String(type)} ${detail}`)) return 'starting';
  return kindBy(
    status,
    detail,
    [['disk-full', DISK]],
    [
      // What the plugins and modules add, where they are not there.
      [
        'extension-missing',
        /No handler for type|unknown (?:query|field) \[|script_lang not supported|is non-compliant for/i,
      ],
      ['dimensions', DIMENSIONS],
      ['memory', /out of memory|OutOfMemory/i],
    ],
  );
}

/** An answer of status 200, whatever its bulk items. @throws {EngineFailure} for a failed search, or unread shards */
export function checkedReply(reply: Fields): Json {
  const { responses } = reply;
  for (const each of [reply, ...(Array.isArray(responses) ? (responses as Fields[]) : [])]) {
    const { error, status, timed_out, _shards } = each;
    if (error !== undefined) throw luceneFailure(Number(status ?? 500), error, null);
    if (timed_out === true) throw new EngineFailure('timeout', 'the search ran out of time');
    const { failed, failures } = (_shards ?? {}) as Fields;
    if (typeof failed !== 'number' || failed === 0) continue;
    const [first] = Array.isArray(failures) ? (failures as Fields[]) : [];
    throw luceneFailure(503, first?.['reason'] ?? `${failed} shards failed`, null);
  }
  return reply as Json;
}

/** @param detail what Qdrant says in `status.error` */
export function qdrantFailure(status: number, detail: string, retryAfterSeconds: number | null): EngineFailure {
  const before: Words = [
    ['disk-full', /no space left|available disk|disk is full/i],
    ['memory', /out of memory/i],
    // Versions answer with 409 or 400.
    ['exists', /^Wrong input: Collection `.*` already exists/],
    ['too-large', /larger than allowed/i],
    ['read-only', /write operations are (?:forbidden|locked)|read[- ]only/i],
  ];
  const kind = kindBy(status, detail, before, [['dimensions', DIMENSIONS]]);
  return new EngineFailure(kind, detail === '' ? `HTTP ${status}` : detail, retryAfterSeconds);
}
