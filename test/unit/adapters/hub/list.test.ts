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

describe('a listing by a hub', () => {
  it('has the commit, and of every file size and hash: SHA-256 of large ones, git’s of small ones', async () => {
    const server = await hubOf();
    const listing = await clientOf({ host: server.url }).list(ID, 'main');
    expect(listing).toMatchObject({ repository: ID, revision: 'main', commit: server.commitOf(ID), from: 'api' });
    expect(listing.files).toHaveLength(files.length);
    expect(listing.files).toContainEqual({
      path: 'onnx/model.onnx',
      bytes: LARGE,
      sha256: sha256(contentOf('onnx/model.onnx')),
    });
    const config = contentOf('config.json');
    expect(listing.files).toContainEqual({ path: 'config.json', bytes: config.length, gitBlob: gitBlob(config) });
  });

  it('is read page by page', async () => {
    const server = await hubOf({ pageSize: 3 });
    const { files: found } = await clientOf({ host: server.url }).list(ID, 'main');
    expect(found.map(({ path }) => path).sort()).toEqual(files.map(({ path }) => path).sort());
    expect(server.requests.filter(({ path }) => path.includes('/tree/')).length).toBeGreaterThan(2);
  });

  it('tells a repository that is not there from a revision that is not', async () => {
    const hub = clientOf({ host: (await hubOf()).url });
    await expect(hub.list('org/none', 'main')).rejects.toThrow('There is no repository org/none on http://127.0.0.1');
    await expect(hub.list(ID, 'v9')).rejects.toThrow('has no revision v9 (404)');
  });

  it.each([401, 403] as const)(
    'that is refused with %d says that there are no tokens, and what to do',
    async (status) => {
      const server = await hubOf();
      server.order(ID, 'tree', { kind: 'status', status });
      const failure = {
        code: 'download-failed',
        message: expect.stringMatching(/gated.*tokens.*from disk/s) as string,
      };
      await expect(clientOf({ host: server.url }).list(ID, 'main')).rejects.toMatchObject(failure);
    },
  );

  it('is not asked for where the name is no name', async () => {
    const server = await hubOf();
    await expect(clientOf({ host: server.url }).list('../../etc', 'main')).rejects.toThrow('is no repository');
    expect(server.requests).toEqual([]);
  });

  it('leaves out paths that lead out of the repository', async () => {
    const host = await plainServer((request, response) => {
      const entry = (path: string) => ({ type: 'file', path, size: 3, oid: 'a'.repeat(40) });
      const tree = [
        entry('config.json'),
        entry('../x'),
        entry('/etc/x'),
        entry('a//b'),
        { type: 'directory', path: 'onnx' },
      ];
      response.end(JSON.stringify(request.url?.includes('/tree/') ? tree : { sha: 'b'.repeat(40) }));
    });
    expect((await clientOf({ host }).list(ID, 'main')).files.map(({ path }) => path)).toEqual(['config.json']);
  });
});

describe('a mirror without listings', () => {
  it('is asked for the files that such repositories have', async () => {
    const server = await hubOf({ api: false });
    const listing = await clientOf({ host: server.url }).list(ID, 'main');
    expect(listing).toMatchObject({ commit: server.commitOf(ID), from: 'probe' });
    expect(listing.files.map(({ path, bytes }) => [path, bytes]).sort()).toEqual(
      files.map(({ path, content }) => [path, content.length]).sort(),
    );
    const config = listing.files.find(({ path }) => path === 'config.json');
    expect(config?.sha256).toBe(sha256(contentOf('config.json')));
  });

  it('may know no commit and answer every path with a page, as hosts of single-page apps do', async () => {
    const host = await plainServer((request, response) => {
      const file = files.find(({ path }) => request.url === `/${ID}/resolve/main/${path}`);
      if (file) response.setHeader('Content-Length', file.content.length).end(file.content);
      else response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>App</title>');
    });
    const listing = await clientOf({ host }).list(ID, 'main');
    expect(listing).toMatchObject({ commit: null, from: 'probe' });
    expect(listing.files).toHaveLength(files.length);
    await expect(clientOf({ host }).list('org/none', 'main')).rejects.toThrow('answered with a web page (HTML)');
  });

  it('is found below a path of its host', async () => {
    const host = await plainServer((request, response) => {
      const file = files.find(({ path }) => request.url === `/mirror/hf/${ID}/resolve/main/${path}`);
      if (file) response.setHeader('Content-Length', file.content.length).end(file.content);
      else response.writeHead(404).end();
    });
    expect((await clientOf({ host: `${host}/mirror/hf/` }).list(ID, 'main')).files).toHaveLength(files.length);
    await expect(clientOf({ host }).list(ID, 'main')).rejects.toThrow(
      'There is no repository org/small-model with revision main',
    );
  });
});

describe('a look at a repository', () => {
  it('tells what it offers, from its small files alone', async () => {
    const server = await hubOf();
    const log: LogEntry[] = [];
    const look = await clientOf({ host: server.url, log: (entry) => log.push(entry) }).look(ID, 'main');
    if (isRefused(look.offer)) throw new Error(JSON.stringify(look.offer.problems));
    expect(look.offer.embedding?.pooling).toMatchObject({ value: 'cls', certainty: 'stated' });
    expect(look.offer.weights[0]).toMatchObject({ path: 'onnx/model_quantized.onnx', dtype: 'q8', bytes: LARGE });
    expect(look.offer.licence).toBe('mit');
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

  it('fails where a small file is not the one that was announced', async () => {
    const server = await hubOf();
    server.order(ID, 'config.json', { kind: 'altered' });
    await expect(clientOf({ host: server.url }).look(ID, 'main')).rejects.toThrow(
      'config.json of org/small-model from http://127.0.0.1',
    );
  });

  it('is cancelled as one', async () => {
    const server = await hubOf();
    const reason = new DOMException('Cancelled', 'AbortError');
    const hub = clientOf({ host: server.url });
    await expect(hub.look(ID, 'main', AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  it('of a host that does not answer says which, and what may be', async () => {
    const server = await hubOf();
    await server.close();
    await expect(clientOf({ host: server.url }).look(ID, 'main')).rejects.toThrow(
      new RegExp(`${server.url} could not be reached.*CORS.*from disk`, 's'),
    );
  });
});
