/** What went wrong between this machine and an engine, by what a person can do about it. */
export const FAILURES = [
  'unreachable',
  'timeout',
  'busy',
  'disk-full',
  'memory',
  'refused-login',
  'forbidden',
  'extension-missing',
  'dimensions',
  'rejected',
] as const;
export type FailureKind = (typeof FAILURES)[number];

/** An answer that is none, as a client of an engine reports it. Has no credentials in it. */
export class EngineFailure extends Error {
  override readonly name = 'EngineFailure';

  constructor(
    readonly kind: FailureKind,
    /** In the engine's own words. */
    readonly detail: string,
    /** How long the engine asks to wait; null where it does not say. */
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(`${kind}: ${detail}`);
  }

  /** Whether the same request may succeed later without anybody's doing. */
  get passes(): boolean {
    return this.kind === 'busy' || this.kind === 'timeout' || this.kind === 'unreachable';
  }
}

const DIMENSIONS = /dimension|expected dim|different vector|vector length/i;

/** Of an HTTP answer. @param status null where none came */
export function failureOf(status: number | null, detail: string, retryAfter: string | null = null): EngineFailure {
  const seconds = retryAfter === null || !/^\d+$/.test(retryAfter) ? null : Number(retryAfter);
  return new EngineFailure(kindOf(status, detail), detail, seconds);
}

function kindOf(status: number | null, detail: string): FailureKind {
  // A disk that is full stays full, whatever the status: Elasticsearch answers 429, earlier versions 403.
  if (/watermark|read-only-allow-delete|no space left|disk (?:is )?full|insufficient (?:disk|storage)/i.test(detail))
    return 'disk-full';
  if (/circuit_breaking|out of memory/i.test(detail) && status !== 429) return 'memory';
  if (status === null) return /time(?:d)? ?out/i.test(detail) ? 'timeout' : 'unreachable';
  if (status === 408 || status === 504) return 'timeout';
  if (status === 429 || status === 502 || status === 503) return 'busy';
  if (status === 401) return 'refused-login';
  if (status === 403) return 'forbidden';
  if (status === 507) return 'disk-full';
  return DIMENSIONS.test(detail) ? 'dimensions' : 'rejected';
}

/** Of an error of PostgreSQL by its SQLSTATE (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
export function sqlFailure(code: string | null, detail: string): EngineFailure {
  return new EngineFailure(sqlKind(code, detail), detail);
}

function sqlKind(code: string | null, detail: string): FailureKind {
  if (code === null || code.startsWith('E')) return /time(?:d)? ?out/i.test(detail) ? 'timeout' : 'unreachable';
  if (code === '53100') return 'disk-full';
  if (code === '53200' || code === '54000') return 'memory';
  if (code === '57014') return 'timeout';
  // Too many connections, a deadlock, a serialisation failure, a server that shuts down or starts.
  if (['53300', '40001', '40P01', '57P01', '57P03'].includes(code)) return 'busy';
  if (code.startsWith('08')) return 'unreachable';
  if (code.startsWith('28')) return 'refused-login';
  if (code === '42501') return 'forbidden';
  if (code === '58P01' || (code === '0A000' && /extension/i.test(detail)) || /access method "bm25"/.test(detail))
    return 'extension-missing';
  return DIMENSIONS.test(detail) ? 'dimensions' : 'rejected';
}
