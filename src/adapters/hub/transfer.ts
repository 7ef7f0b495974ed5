import { type FileRequest, HitrateError } from '../../contract/errors';
import type { PartialFile } from '../model-store/schema';
import { appendAll, type ModelWriter, PART_BYTES } from '../model-store/writing';
import { downloadFailure, type HostResponse, requireOk, type Requests } from './request';

interface Transfer {
  readonly requests: Requests;
  readonly writer: ModelWriter;
  readonly repository: string;
  readonly revision: string;
  readonly commit: string | null;
  readonly signal: AbortSignal;
  /** Called with the bytes that have come of the file, with those that were here before. */
  readonly progress: (path: string, done: number) => void;
}

export const fileAddress = (repository: string, revision: string, path: string): string =>
  `/${repository}/resolve/${encodeURIComponent(revision)}/${path.split('/').map(encodeURIComponent).join('/')}`;

/** Asks for what a file lacks; for all of it where the host sends no parts, or what is kept is of another file. */
async function openFile(transfer: Transfer, asked: FileRequest, path: string): Promise<HostResponse> {
  const { requests, writer, repository, revision, commit, signal } = transfer;
  const address = fileAddress(repository, commit ?? revision, path);
  const { done, etag, sha256, gitBlob } = writer.file(path);
  // Nothing could tell it from what another file begins with.
  if (done > 0 && (etag ?? sha256 ?? gitBlob ?? commit) === null) await writer.restart(path);
  const file = writer.file(path);
  if (file.done === 0) return requireOk(await requests.get(asked, address, signal), asked);
  const answer = await requests.get(asked, address, signal, { Range: `bytes=${file.done}-` });
  const isOther = answer.status === 416 || (answer.status === 206 && !isRestOf(file, answer));
  const isAll = answer.status === 200 && !answer.isHtml;
  if (isOther || isAll) await writer.restart(path);
  if (!isOther) return requireOk(answer, asked);
  await answer.drop();
  return requireOk(await requests.get(asked, address, signal), asked);
}

function isRestOf(file: PartialFile, answer: HostResponse): boolean {
  const etag = answer.header('etag');
  if (file.etag !== null && etag !== null && etag !== file.etag) return false;
  const [, start, total] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(answer.header('content-range') ?? '') ?? [];
  return (start === undefined || Number(start) === file.done) && (!Number(total) || Number(total) === file.bytes);
}

/**
 * Fetches what a file lacks and checks all of it. A cut line is tried twice more, counted anew after each part.
 * @throws {HitrateError} `download-failed`; parts of the file stay only where the line was to blame
 */
export async function fetchFile(transfer: Transfer, path: string): Promise<void> {
  const { writer, requests, signal, repository, revision } = transfer;
  const asked: FileRequest = { host: requests.host, repository, revision, path };
  if (writer.file(path).digest !== null) return;
  for (let failures = 0; writer.file(path).done < writer.file(path).bytes;) {
    const before = writer.file(path).done;
    try {
      await receive(transfer, asked, path, await openFile(transfer, asked, path));
    } catch (error) {
      signal.throwIfAborted();
      if (!isWorthAnother(error, failures > 0)) throw error;
      if (writer.file(path).done - before >= PART_BYTES) failures = 0;
      const wait = requests.pauses[failures++];
      if (wait === undefined) throw error;
      await pause(wait, signal);
    }
  }
  const wrong = await writer.check(path, signal);
  if (wrong) throw downloadFailure('other-file', { asked, ...wrong });
}

/** A cut line, a host that may be well again in a moment, and, once a line was cut, no line at all. */
function isWorthAnother(error: unknown, isRetry: boolean): boolean {
  if (!(error instanceof HitrateError) || error.code !== 'download-failed') return false;
  const { code, data } = (error as HitrateError<'download-failed'>).data;
  return code === 'line-cut' || (code === 'status' && data.status >= 500) || (code === 'unreachable' && isRetry);
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
  signal.throwIfAborted();
}

async function receive({ writer, progress }: Transfer, asked: FileRequest, path: string, answer: HostResponse) {
  const { bytes, done: before } = writer.file(path);
  let came = before;
  try {
    await appendAll(writer, path, answer.body(), answer.header('etag'), (length) => {
      came += length;
      if (came <= bytes) progress(path, came);
      return came <= bytes;
    });
  } catch (error) {
    // What fetch throws when the line is cut: what has come is good.
    if (!(error instanceof TypeError)) throw error;
    const { done } = writer.file(path);
    throw downloadFailure('line-cut', { asked, done, bytes }, error);
  }
  if (came === bytes) return;
  await writer.restart(path);
  const got = came > bytes ? 'more' : String(came);
  throw downloadFailure('other-file', { asked, what: 'bytes', expected: String(bytes), got });
}
