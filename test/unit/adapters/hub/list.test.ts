import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { isRefused } from '../../../../src/domain/models/read-repository';
import type { LogEntry } from '../../../../src/adapters/model-store/schema';
import { gitBlob, openHub, type Hub, type HubOptions } from '../../../hub';
import { clientOf, contentOf, files, ID, LARGE, sha256 } from './repository';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

async function hubOf(options: HubOptions = {}): Promise<Hub> {
  const server = await openHub([{ id: ID, files }], options);
  open.push(server);
  return server;
}

async function plainServer(handle: RequestListener): Promise<string> {
  const server = createServer(handle);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  open.push({ close: () => new Promise((done) => (server.close(() => done()), server.closeAllConnections())) });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const { signal } = new AbortController();
const look = (host: string, repository = ID, revision = 'main') =>
  clientOf({ host }).look(repository, revision, signal);

describe('a look at a repository', () => {
  it('has the commit, and of every file size and hash: SHA-256 of large ones, git’s of small ones', async () => {
    const server = await hubOf();
    const listing = await look(server.url);
    expect(listing).toMatchObject({ repository: ID, revision: 'main', commit: server.commitOf(ID) });
    expect(listing.files).toHaveLength(files.length);
    const weights = { path: 'onnx/model.onnx', bytes: LARGE, sha256: sha256(contentOf('onnx/model.onnx')) };
    const config = contentOf('config.json');
    expect(listing.files).toContainEqual(weights);
    expect(listing.files).toContainEqual({ path: 'config.json', bytes: config.length, gitBlob: gitBlob(config) });
  });

  it('is read page by page', async () => {
    const server = await hubOf({ pageSize: 3 });
    const { files: found } = await look(server.url);
    expect(found.map(({ path }) => path).sort()).toEqual(files.map(({ path }) => path).sort());
    expect(server.requests.filter(({ path }) => path.includes('/tree/')).length).toBeGreaterThan(2);
  });

  it('tells what it offers, from its small files alone', async () => {
    const server = await hubOf();
    const log: LogEntry[] = [];
    const { offer } = await clientOf({ host: server.url, log: (entry) => log.push(entry) }).look(ID, 'main', signal);
    if (isRefused(offer)) throw new Error(JSON.stringify(offer.problems));
    expect(offer.embedding?.pooling).toMatchObject({ value: 'cls', certainty: 'stated' });
    expect(offer.weights[0]).toMatchObject({ path: 'onnx/model_quantized.onnx', dtype: 'q8', bytes: LARGE });
    expect(offer.licence).toBe('mit');
    expect(server.requests.filter(({ from }) => from === 'files')).toEqual([]);
    expect(log).toHaveLength(server.requests.length);
    expect(log).toContainEqual({
      when: expect.any(Number) as number,
      asked: server.url,
      answered: server.url,
      path: `/${ID}/resolve/${server.commitOf(ID)}/config.json`,
      status: 200,
      bytes: contentOf('config.json').length,
    });
  });

  it('leaves out paths that lead out of the repository', async () => {
    const host = await plainServer((request, response) => {
      const entry = (path: string) => ({ type: 'file', path, size: 3, oid: 'a'.repeat(40) });
      const tree = [
        entry('x.json'),
        entry('../x'),
        entry('/etc/x'),
        entry('a//b'),
        { type: 'directory', path: 'onnx' },
      ];
      response.end(JSON.stringify(request.url?.includes('/tree/') ? tree : { sha: 'b'.repeat(40) }));
    });
    expect((await look(host)).files.map(({ path }) => path)).toEqual(['x.json']);
  });

  it('is not asked for where the name is no name', async () => {
    const server = await hubOf();
    await expect(look(server.url, '../../etc')).rejects.toThrow('is no repository');
    expect(server.requests).toEqual([]);
  });

  it('is cancelled as one', async () => {
    const server = await hubOf();
    const reason = new DOMException('Cancelled', 'AbortError');
    const hub = clientOf({ host: server.url });
    await expect(hub.look(ID, 'main', AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});

describe('a look that fails', () => {
  it('tells a repository that is not there from a revision that is not', async () => {
    const { url } = await hubOf();
    await expect(look(url, 'org/none')).rejects.toThrow(
      /refuses org\/none \(401\).*private or gated.*tokens.*from disk/,
    );
    await expect(look(url, ID, 'v9')).rejects.toThrow('at revision v9 (404)');
  });

  it('is of a host that is none of models: a page, no JSON, or a list of another form', async () => {
    const page: RequestListener = (_, response) =>
      void response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>App</title>');
    const answers: RequestListener[] = [
      page,
      (_, response) => void response.end('hello'),
      (_, response) => void response.end('{}'),
      (request, response) =>
        void response.end(request.url?.includes('/tree/') ? '{}' : JSON.stringify({ sha: 'b'.repeat(40) })),
    ];
    for (const answer of answers)
      await expect(look(await plainServer(answer))).rejects.toThrow('does not answer as a model host');
  });

  it('is of a small file that is not the one that was announced', async () => {
    const server = await hubOf();
    server.order(ID, 'config.json', { kind: 'altered' });
    await expect(look(server.url)).rejects.toThrow('config.json of org/small-model from http://127.0.0.1');
  });

  it('is of a host that does not answer: which, and what may be', async () => {
    const server = await hubOf();
    await server.close();
    await expect(look(server.url)).rejects.toThrow(
      new RegExp(`${server.url} could not be reached.*CORS.*from disk`, 's'),
    );
  });
});
