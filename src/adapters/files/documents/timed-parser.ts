import { HitrateError } from '../../../contract/errors';
import type { WorkerPort } from '../../../contract/workers';
import type { FileParser, Parsed, ParseRequest } from './registry';
import type { Unread } from './reader';

export interface FileParserApi {
  parse(request: ParseRequest): Promise<Parsed>;
}

type Timer = (seconds: number, callback: () => void) => () => void;

/** Counts seconds one by one: while a machine sleeps, none are counted, and neither is a file read. */
export const countSeconds: Timer = (seconds, callback) => {
  let left = seconds;
  const ticking = setInterval(() => {
    if (--left > 0) return;
    clearInterval(ticking);
    callback();
  }, 1000);
  return () => clearInterval(ticking);
};

const SECONDS = 30;
const SECONDS_PER_MIB = 10;

/** Seconds for a file of some bytes: several times what slow machines take for the slowest honest files. */
export const secondsFor = (bytes: number): number => SECONDS + Math.ceil((SECONDS_PER_MIB * bytes) / 2 ** 20);

/** Parses in a worker that is ended on timeout, when out of memory, or on stop: no library can be interrupted. */
export function timedParser(worker: WorkerPort<FileParserApi>, after: Timer = countSeconds): FileParser {
  return {
    async parse(request, stop) {
      // The bytes are moved to the worker.
      const seconds = secondsFor(request.bytes.length);
      const ending = new AbortController();
      const end = (): void => ending.abort();
      let isLate = false;
      const forget = after(seconds, () => {
        isLate = true;
        end();
      });
      stop.addEventListener('abort', end);
      try {
        if (stop.aborted) return { unread: STOPPED };
        return await worker.with(ending.signal).parse(request);
      } catch (error) {
        if (isLate) return { unread: late(seconds) };
        if (stop.aborted) return { unread: STOPPED };
        if (error instanceof HitrateError) return { unread: crashed(error.message) };
        throw error;
      } finally {
        forget();
        stop.removeEventListener('abort', end);
      }
    },
  };
}

const unread = (status: Unread['status'], message: string): Unread => ({ status, message, table: null });

export const STOPPED = unread('stopped', 'Reading was stopped before this file. Add it again to read it.');

const late = (seconds: number): Unread =>
  unread(
    'too-slow',
    `Reading it took more than ${seconds} seconds, and was ended. Split it, or save it again in the program that made it ` +
      'or as plain text.',
  );

const crashed = (why: string): Unread =>
  unread('broken', `Reading it failed, perhaps for want of memory (${why}) Split it, or save it in another format.`);
