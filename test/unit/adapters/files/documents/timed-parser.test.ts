import { describe, expect, it, vi } from 'vitest';
import { parseFile, type ParseRequest } from '../../../../../src/adapters/files/documents/registry';
import { readDocuments } from '../../../../../src/adapters/files/documents/read';
import {
  countSeconds,
  secondsFor,
  timedParser,
  type FileParserApi,
} from '../../../../../src/adapters/files/documents/timed-parser';
import { HitrateError } from '../../../../../src/contract/errors';
import type { WorkerPort } from '../../../../../src/contract/workers';
import { filesOf } from '../make';
import { readCMap } from './make';

/** A worker that parses, but for files that never end, or that it does not survive; counts how often it was ended. */
function hostilePort() {
  const state = { ended: 0, waiting: () => undefined as void };
  const port: WorkerPort<FileParserApi> = {
    with: (signal) => ({
      parse(request: ParseRequest) {
        if (request.path.includes('fatal'))
          throw new HitrateError('worker-failed', { worker: 'parsing', why: 'failed', reason: 'no memory' });
        if (!request.path.includes('endless')) return parseFile(request, readCMap);
        return new Promise((_, reject) => {
          signal!.addEventListener('abort', () => {
            state.ended++;
            reject(signal!.reason as Error);
          });
          state.waiting();
        });
      },
    }),
    release: () => undefined,
  };
  return { port, state };
}

const folder = (...names: string[]) => filesOf(Object.fromEntries(names.map((name) => [name, `# About ${name}`])));
const statuses = ({ files }: Awaited<ReturnType<typeof readDocuments>>) => files.map(({ path, status }) => [path, status]); // prettier-ignore

describe('a file that takes too long', () => {
  it('is reported with the time, and the files after it are read', async () => {
    const { port, state } = hostilePort();
    let limits: number[] = [];
    // The time of a file is over as soon as it is waited for.
    let over = (): void => undefined;
    state.waiting = () => over();
    const parser = timedParser(port, (seconds, callback) => {
      limits = [...limits, seconds];
      over = callback;
      return () => (over = () => undefined);
    });
    const read = await readDocuments({ files: folder('a.md', 'b-endless.md', 'c.md') }, () => {}, { parser });
    expect(statuses(read)).toEqual([
      ['a.md', 'read'],
      ['b-endless.md', 'too-slow'],
      ['c.md', 'read'],
    ]);
    expect(read.files[1]?.message).toMatch(/took more than 31 seconds, and was ended. Split it/);
    expect(read.docs.map(({ file }) => file)).toEqual(['a.md', 'c.md']);
    expect(limits).toEqual([31, 31, 31]);
    expect(state.ended).toBe(1);
  });

  it('has more time where it is larger', () => {
    expect([secondsFor(0), secondsFor(2 ** 20), secondsFor(2 ** 28)]).toEqual([30, 40, 2590]);
  });
});

it('a file that the worker does not survive is reported with the reason, and the files after it are read', async () => {
  const { port } = hostilePort();
  const read = await readDocuments({ files: folder('a-fatal.md', 'b.md') }, () => {}, { parser: timedParser(port) });
  expect(statuses(read)).toEqual([
    ['a-fatal.md', 'broken'],
    ['b.md', 'read'],
  ]);
  expect(read.files[0]?.message).toContain('no memory');
});

it('reading that is stopped gives what was read so far, and lists the file that it waited for and those after it', async () => {
  const { port, state } = hostilePort();
  const stop = new AbortController();
  state.waiting = () => stop.abort();
  const setup = { parser: timedParser(port), stop: stop.signal };
  const read = await readDocuments({ files: folder('a.md', 'b-endless.md', 'c.md', 'd.png') }, () => {}, setup);
  expect(statuses(read)).toEqual([
    ['a.md', 'read'],
    ['b-endless.md', 'stopped'],
    ['c.md', 'stopped'],
    ['d.png', 'stopped'],
  ]);
  expect(read.files[2]?.message).toMatch(/stopped before this file. Add it again/);
  expect(read.docs.map(({ file }) => file)).toEqual(['a.md']);
  expect(state.ended).toBe(1);
});

it('the timer counts seconds, calls once, and can be ended', () => {
  vi.useFakeTimers();
  try {
    const [late, never] = [vi.fn(), vi.fn()];
    countSeconds(3, late);
    const end = countSeconds(3, never);
    vi.advanceTimersByTime(2999);
    expect(late).not.toHaveBeenCalled();
    end();
    vi.advanceTimersByTime(10_000);
    expect(late).toHaveBeenCalledTimes(1);
    expect(never).not.toHaveBeenCalled();
  } finally {
    vi.useRealTimers();
  }
});
