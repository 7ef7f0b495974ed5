import type { DownloadData, FileRequest, DatabaseName, StorageErrors, WorkerErrors } from '../../../contract/errors';
import { mebibytes } from '../../../domain/dataset/problem';
import type { Catalogue } from './say';
import { bytes } from '../format';

const FROM_DISK =
  'Or download the repository elsewhere, and add it to Hitrate from disk, as a folder or a zip archive.';

const named = ({ repository, path }: FileRequest): string => (path === null ? repository : `${path} of ${repository}`);

export const downloadMessages: Catalogue<DownloadData> = {
  'no-access': ({ asked, status }) =>
    `${asked.host} refuses ${named(asked)} (${status}): the repository is private or gated, or does not exist. Hitrate holds no tokens. Check owner and name, including capitals. If only your account has access, download the model elsewhere and add it from disk, as a folder or a zip archive.`,
  'not-found': ({ asked, status }) =>
    `${asked.host} has no ${named(asked)} at revision ${asked.revision} (${status}). Check owner, name and revision, including capitals; a revision is a branch, a tag or a commit, as main. ${FROM_DISK}`,
  status: ({ asked, status }) =>
    `${asked.host} answered ${status}${status === 429 ? ' (too many requests)' : ''} when asked for ${named(asked)}. Try again in some minutes; what is here is kept. ${FROM_DISK}`,
  unreachable: ({ asked }) =>
    `${asked.host} could not be reached for ${named(asked)}. Either there is no connection, nothing has come for a minute, or that host, or one that it redirects to, does not let pages of other sites read its files (CORS). Check the address and the connection, and try again; what is here is kept. ${FROM_DISK}`,
  'line-cut': ({ asked, done, bytes }) =>
    `The connection to ${asked.host} was cut or stood still while ${named(asked)} came, and again when it was retried. ${mebibytes(done)} of ${mebibytes(bytes)} are kept; the download resumes from there next time.`,
  'no-hub': ({ asked }) =>
    `${asked.host} does not answer as a model host when asked for ${named(asked)}: with a page to sign in, as a proxy does, or with no list of files. Open the host's address in another tab to see what it is, and try again. ${FROM_DISK}`,
  'other-file': ({ asked, what, expected, got }) =>
    `${named(asked)} from ${asked.host} is not the file that was announced (${what}: ${got} instead of ${expected}). The downloaded data was deleted. Look at the repository again and download anew; if that does not help, do not use this host.`,
  'download-gone': () => 'This download was deleted or is done. Reload the page.',
  'repository-malformed': ({ text }) =>
    `“${text}” is no repository or revision. Give owner and name, as Xenova/all-MiniLM-L6-v2, or the address of its page; and a branch, a tag or a commit, as main.`,
  'origin-malformed': ({ text }) =>
    `“${text}” is no address of a host. Give it as https://models.example.org, without a path; http is taken of this machine alone (http://localhost:8080).`,
};

export const DATABASE_NAMES: Readonly<Record<DatabaseName, string>> = {
  documents: 'the database of documents',
  models: 'the database of models',
};

const CHANGED: Readonly<Record<StorageErrors['changed-elsewhere']['what'], (name: string) => string>> = {
  documents: () => 'The documents were changed during the run. Start a new run.',
  added: (name) => `${name} was added in another tab meanwhile.`,
  entry: (name) => `Another tab has added “${name}” to this collection meanwhile. Try again.`,
  questions: () =>
    'These questions were changed in another tab after they were opened here. Reload the page, and make your changes again on what is there now.',
  meanwhile: () =>
    'These questions were saved in another tab meanwhile. What you changed here cannot be saved over that: note it, discard it, and change what is there then.',
  saving: () => 'The collection was changed in another tab while it was saved. Save it again.',
  'blind-list': () => 'This list was finished in another tab meanwhile. Reload the page to go on from there.',
  resumed: (name) => `The download of ${name} was resumed in another tab. Follow it there.`,
  deleted: (name) => `The download of ${name} was deleted meanwhile, perhaps in another tab. Add it again.`,
};

const FAILED: Readonly<Record<WorkerErrors['worker-failed']['why'], (reason: string) => string>> = {
  stopped: () => 'was stopped by a cancel. Try again.',
  released: () => 'was ended.',
  late: () => 'did not start within a minute. Reload the page and try again.',
  failed: (reason) => `failed: ${reason}. Reload the page and try again.`,
  unreadable: () => 'sent an answer that could not be read. Try again.',
  gone: () => 'ended unexpectedly. Try again; where memory is short, close other tabs first.',
};

export const storageMessages: Catalogue<StorageErrors & WorkerErrors> = {
  'storage-full': (model) =>
    model
      ? `${model.name} needs ${bytes(Math.max(model.bytes, 2 ** 20))} more, and ` +
        (model.free === null
          ? 'the browser has no room for it'
          : `the browser has ${bytes(model.free)} left for this page`) +
        '. Delete models or collections that are no longer needed, or free disk space, and try again; what is here already is kept.'
      : 'The browser has no room left for this. Delete a collection that is no longer needed, or free disk space, and try again; what was kept before is still there.',
  'storage-unavailable': ({ database, doing }) =>
    doing === 'opening'
      ? `This browser refused to open ${DATABASE_NAMES[database]} (a private window, or storage switched off?). Allow storage for this page and reload.`
      : `The browser did not delete ${DATABASE_NAMES[database]}. Close all other tabs of this page and try again, or delete the data of this site in the browser's settings.`,
  'storage-in-use': ({ database }) =>
    `Another tab of Hitrate keeps ${DATABASE_NAMES[database]} open at an older version. Close the other tabs of Hitrate: this page continues by itself.`,
  'storage-newer': ({ database, found, known }) =>
    `A newer version of Hitrate wrote ${DATABASE_NAMES[database]}: it has version ${found}, and this page reads versions up to ${known}. ` +
    'Nothing was changed, and nothing is lost. Reload this page while you are online to get the newer version, or open the newer version where you used it last; what you need here can be exported there. ' +
    'Do not delete the data of this site: your collections are in it.',
  'storage-damaged': ({ database, version, missing }) =>
    `In version ${version} of ${DATABASE_NAMES[database]} parts are missing (${missing.join(', ')}): another program has made or changed it. ` +
    'Nothing was changed. If nothing in it is needed, delete the data of this site in the settings of the browser and reload: Hitrate then starts empty.',
  'storage-not-migrated': ({ database, from, to, reason }) =>
    `The update of ${DATABASE_NAMES[database]} from version ${from} to version ${to} failed: ${reason}. ` +
    'It was left as it was. Free disk space and reload; if that does not help, report this message, and use the version of Hitrate that you had before.',
  'storage-closed': ({ database }) =>
    `The connection to ${DATABASE_NAMES[database]} was closed: Hitrate was updated or erased in another tab. Reload this page.`,
  'collection-missing': () => 'This collection is no longer there: it was deleted, perhaps in another tab.',
  'changed-elsewhere': ({ what, name }) => CHANGED[what](name),
  'worker-failed': ({ worker, why, reason = 'its script could not be loaded' }) =>
    `The ${worker} worker ${FAILED[why](reason)}`,
  'already-running': () =>
    'Another run or question is in progress, perhaps in another tab. Wait for it, or cancel it there.',
};
