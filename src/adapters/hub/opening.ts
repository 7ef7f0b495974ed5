import type { DownloadRemark, FileRequest, RefetchReason } from '../../contract/errors';
import type { PartialFile } from '../model-store/schema';
import type { ModelWriter } from '../model-store/writing';
import { downloadFailure, isUnanswered, statusFailure } from './failures';
import { fileAddress, type HostResponse, type Requests } from './request';

export interface Transfer {
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

export function addressOf({ requests, repository, revision, commit }: Transfer, path: string) {
  const asked: FileRequest = { host: requests.host, repository, revision, path };
  return { asked, address: fileAddress(repository, commit ?? revision, path) };
}

/** The line ended before the file did. */
export class LineCut extends Error {}

/** Asks for what a file lacks. Kept bytes of no more use are deleted, with a remark, and all of it is asked for. */
export async function openFile(transfer: Transfer, path: string): Promise<HostResponse> {
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

/** Whether an answer is the rest of what is kept, as far as the host lets pages read it. */
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

/** @throws {HitrateError} for a status that is none of success, or a web page */
async function requireFile(answer: HostResponse, asked: FileRequest): Promise<HostResponse> {
  if (answer.ok && !answer.isHtml) return answer;
  await answer.drop();
  // The host may be well again in a moment.
  if (answer.status >= 500) throw new LineCut('', { cause: statusFailure(asked, answer.status, null) });
  throw answer.ok
    ? downloadFailure('web-page', { asked })
    : statusFailure(asked, answer.status, answer.header('x-error-code'));
}
