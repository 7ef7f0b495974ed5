import { HitrateError } from '../../contract/errors';

/** Why a database cannot be opened, and what to do: never to delete what may be a person's only copy. */

const databaseOf = (what: string): string => `database of ${what}`;

export const inUse = (what: string): string =>
  `Another tab of Hitrate keeps the ${databaseOf(what)} open at an older version. Close the other tabs of Hitrate: this page continues by itself.`;

export function newerVersion(what: string, found: number, known: number): HitrateError {
  const message =
    `The ${databaseOf(what)} was written by a newer version of Hitrate: it has version ${found}, and this page reads versions up to ${known}. ` +
    'Nothing was changed, and nothing is lost. Reload this page while you are online to get the newer version, or open the newer version where you used it last; what you need here can be exported there. ' +
    'Do not delete the data of this site: your collections are in it.';
  return new HitrateError('storage-newer', message);
}

export function damaged(what: string, version: number, missing: readonly string[]): HitrateError {
  const message =
    `The ${databaseOf(what)} has version ${version} but lacks what that version keeps (${missing.join(', ')}): another program has made or changed it. ` +
    'Nothing was changed. If nothing in it is needed, delete the data of this site in the settings of the browser and reload: Hitrate then starts empty.';
  return new HitrateError('storage-damaged', message);
}

export function migrationFailed(what: string, from: number, to: number, cause: unknown): HitrateError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const message =
    `The ${databaseOf(what)} could not be brought from version ${from} to version ${to}: ${reason}. ` +
    'It was left as it was. Free disk space and reload; if that does not help, report this message, and use the version of Hitrate that you had before.';
  return new HitrateError('storage-damaged', message, { cause });
}

export function refused(what: string, cause: unknown): HitrateError {
  const message = `This browser refused to open its ${databaseOf(what)} (a private window, or storage switched off?). Allow storage for this page and reload.`;
  return new HitrateError('storage-unavailable', message, { cause });
}

/** A connection that was closed since another tab opened the database with a newer version, or since the browser gave it up. */
export function closed(what: string, cause?: unknown): HitrateError {
  const message = `The connection to the ${databaseOf(what)} was closed: Hitrate was updated or erased in another tab. Reload this page.`;
  return new HitrateError('storage-closed', message, { cause });
}
