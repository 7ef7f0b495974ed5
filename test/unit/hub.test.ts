import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { gitBlob, type Hub, type HubOptions, openHub } from '../hub';

/** Any numbers, but not all the same. */
const noise = (bytes: number): Buffer =>
  Buffer.from(Array.from({ length: bytes }, (_, i) => (i * 31 + (i >> 8)) % 256));

const ID = 'example/model';
const CONFIG = Buffer.from('{"model_type":"bert"}');
const WEIGHTS = noise(300_000);
const repository = {
  id: ID,
  files: [
    { path: 'config.json', content: CONFIG, lfs: false },
    { path: 'onnx/model.onnx', content: WEIGHTS, lfs: true },
  ],
};

let hub: Hub;
const open = async (options?: HubOptions): Promise<Hub> => (hub = await openHub([repository], options));
afterEach(() => hub.close());

const at = (path: string, revision = 'main'): string => `${hub.url}/${ID}/resolve/${revision}/${path}`;
const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());
const from = (start: number, etag?: string): RequestInit => ({
  headers: { Range: `bytes=${start}-`, ...(etag ? { 'If-Range': etag } : {}) },
});

describe('the hub of the tests', () => {
  it('tells the commit of a revision, and lists files with the hashes that git and LFS name them by', async () => {
    await open();
    const told = (await (await fetch(`${hub.url}/api/models/${ID}/revision/main`)).json()) as { sha: string };
    expect(told.sha).toMatch(/^[0-9a-f]{40}$/);
    const tree = await (await fetch(`${hub.url}/api/models/${ID}/tree/${told.sha}?recursive=true`)).json();
    const sha256 = createHash('sha256').update(WEIGHTS).digest('hex');
    expect(tree).toMatchObject([
      { type: 'directory', path: 'onnx' },
      { type: 'file', path: 'config.json', size: CONFIG.length, oid: gitBlob(CONFIG) },
      { type: 'file', path: 'onnx/model.onnx', size: 300_000, lfs: { oid: sha256, size: 300_000 } },
    ]);
    expect(gitBlob(Buffer.from('hello\n'))).toBe('ce013625030ba8dba906f756967f9e9ca394464a');
  });

  it('lists by pages where they are small', async () => {
    await open({ pageSize: 2 });
    const first = await fetch(`${hub.url}/api/models/${ID}/tree/main?recursive=true`);
    expect(await first.json()).toHaveLength(2);
    const next = /^<(.+)>; rel="next"$/.exec(first.headers.get('link') ?? '')?.[1];
    const second = await fetch(next!);
    expect(await second.json()).toMatchObject([{ path: 'onnx/model.onnx' }]);
    expect(second.headers.get('link')).toBeNull();
  });

  it('sends small files itself, and large ones from another origin that it names with their hash', async () => {
    await open();
    const small = await fetch(at('config.json'));
    expect(small.url).toBe(at('config.json'));
    expect((await bytesOf(small)).equals(CONFIG)).toBe(true);
    const sent = await fetch(at('onnx/model.onnx'), { redirect: 'manual' });
    expect(sent.status).toBe(302);
    expect(sent.headers.get('x-linked-size')).toBe('300000');
    expect(sent.headers.get('x-repo-commit')).toBe(hub.commitOf(ID));
    const large = await fetch(at('onnx/model.onnx'));
    expect(new URL(large.url).origin).toBe(hub.filesUrl);
    expect(new URL(large.url).origin).not.toBe(hub.url);
    expect(large.headers.get('access-control-expose-headers')).toMatch(/ETag.*Content-Range/);
    expect((await bytesOf(large)).equals(WEIGHTS)).toBe(true);
  });

  it('sends the range that is asked for, the whole where If-Range names another version, and 416 past the end', async () => {
    await open();
    const rest = await fetch(at('onnx/model.onnx'), from(299_990));
    expect([rest.status, rest.headers.get('content-range')]).toEqual([206, 'bytes 299990-299999/300000']);
    expect((await bytesOf(rest)).equals(WEIGHTS.subarray(299_990))).toBe(true);
    const etag = rest.headers.get('etag')!;
    expect((await fetch(at('onnx/model.onnx'), from(299_990, etag))).status).toBe(206);
    expect((await fetch(at('onnx/model.onnx'), from(299_990, '"other"'))).status).toBe(200);
    expect((await fetch(at('onnx/model.onnx'), from(300_000))).status).toBe(416);
  });

  it('answers unknown repositories as private ones, and tells revisions and files that are not there apart', async () => {
    await open();
    const codeOf = async (url: string) => {
      const { status, headers } = await fetch(url);
      return [status, headers.get('x-error-code')];
    };
    expect(await codeOf(`${hub.url}/example/nothing/resolve/main/config.json`)).toEqual([401, 'RepoNotFound']);
    expect(await codeOf(at('config.json', 'dev'))).toEqual([404, 'RevisionNotFound']);
    expect(await codeOf(at('nothing.json'))).toEqual([404, 'EntryNotFound']);
  });

  it('lists nothing where it is a plain mirror', async () => {
    await open({ api: false });
    expect((await fetch(`${hub.url}/api/models/${ID}/tree/main`)).status).toBe(404);
    expect((await fetch(at('config.json'))).status).toBe(200);
  });
});

describe('what is ordered to go wrong', () => {
  it('cuts the line as often as was said, at a place of the file, and remembers what was asked for and sent', async () => {
    await open();
    hub.order(ID, 'onnx/model.onnx', { kind: 'cut', at: 100_000, times: 1 });
    const first = await fetch(at('onnx/model.onnx'));
    let got = 0;
    await expect(
      (async () => {
        for await (const chunk of first.body!) got += (chunk as Uint8Array).length;
      })(),
    ).rejects.toThrow();
    expect(got).toBe(100_000);
    expect((await bytesOf(await fetch(at('onnx/model.onnx'), from(100_000)))).equals(WEIGHTS.subarray(100_000))).toBe(
      true,
    );
    const sent = hub.requests.filter((request) => request.from === 'files');
    expect(sent.map(({ range, status, sent: bytes }) => [range, status, bytes])).toEqual([
      [null, 200, 100_000],
      ['bytes=100000-', 206, 200_000],
    ]);
  });

  it('alters a file, refuses it, and sends a page, the whole, or a new version instead', async () => {
    await open();
    const ordered = async (fault: Parameters<Hub['order']>[2], init?: RequestInit) => {
      hub.order(ID, 'onnx/model.onnx', fault);
      return fetch(at('onnx/model.onnx'), init);
    };
    const altered = await bytesOf(await ordered({ kind: 'altered' }));
    expect(altered).toHaveLength(WEIGHTS.length);
    expect(altered.equals(WEIGHTS)).toBe(false);
    expect((await ordered({ kind: 'status', status: 403 })).status).toBe(403);
    const page = await ordered({ kind: 'page' });
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect((await ordered({ kind: 'no-ranges' }, from(10))).status).toBe(200);
    const { headers } = await fetch(at('onnx/model.onnx'));
    expect((await ordered({ kind: 'replaced' }, from(10, headers.get('etag')!))).status).toBe(200);
    hub.mend();
    expect((await bytesOf(await fetch(at('onnx/model.onnx')))).equals(WEIGHTS)).toBe(true);
  });

  it('refuses an order for a file that is not there', async () => {
    await open();
    expect(() => hub.order(ID, 'model.onnx', { kind: 'page' })).toThrow('No model.onnx');
  });
});
