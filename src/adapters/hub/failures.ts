import { type DownloadData, type DownloadProblem, type FileRequest, HitrateError } from '../../contract/errors';
import { Stalled } from './waiting';

export const downloadFailure = <Code extends keyof DownloadData>(
  code: Code,
  data: DownloadData[Code],
  cause?: unknown,
): HitrateError => new HitrateError('download-failed', { code, data } as DownloadProblem, { cause });

/** For an answer of unsuccessful status. @param code the hub's `X-Error-Code`; null where it gives none */
export function statusFailure(asked: FileRequest, status: number, code: string | null): HitrateError {
  if (code === 'GatedRepo') return downloadFailure('gated', { asked, status });
  if (code === 'RepoNotFound') return downloadFailure('no-repository-there', { asked, status });
  if (status === 404) {
    if (code === 'RevisionNotFound') return downloadFailure('no-revision', { asked, status });
    return downloadFailure(asked.path === null ? 'no-repository-or-revision' : 'no-file', { asked, status });
  }
  if (status === 401 || status === 403) return downloadFailure('refused', { asked, status });
  return downloadFailure(status === 429 ? 'too-many-requests' : 'status', { asked, status });
}

export const networkFailure = (asked: FileRequest, cause: unknown): HitrateError =>
  downloadFailure('unreachable', { asked, stalled: cause instanceof Stalled ? cause.milliseconds : null }, cause);

/** Whether nothing was answered: no connection, or refused by the browser. */
export const isUnanswered = (error: unknown): error is HitrateError =>
  error instanceof HitrateError && error.code === 'download-failed' && error.cause instanceof TypeError;
