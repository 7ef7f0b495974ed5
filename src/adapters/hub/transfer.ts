import {
  type DownloadRemark,
  type FileRequest,
  type RefetchReason,
  HitrateError,
  isAbort,
} from '../../contract/errors';
import type { PartialFile } from '../model-store/schema';
import { fileHasher, type FileHasher, type ModelWriter, wrongHash } from '../model-store/writing';
import {
  downloadFailure,
  fileAddress,
  type HostResponse,
  isUnanswered,
  pause,
  type Requests,
  Stalled,
  statusFailure,
} from './request';
import { PART_BYTES, PartBuffer } from '../model-store/part-buffer';

interface Transfer {
  readonly requests: Requests;
  readonly writer: ModelWriter;
  readonly repository: string;
  readonly revision: string;
  readonly commit: string | null;
  readonly signal: AbortSignal;
  /** Called with the bytes that have come of the file, with those that were here before. */
  readonly progress: (path: string, done: number) => void;
  readonly remark: (remark: DownloadRemark) => void;
}

function addressOf({ requests, repository, revision, commit }: Transfer, path: string) {
  const asked: FileRequest = { host: requests.host, repository, revision, path };
  return { asked, address: fileAddress(repository, commit ?? revision, path) };
}

class LineCut extends Error {}

/** Asks for what a file lacks. Kept bytes of no more use are deleted, with a remark, and all of it is asked for. */
async function openFile(transfer: Transfer, path: string): Promise<HostResponse> {
  const { writer, commit, remark } = transfer;
  const { asked } = addressOf(transfer, path);
  const file = writer.file(path);
  if (file.done === 0) return requireFile(await ask(transfer, path, {}), asked);
  const canBeChecked = file.etag !== null || file.sha256 !== undefined || file.gitBlob !== undefined || commit !== null;
  const anew = async (why: RefetchReason): Promise<void> => {
    await writer.restart(path);
    remark({ code: 'fetched-anew', data: { path, host: asked.host, why } });
  };
  if (!canBeChecked) {
    await anew('unknown');
    return requireFile(await ask(transfer, path, {}), asked);
  }
  const answer = await askForRest(transfer, path, file);
  if (answer.status === 200 && !answer.isHtml) {
    const isSame = file.etag !== null && file.etag === answer.header('etag');
    await anew(isSame ? 'no-ranges' : 'changed');
    return answer;
  }
  if (answer.status !== 416 && (answer.status !== 206 || isRestOf(file, answer))) return requireFile(answer, asked);
  await answer.drop();
  await anew('changed');
  return requireFile(await ask(transfer, path, {}), asked);
}

function isRestOf(file: PartialFile, answer: HostResponse): boolean {
  const etag = answer.header('etag');
  if (file.etag !== null && etag !== null && etag !== file.etag) return false;
  const [, start, total] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(answer.header('content-range') ?? '') ?? [];
  return (start === undefined || Number(start) === file.done) && (!Number(total) || Number(total) === file.bytes);
}

async function askForRest(transfer: Transfer, path: string, { done, etag }: PartialFile): Promise<HostResponse> {
  const range = { Range: `bytes=${done}-` };
  // A weak tag says that the meaning is the same, not the bytes.
  if (etag === null || etag.startsWith('W/')) return ask(transfer, path, range);
  try {
    return await ask(transfer, path, { ...range, 'If-Range': etag });
  } catch (error) {
    // For If-Range browsers ask the host first whether pages may send it, and some hosts refuse; Range alone they may.
    // Whether the file is the same is then seen by the answer's tag, and by the hash of the whole.
    if (!isUnanswered(error)) throw error;
    return ask(transfer, path, range);
  }
}

function ask(transfer: Transfer, path: string, headers: Readonly<Record<string, string>>): Promise<HostResponse> {
  const { asked, address } = addressOf(transfer, path);
  return transfer.requests.get(asked, address, { signal: transfer.signal, headers });
}

async function requireFile(answer: HostResponse, asked: FileRequest): Promise<HostResponse> {
  if (answer.ok && !answer.isHtml) return answer;
  await answer.drop();
  // The host may be well again in a moment.
  if (answer.status >= 500) throw new LineCut('', { cause: statusFailure(asked, answer.status, null) });
  throw answer.ok
    ? downloadFailure('web-page', { asked })
    : statusFailure(asked, answer.status, answer.header('x-error-code'));
}

/**
 * Fetches what a file lacks and checks all of it. A cut line is tried twice more, counted anew after each part.
 *
 * @throws {HitrateError} `download-failed`; what was kept of the file stays only where the line was to blame
 */
export async function fetchFile(transfer: Transfer, path: string): Promise<void> {
  const { writer, requests, signal } = transfer;
  if (writer.file(path).digest !== null) return;
  let hasher = await hasherOf(writer, path, signal);
  for (let failures = 0; writer.file(path).done < writer.file(path).bytes || isEmpty(writer.file(path));) {
    const before = writer.file(path).done;
    try {
      const answer = await openFile(transfer, path);
      if (writer.file(path).done === 0) hasher = emptyHasher(writer.file(path));
      await receive(transfer, path, answer, hasher);
      break;
    } catch (error) {
      const isRetry = failures > 0;
      if (!(error instanceof LineCut) && !(isRetry && isUnanswered(error))) throw error;
      if (writer.file(path).done - before >= PART_BYTES) failures = 0;
      const wait = requests.pauses[failures++];
      const { done, bytes } = writer.file(path);
      if (wait === undefined && error.cause instanceof HitrateError) throw error.cause;
      if (wait === undefined) {
        const { asked } = addressOf(transfer, path);
        const stalled = error.cause instanceof Stalled ? error.cause.milliseconds : null;
        throw downloadFailure('line-cut', { asked, stalled, done, bytes }, error.cause);
      }
      await pause(wait, signal);
    }
  }
  await verify(transfer, path, hasher);
}

/** A file without a byte is asked for, too: that it is there is all there is to check. */
const isEmpty = ({ bytes, parts }: PartialFile): boolean => bytes === 0 && parts === 0;

const emptyHasher = ({ bytes, gitBlob }: PartialFile): FileHasher => fileHasher(bytes, gitBlob !== undefined);

async function hasherOf(writer: ModelWriter, path: string, signal: AbortSignal): Promise<FileHasher> {
  const hasher = emptyHasher(writer.file(path));
  const reader = (await writer.kept(path)).stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return hasher;
    signal.throwIfAborted();
    hasher.update(value);
  }
}

async function receive(transfer: Transfer, path: string, answer: HostResponse, hasher: FileHasher): Promise<void> {
  const { writer, signal } = transfer;
  const { asked } = addressOf(transfer, path);
  const etag = answer.header('etag');
  const { bytes } = writer.file(path);
  const buffer = new PartBuffer();
  const flush = async (): Promise<void> => {
    const part = buffer.take();
    if (part.length === 0 && bytes > 0) return;
    await writer.append(path, part, etag);
  };
  try {
    for await (const chunk of answer.body()) {
      const before = writer.file(path).done + buffer.length;
      if (before === 0 && isHtml(chunk)) throw downloadFailure('web-page', { asked });
      if (before + chunk.length > bytes)
        throw await spoiled(writer, path, downloadFailure('size', { asked, expected: bytes, got: null }));
      hasher.update(chunk);
      buffer.add(chunk);
      transfer.progress(path, before + chunk.length);
      if (buffer.isFull) await flush();
    }
  } catch (error) {
    // What fetch throws when the line is cut, or when it is cancelled: what has come is good.
    if (!isAbort(error) && !(error instanceof TypeError)) throw error;
    await flush();
    signal.throwIfAborted();
    throw new LineCut('', { cause: error });
  }
  await flush();
  const { done } = writer.file(path);
  if (done < bytes) throw await spoiled(writer, path, downloadFailure('size', { asked, expected: bytes, got: done }));
}

async function verify(transfer: Transfer, path: string, hasher: FileHasher): Promise<void> {
  const { writer } = transfer;
  const hashes = hasher.hashes();
  const wrong = wrongHash(writer.file(path), hashes);
  if (wrong) {
    const { asked } = addressOf(transfer, path);
    throw await spoiled(writer, path, downloadFailure('hash', { asked, ...wrong }));
  }
  await writer.check(path, hashes.sha256);
}

async function spoiled(writer: ModelWriter, path: string, failure: Error): Promise<Error> {
  await writer.restart(path);
  return failure;
}

const isHtml = (start: Uint8Array): boolean =>
  /^\s*<(?:!doctype html|html|head|body)\b/i.test(
    new TextDecoder().decode(start.subarray(0, 200)).replace('\uFEFF', ''),
  );
