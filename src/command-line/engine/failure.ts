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
  | 'rejected';

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

/** Words of engines for a vector of a wrong length. */
export const DIMENSIONS = /dimension|expected dim|different vector|vector length/i;

/** Of an error of PostgreSQL by its SQLSTATE (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
export function sqlFailure(code: string | null, detail: string): EngineFailure {
  return new EngineFailure(sqlKind(code, detail), detail);
}

/** pg_textsearch is installed, and not loaded or not created. */
const UNLOADED = /shared_preload_libraries|access method "bm25"/;

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
  if (code === '58P01' || (code === '0A000' && /extension/i.test(detail)) || UNLOADED.test(detail))
    return 'extension-missing';
  return DIMENSIONS.test(detail) ? 'dimensions' : 'rejected';
}
