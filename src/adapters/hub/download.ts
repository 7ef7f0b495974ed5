import type { DownloadContext, ModelChoice, ModelOrigin, RepositoryListing, StoredModel } from '../../contract/models';
import { filesOf } from '../../domain/models/configuration-of';
import type { RepositoryFile } from '../../domain/models/repository';
import { getDownload } from '../model-store/downloads';
import { requireRoom } from '../model-store/room';
import type { ModelDatabase } from '../model-store/schema';
import { beginWriting, missingBytes, type WritingPlan } from '../model-store/writing';
import { downloadFailure } from './failures';
import type { Requests } from './request';
import { fetchFile } from './transfer';

export async function beginDownload(
  requests: Requests,
  db: ModelDatabase,
  { listing, choice }: { readonly listing: RepositoryListing; readonly choice: ModelChoice },
  context: DownloadContext,
): Promise<StoredModel> {
  const { host, repository, revision, commit } = listing;
  const origin = { kind: 'hub', host, repository, revision, commit } as const;
  const id = `${host}/${repository}@${commit ?? revision}:${choice.reading.weights.path}`;
  return fetchAll(requests, db, { id, origin, choice, files: filesIn(listing, choice) }, context);
}

/** Continues what was begun. @throws {HitrateError} `download-failed` where it is not there, or of another host */
export async function resumeDownload(
  requests: Requests,
  db: ModelDatabase,
  id: string,
  context: DownloadContext,
): Promise<StoredModel> {
  const begun = await getDownload(db, id);
  if (!begun) throw downloadFailure('download-gone', null);
  const { origin, choice, files } = begun;
  if (origin.kind !== 'hub' || origin.host !== requests.host) {
    const from = origin.kind === 'hub' ? origin.host : null;
    throw downloadFailure('other-host', { name: choice.name, from, host: requests.host });
  }
  return fetchAll(requests, db, { id, origin, choice, files: files.map(announced) }, context);
}

/** A file as its host announced it, without what is kept of it. */
const announced = ({ path, bytes, sha256, gitBlob }: RepositoryFile): RepositoryFile => ({
  path,
  bytes,
  ...(sha256 !== undefined && { sha256 }),
  ...(gitBlob !== undefined && { gitBlob }),
});

function filesIn(listing: RepositoryListing, { offer, reading }: ModelChoice): RepositoryFile[] {
  return filesOf(offer, reading).map((path) => {
    const file = listing.files.find((each) => each.path === path);
    if (file) return announced(file);
    const { host, repository, revision } = listing;
    throw downloadFailure('file-not-listed', { asked: { host, repository, revision, path } });
  });
}

interface HubPlan extends WritingPlan {
  readonly origin: Extract<ModelOrigin, { kind: 'hub' }>;
}

async function fetchAll(
  requests: Requests,
  db: ModelDatabase,
  plan: HubPlan,
  { signal, progress, remark = () => undefined }: DownloadContext,
): Promise<StoredModel> {
  signal.throwIfAborted();
  const kept = (await getDownload(db, plan.id))?.done ?? 0;
  const bytes = plan.files.reduce((sum, file) => sum + file.bytes, 0);
  await requireRoom(plan.choice.name, Math.max(0, bytes - kept));
  const writer = await beginWriting(db, plan);
  const { repository, revision, commit } = plan.origin;
  const report = (path: string, fileDone: number): void => {
    const others = bytes - missingBytes(writer.files()) - writer.file(path).done;
    progress({ path, fileDone, fileBytes: writer.file(path).bytes, done: others + fileDone, bytes });
  };
  const transfer = { requests, writer, repository, revision, commit, signal, progress: report, remark };
  for (const { path } of plan.files) {
    report(path, writer.file(path).done);
    await fetchFile(transfer, path);
  }
  return writer.finish();
}
