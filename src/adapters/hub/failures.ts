import { HitrateError } from '../../contract/errors';
import { mebibytes } from '../../domain/dataset/problem';
import { Stalled } from './stall';

/** What was asked of which host. */
export interface FileRequest {
  readonly host: string;
  readonly repository: string;
  readonly revision: string;
  /** In the repository; null where it was asked as a whole. */
  readonly path: string | null;
}

const FROM_DISK =
  'Or download the repository elsewhere, and add it to Hitrate from disk, as a folder or a zip archive.';

const failed = (message: string, cause?: unknown): HitrateError =>
  new HitrateError('download-failed', message, { cause });

/**
 * An answer with a status that is none of success.
 *
 * @param code as hubs tell it in `X-Error-Code`; null where they do not
 */
export function statusFailure(asked: FileRequest, status: number, code: string | null): HitrateError {
  const { host, repository } = asked;
  if (code === 'GatedRepo')
    return failed(
      `${repository} is gated (${status}): ${host} gives it only to accounts that agreed to its terms. Hitrate holds no tokens. Take another model, or download this one with your account and add it from disk, as a folder or a zip archive.`,
    );
  if (status === 404 || code === 'RepoNotFound') return missing(asked, status, code);
  if (status === 401 || status === 403)
    return failed(
      `${host} refuses ${named(asked)} (${status}): the repository is private or gated, or there is none of that name. Hitrate holds no tokens. Check the name; a model that only your account can have, download elsewhere and add from disk, as a folder or a zip archive.`,
    );
  if (status === 429)
    return failed(`${host} asks to wait (429, too many requests). Try again in some minutes; what is here is kept.`);
  return failed(
    `${host} answered ${status} when asked for ${named(asked)}. Try again later; what is here is kept. ${FROM_DISK}`,
  );
}

function missing(asked: FileRequest, status: number, code: string | null): HitrateError {
  const { host, repository, revision, path } = asked;
  if (code === 'RepoNotFound')
    return failed(
      `There is no repository ${repository} on ${host}, or it is private (${status}). Check owner and name, capitals too.`,
    );
  if (code === 'RevisionNotFound')
    return failed(
      `The repository ${repository} on ${host} has no revision ${revision} (${status}). Give a branch, a tag or a commit that it has, as main.`,
    );
  if (path !== null)
    return failed(
      `The repository ${repository} on ${host} has no file ${path} at revision ${revision} (${status}). Look at the repository again: it may have changed.`,
    );
  return failed(
    `There is no repository ${repository} with revision ${revision} on ${host} (${status}). Check owner, name and revision, capitals too.`,
  );
}

/** Nothing was answered. */
export function networkFailure(asked: FileRequest, cause: unknown): HitrateError {
  if (cause instanceof Stalled)
    return failed(
      `${asked.host} was asked for ${named(asked)}, and nothing has come for ${seconds(cause)}. Try again later; what is here is kept. ${FROM_DISK}`,
      cause,
    );
  return failed(
    `${asked.host} could not be reached for ${named(asked)}. Either there is no connection, or that host, or one that it sends on to, does not let pages of other sites read its files (CORS). Check the address and the connection, and try again; what is here is kept. ${FROM_DISK}`,
    cause,
  );
}

/** Whether nothing was answered: no connection, or refused by the browser. */
export const isUnanswered = (error: unknown): error is HitrateError =>
  error instanceof HitrateError && error.code === 'download-failed' && error.cause instanceof TypeError;

/** @param policy the directive of the page's policy that refused */
export function policyFailure(asked: FileRequest, policy: string, cause: unknown): HitrateError {
  return failed(
    `The policy of this page (${policy}) does not allow requests to ${asked.host}, or to a host that it sends on to. Open this page with that host as its mirror, and with the hosts that it sends on to beside it; where that is done, whoever serves Hitrate must send the page its own policy. ${FROM_DISK}`,
    cause,
  );
}

export function cutFailure(asked: FileRequest, done: number, bytes: number, cause: unknown): HitrateError {
  const how = cause instanceof Stalled ? `stood still for ${seconds(cause)}` : 'was cut';
  return failed(
    `The line to ${asked.host} ${how} while ${named(asked)} came, and again when it was tried anew. ${mebibytes(done)} of ${mebibytes(bytes)} are kept; the download goes on from there next time.`,
    cause,
  );
}

export const htmlFailure = (asked: FileRequest): HitrateError =>
  failed(
    `${asked.host} answered with a web page (HTML) in place of ${named(asked)}: a page to sign in, a proxy, or an address that is no model host. Open the host's address in another tab to see what it is, and try again. ${FROM_DISK}`,
  );

/** @param got null where there were more than expected */
export const sizeFailure = (asked: FileRequest, expected: number, got: number | null): HitrateError =>
  failed(
    `${named(asked)} from ${asked.host} has ${got === null ? 'more' : got} in place of ${expected} bytes. What came was deleted. Look at the repository again, since it may have changed, and download anew.`,
  );

export const hashFailure = (asked: FileRequest, kind: string, expected: string, got: string): HitrateError =>
  failed(
    `${named(asked)} from ${asked.host} is not the file that was announced: its ${kind} is ${got} in place of ${expected}. What came was deleted. Download it again; if that does not help, do not use this host.`,
  );

/** @param why in words that follow a colon */
export const listingFailure = (asked: FileRequest, why: string): HitrateError =>
  failed(`${asked.host} does not list ${asked.repository} in a way that can be read: ${why}. ${FROM_DISK}`);

const seconds = ({ milliseconds }: Stalled): string => `${milliseconds / 1000} seconds`;

const named = ({ repository, path }: FileRequest): string => (path === null ? repository : `${path} of ${repository}`);
