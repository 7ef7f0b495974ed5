import { describe, expect, it } from 'vitest';
import { listDownloads, removeDownload } from '../../../../src/adapters/model-store/store';
import {
  WEIGHTS,
  needed,
  client,
  context,
  requestsFor,
  isWhole,
  nothingKept,
  db,
  server,
  log,
  steps,
  request,
  download,
} from './downloading';
import { clientOf, contentOf, ID, LARGE, sha256 } from './repository';

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

describe('a download that is gone on with', () => {
  const begin = async () => {
    server.order(ID, WEIGHTS, { kind: 'cut', at: 60_000, times: 3 });
    await expect(download()).rejects.toThrow('was cut');
    server.mend();
    return (await listDownloads(db))[0]!;
  };

  it('begins a file anew where the host sends all of it whatever is asked for', async () => {
    const { id } = await begin();
    server.order(ID, WEIGHTS, { kind: 'no-ranges' });
    await client().resume(db, id, context());
    expect(await isWhole()).toBe(true);
  });

  it('begins a file anew where it has changed, and keeps nothing that is not what was announced', async () => {
    const { id } = await begin();
    server.order(ID, WEIGHTS, { kind: 'replaced' });
    await expect(client().resume(db, id, context())).rejects.toThrow('(SHA-256: ');
    await nothingKept();
  });

  it('begins a file anew where the rest has the tag of another', async () => {
    const { id } = await begin();
    const otherTag: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (response.status !== 206) return response;
      const changed = new Headers(response.headers);
      changed.set('etag', '"another"');
      return new Response(response.body, { status: 206, headers: changed });
    };
    await client(otherTag).resume(db, id, context());
    expect(requestsFor('files').map(({ range, status }) => [range === null, status])).toEqual([
      [false, 206],
      [true, 200],
    ]);
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
    const other = clientOf({ host: 'http://127.0.0.1:9' });
    await expect(other.resume(db, id, context())).rejects.toThrow('was deleted or is done');
    await removeDownload(db, id);
    await expect(client().resume(db, id, context())).rejects.toThrow('was deleted or is done');
    expect(await db.count('parts')).toBe(0);
  });
});

describe('a file that is not the one that was announced', () => {
  it('by its hash is deleted, and both hashes are told', async () => {
    server.order(ID, WEIGHTS, { kind: 'altered' });
    const altered = sha256(contentOf(WEIGHTS).map((byte) => byte ^ 1));
    await expect(download()).rejects.toThrow(`(SHA-256: ${altered} instead of ${sha256(contentOf(WEIGHTS))}`);
    await nothingKept();
  });

  it('by git’s hash is found, too, where it is small', async () => {
    const hub = client();
    const asked = await request(hub);
    server.order(ID, 'tokenizer.json', { kind: 'altered' });
    await expect(hub.download(db, asked, context())).rejects.toThrow(/tokenizer\.json .*git hash \(SHA-1\): /);
  });

  it.each([-1, 1])('by its size is deleted (%d byte)', async (difference) => {
    const hub = client();
    const { listing, choice } = await request(hub);
    const announced = listing.files.map((file) =>
      file.path === WEIGHTS ? { ...file, bytes: LARGE + difference } : file,
    );
    await expect(hub.download(db, { listing: { ...listing, files: announced }, choice }, context())).rejects.toThrow(
      difference < 0 ? `(bytes: more instead of ${LARGE - 1}` : `(bytes: ${LARGE} instead of ${LARGE + 1}`,
    );
    await nothingKept();
  });

  it('is a web page: that is told, whatever its size', async () => {
    server.order(ID, WEIGHTS, { kind: 'page' });
    await expect(download()).rejects.toThrow(/does not answer as a model host when asked for onnx/);
    await nothingKept();
  });
});

describe('a file that is refused', () => {
  it.each([
    [401, /\(401\).*gated.*holds no tokens.*from disk/],
    [403, /\(403\).*gated.*holds no tokens.*from disk/],
    [404, /has no onnx\/model_quantized.onnx of .* at revision main \(404\)/],
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
