import { DIMENSIONS, EngineFailure, type FailureKind } from '../failure';

/** @param status of HTTP @param detail what Qdrant says in `status.error` */
export const qdrantFailure = (status: number, detail: string): EngineFailure =>
  new EngineFailure(kindOf(status, detail), detail === '' ? `HTTP ${status}` : detail);

function kindOf(status: number, detail: string): FailureKind {
  if (/no space left|available disk|disk is full/i.test(detail)) return 'disk-full';
  if (/out of memory/i.test(detail)) return 'memory';
  // Versions answer with 409 or 400.
  if (/^Wrong input: Collection `.*` already exists/.test(detail)) return 'exists';
  if (status === 413 || /larger than allowed/i.test(detail)) return 'too-large';
  switch (status) {
    case 401:
      return 'refused-login';
    case 403:
      return /write operations are (?:forbidden|locked)|read[- ]only/i.test(detail) ? 'read-only' : 'forbidden';
    case 408:
    case 504:
      return 'timeout';
    case 429:
    case 502:
    case 503:
      return 'busy';
    default:
      return DIMENSIONS.test(detail) ? 'dimensions' : 'rejected';
  }
}
