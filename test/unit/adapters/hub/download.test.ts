import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DownloadProgress } from '../../../../src/adapters/hub/download';
import {
  createHub,
  type Hub as HubClient,
  type HubOptions as HubClientOptions,
} from '../../../../src/adapters/hub/hub';
import { listDownloads, removeDownload } from '../../../../src/adapters/model-store/downloads';
import { PART_BYTES } from '../../../../src/adapters/model-store/part-buffer';
import { openModelDatabase, type LogEntry, type ModelDatabase } from '../../../../src/adapters/model-store/schema';
import { listModels, readModelFile } from '../../../../src/adapters/model-store/store';
import { isRefused } from '../../../../src/domain/models/read-repository';
import { readingOf } from '../../../../src/domain/models/reading-of';
import { openHub, type Hub, type HubFile, type HubOptions } from '../../../hub';
import { bytesOf, contentOf, files, ID, LARGE, sha256 } from './repository';

const WEIGHTS = 'onnx/model_quantized.onnx';
const needed = ['config.json', WEIGHTS, 'tokenizer.json', 'tokenizer_config.json'];

let db: ModelDatabase;
let server: Hub;
let log: LogEntry[];
let remarks: string[];
let steps: DownloadProgress[];
let opened = 0;

beforeEach(async () => {
  db = await openModelDatabase(`download-${opened++}`);
  [log, remarks, steps] = [[], [], []];
  server = await openHub([{ id: ID, files }]);
});
afterEach(() => server.close());

const client = (fetcher: typeof fetch = fetch, options: HubClientOptions = {}): HubClient =>
  createHub({ host: server.url, fetch: fetcher, log: (entry) => log.push(entry), pauses: [1, 1], ...options });
const context = (signal = new AbortController().signal) => ({
  signal,
  progress: (step: DownloadProgress) => void steps.push(step),
  remark: (sentence: string) => void remarks.push(sentence),
});

async function request(hub = client()) {
  const listing = await hub.look(ID, 'main');
  if (isRefused(listing.offer)) throw new Error(listing.offer.problems.join());
  return { listing, choice: { name: 'Small', reading: readingOf(listing.offer), offer: listing.offer } };
}

async function download(hub = client(), signal?: AbortSignal) {
  return hub.download(db, await request(hub), context(signal));
}

async function reopen(repositoryFiles: readonly HubFile[], options: HubOptions = {}) {
  await server.close();
  server = await openHub([{ id: ID, files: repositoryFiles }], options);
}

const requestsFor = (origin: 'files' | 'hub') => server.requests.filter(({ from }) => from === origin);
const stored = async (path = WEIGHTS) => {
  const [model] = await listModels(db);
  const blob = await readModelFile(db, model!.id, path);
  return Buffer.from(await blob!.arrayBuffer());
};
const isWhole = async (path = WEIGHTS) => (await stored(path)).equals(contentOf(path));
/** Neither a model, nor a download, nor a byte. */
const nothingKept = async () => {
  expect(await listModels(db)).toEqual([]);
  expect((await listDownloads(db)).map(({ files }) => files.find(({ path }) => path === WEIGHTS)?.done)).toEqual([0]);
};

describe('a download', () => {
  it('keeps the files that the choice needs, whole and checked, and no others', async () => {
    const model = await download();
    expect(model).toMatchObject({ id: `${ID}@${server.commitOf(ID).slice(0, 12)}:q8`, name: 'Small' });
    expect(model.origin).toMatchObject({
      host: server.url,
      repository: ID,
      revision: 'main',
      commit: server.commitOf(ID),
    });
    expect(model.files.map(({ path }) => path)).toEqual(needed);
    for (const { path, sha256: hash } of model.files) {
      expect(await isWhole(path)).toBe(true);
      expect(hash).toBe(sha256(contentOf(path)));
    }
    expect(await listDownloads(db)).toEqual([]);
    expect(remarks).toEqual([]);
  });

  it('fetches everything by the commit, so that a branch that moves is not mixed', async () => {
    await download();
    const paths = requestsFor('hub').map(({ path }) => path);
    expect(paths.filter((path) => path.includes('/resolve/main/'))).toEqual([]);
  });

  it('tells how much has come, of the file and of all', async () => {
    await download();
    const all = needed.reduce((sum, path) => sum + contentOf(path).length, 0);
    expect(steps.at(-1)).toEqual({
      path: 'tokenizer_config.json',
      ...sizes('tokenizer_config.json'),
      done: all,
      bytes: all,
    });
    expect(steps.every(({ done, bytes, fileDone, fileBytes }) => done <= bytes && fileDone <= fileBytes)).toBe(true);
    expect(steps.map(({ done }) => done)).toEqual(steps.map(({ done }) => done).sort((a, b) => a - b));
  });

  const sizes = (path: string) => ({ fileDone: contentOf(path).length, fileBytes: contentOf(path).length });

  it('logs which host answered after redirects, the path without its query, and the bytes', async () => {
    await download();
    const [weights] = log.filter(({ answered }) => answered === server.filesUrl);
    expect(weights).toMatchObject({ asked: server.url, status: 200, bytes: LARGE });
    expect(weights?.path).toBe(`/${ID}/resolve/${server.commitOf(ID)}/${WEIGHTS}`);
    expect(log.some(({ path }) => path.includes('?'))).toBe(false);
  });

  it('works from a mirror that knows neither listings nor hashes of large files', async () => {
    await reopen(files, { api: false, linked: false });
    await download();
    expect(await isWhole()).toBe(true);
  });

  it('is refused before it begins where there is no room', async () => {
    const estimate = () => Promise.resolve({ usage: 10, quota: 20 });
    Object.defineProperty(globalThis, 'navigator', { value: { storage: { estimate } }, configurable: true });
    try {
      await expect(download()).rejects.toMatchObject({ code: 'storage-full' });
    } finally {
      Reflect.deleteProperty(globalThis, 'navigator');
    }
    expect([await db.count('downloads'), await db.count('parts')]).toEqual([0, 0]);
    expect(requestsFor('files')).toEqual([]);
  });
});

describe('a line that is cut', () => {
  it('is tried again from where it was cut', async () => {
    server.order(ID, WEIGHTS, { kind: 'cut', at: 100_000, times: 2 });
    await download();
    expect(await isWhole()).toBe(true);
    const ranges = requestsFor('files').map(({ range }) => range);
    expect(ranges).toHaveLength(3);
    expect(ranges[0]).toBeNull();
    expect(ranges.slice(1).every((range) => /^bytes=[1-9]\d*-$/.test(range ?? ''))).toBe(true);
    expect(remarks).toEqual([]);
  });

  it('ends the download after the third time; what came is kept, is no model, and is not sent again', async () => {
    server.order(ID, WEIGHTS, { kind: 'cut', at: 60_000, times: 3 });
    await expect(download()).rejects.toMatchObject({
      code: 'download-failed',
      message: expect.stringMatching(
        /was cut while onnx\/model_quantized.onnx.*goes on from there next time/,
      ) as string,
    });
    expect(await listModels(db)).toEqual([]);
    const [begun] = await listDownloads(db);
    const kept = begun!.files.find(({ path }) => path === WEIGHTS)!.done;
    expect(kept).toBeGreaterThan(0);
    server.mend();
    const model = await client().resume(db, begun!.id, context());
    expect(server.requests.filter(({ from }) => from === 'files')).toMatchObject([
      { range: `bytes=${kept}-`, ifRange: `"${sha256(contentOf(WEIGHTS))}"`, status: 206, sent: LARGE - kept },
    ]);
    expect(await listModels(db)).toEqual([model]);
    expect(await isWhole()).toBe(true);
    expect(steps.at(-1)?.done).toBe(steps.at(-1)?.bytes);
  });

  it('of a large file keeps whole parts, which are put together again in order', async () => {
    const large = bytesOf(2 * PART_BYTES + 12_345, 3);
    await reopen(files.map((file) => (file.path === WEIGHTS ? { ...file, content: large } : file)));
    server.order(ID, WEIGHTS, { kind: 'cut', at: PART_BYTES + 777, times: 1 });
    await download();
    expect((await stored()).equals(large)).toBe(true);
    expect(await db.count('parts')).toBeGreaterThan(needed.length);
    expect(requestsFor('files')[1]?.range).toMatch(/^bytes=83\d{5}-$/);
  });

  it('goes on with Range alone where browsers are not allowed to send If-Range', async () => {
    server.order(ID, WEIGHTS, { kind: 'cut', at: 60_000, times: 1 });
    const refuseIfRange: typeof fetch = (input, init) =>
      new Headers(init?.headers).has('if-range')
        ? Promise.reject(new TypeError('Failed to fetch'))
        : fetch(input, init);
    await download(client(refuseIfRange));
    expect(await isWhole()).toBe(true);
    expect(requestsFor('files').map(({ status }) => status)).toEqual([200, 206]);
  });

  it('is the end of a cancel, too, after which what came is kept', async () => {
    server.order(ID, WEIGHTS, { kind: 'slow', bytesPerSecond: 500_000 });
    const controller = new AbortController();
    const hub = client();
    const running = hub.download(db, await request(hub), {
      ...context(controller.signal),
      progress: ({ path, fileDone }) => void (path === WEIGHTS && fileDone > 50_000 && controller.abort()),
    });
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
    const [begun] = await listDownloads(db);
    expect(begun!.files.find(({ path }) => path === WEIGHTS)!.done).toBeGreaterThan(50_000);
    server.mend();
    await hub.resume(db, begun!.id, context());
    expect(await isWhole()).toBe(true);
  });
});

describe('a line on which nothing comes any more', () => {
  const impatient = () => client(fetch, { patience: 200 });

  it('is taken for one that is cut, and the file goes on from there', async () => {
    server.order(ID, WEIGHTS, { kind: 'stall', at: 100_000, times: 2 });
    await download(impatient());
    expect(await isWhole()).toBe(true);
    expect(requestsFor('files').map(({ status }) => status)).toEqual([200, 206, 206]);
  });

  it('is told as such after the third time, and what came is kept', async () => {
    server.order(ID, WEIGHTS, { kind: 'stall', at: 60_000, times: 3 });
    await expect(download(impatient())).rejects.toThrow(
      /stood still for 0\.2 seconds while onnx\/model_quantized.onnx.*goes on from there next time/,
    );
    expect(await listModels(db)).toEqual([]);
    const [begun] = await listDownloads(db);
    expect(begun!.files.find(({ path }) => path === WEIGHTS)!.done).toBeGreaterThan(0);
    server.mend();
    await client().resume(db, begun!.id, context());
    expect(await isWhole()).toBe(true);
  });

  it('is told where not even an answer comes', async () => {
    server.order(ID, WEIGHTS, { kind: 'stall', at: 0, times: 9 });
    await expect(download(impatient())).rejects.toThrow(
      /was asked for onnx\/model_quantized.onnx of .*, and nothing has come for 0\.2 seconds/,
    );
    await nothingKept();
  });

  it('is not what a slow line is: each byte begins the time anew', async () => {
    server.order(ID, WEIGHTS, { kind: 'slow', bytesPerSecond: 150_000 });
    await download(client(fetch, { patience: 1000 }));
    expect(requestsFor('files')).toHaveLength(1);
  });
});

describe('a download that is gone on with', () => {
  const begin = async () => {
    server.order(ID, WEIGHTS, { kind: 'cut', at: 60_000, times: 3 });
    await expect(download()).rejects.toThrow('was cut');
    server.mend();
    return (await listDownloads(db))[0]!;
  };

  it('begins a file anew where the host sends all of it whatever is asked for, and says so', async () => {
    const { id } = await begin();
    server.order(ID, WEIGHTS, { kind: 'no-ranges' });
    await client().resume(db, id, context());
    expect(remarks).toEqual([expect.stringContaining(`${WEIGHTS} is fetched anew: ${server.url} does not go on`)]);
    expect(await isWhole()).toBe(true);
  });

  it('begins a file anew where it has changed, says so, and keeps nothing that is not what was announced', async () => {
    const { id } = await begin();
    server.order(ID, WEIGHTS, { kind: 'replaced' });
    await expect(client().resume(db, id, context())).rejects.toThrow('its SHA-256 is');
    expect(remarks).toEqual([expect.stringContaining('it has changed on')]);
    await nothingKept();
  });

  it('begins a file anew where Range is heard and If-Range is not, by the tag of the answer', async () => {
    const { id } = await begin();
    const otherTag: typeof fetch = async (input, init) => {
      const headers = new Headers(init?.headers);
      headers.delete('if-range');
      const response = await fetch(input, { ...init, headers });
      if (response.status !== 206) return response;
      const changed = new Headers(response.headers);
      changed.set('etag', '"another"');
      return new Response(response.body, { status: 206, headers: changed });
    };
    await client(otherTag).resume(db, id, context());
    expect(remarks).toEqual([expect.stringContaining('it has changed on')]);
    expect(await isWhole()).toBe(true);
  });

  it('is the same one when the repository is looked at again', async () => {
    await begin();
    await download();
    expect(requestsFor('files')).toMatchObject([{ status: 206 }]);
    expect(await listDownloads(db)).toEqual([]);
  });

  it('is refused from another host, and after it was deleted', async () => {
    const { id } = await begin();
    const other = createHub({ host: 'http://127.0.0.1:9' });
    await expect(other.resume(db, id, context())).rejects.toThrow(`was begun from ${server.url}`);
    await removeDownload(db, id);
    await expect(client().resume(db, id, context())).rejects.toThrow('was deleted or is done');
    expect(await db.count('parts')).toBe(0);
  });
});

describe('a file that is not the one that was announced', () => {
  it('by its hash is deleted, and both hashes are told', async () => {
    server.order(ID, WEIGHTS, { kind: 'altered' });
    const altered = sha256(contentOf(WEIGHTS).map((byte) => byte ^ 1));
    await expect(download()).rejects.toThrow(`is ${altered} in place of ${sha256(contentOf(WEIGHTS))}`);
    await nothingKept();
  });

  it('by git’s hash is found, too, where it is small', async () => {
    const hub = client();
    const asked = await request(hub);
    server.order(ID, 'tokenizer.json', { kind: 'altered' });
    await expect(hub.download(db, asked, context())).rejects.toThrow(/tokenizer\.json .*its git hash \(SHA-1\) is/);
  });

  it.each([-1, 1])('by its size is deleted (%d byte)', async (difference) => {
    const hub = client();
    const { listing, choice } = await request(hub);
    const announced = listing.files.map((file) =>
      file.path === WEIGHTS ? { ...file, bytes: LARGE + difference } : file,
    );
    await expect(hub.download(db, { listing: { ...listing, files: announced }, choice }, context())).rejects.toThrow(
      difference < 0 ? `has more in place of ${LARGE - 1} bytes` : `has ${LARGE} in place of ${LARGE + 1} bytes`,
    );
    await nothingKept();
  });

  it('is a web page: that is told, whatever its size', async () => {
    server.order(ID, WEIGHTS, { kind: 'page' });
    await expect(download()).rejects.toThrow(/answered with a web page \(HTML\) in place of onnx/);
    await nothingKept();
  });

  it('is a web page that calls itself a model', async () => {
    const page = Buffer.from('\n<!DOCTYPE html><html><body>Sign in</body></html>');
    const disguised: typeof fetch = (input, init) =>
      (input as string).endsWith(WEIGHTS) ? Promise.resolve(new Response(page)) : fetch(input, init);
    await expect(download(client(disguised))).rejects.toThrow('answered with a web page (HTML)');
    await nothingKept();
  });
});

describe('a file that is refused', () => {
  it.each([
    [401, /is gated \(401\).*holds no tokens.*from disk/],
    [403, /is gated \(403\).*holds no tokens.*from disk/],
    [404, /has no file onnx\/model_quantized.onnx at revision main \(404\)/],
  ] as const)('with %d', async (status, message) => {
    server.order(ID, WEIGHTS, { kind: 'status', status });
    await expect(download()).rejects.toMatchObject({
      code: 'download-failed',
      message: expect.stringMatching(message) as string,
    });
    await nothingKept();
    expect(server.requests.filter(({ path }) => path.endsWith(WEIGHTS))).toHaveLength(1);
  });

  it('with 503 is asked for again, twice', async () => {
    let times = 0;
    const busy: typeof fetch = (input, init) =>
      (input as string).endsWith(WEIGHTS) && ++times
        ? Promise.resolve(new Response('', { status: 503 }))
        : fetch(input, init);
    await expect(download(client(busy))).rejects.toThrow('answered 503 when asked for onnx/model_quantized.onnx');
    expect(times).toBe(3);
  });
});
