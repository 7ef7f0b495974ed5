import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { satisfies } from 'semver';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { whatToInstall } from '../../../tools/installed.mjs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Connect, PreviewServer, ViteDevServer } from 'vite';
import { headersOfServer } from '../../../tools/headers-plugin';
import { send, statusOf } from './raw-http';

describe('installed', () => {
  interface Entry {
    readonly version: string;
    readonly integrity?: string;
    readonly dev?: boolean;
    readonly optional?: boolean;
    readonly devOptional?: boolean;
    readonly engines?: { readonly node?: string };
  }

  const LOCK: Record<string, Entry> = {
    'node_modules/app': { version: '1.0.0', integrity: 'sha512-app' },
    'node_modules/builder': { version: '2.0.0', integrity: 'sha512-builder' },
    'node_modules/builder-on-another-system': { version: '2.0.0', integrity: 'sha512-other', optional: true },
    'node_modules/types': { version: '4.0.0', integrity: 'sha512-types', devOptional: true },
    'node_modules/tests': { version: '3.0.0', integrity: 'sha512-tests', dev: true },
    'node_modules/tests-on-another-system': { version: '3.0.0', dev: true, optional: true },
  };
  const NEEDED = ['app', 'builder'];
  const ALL = [...NEEDED, 'types', 'tests'];

  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'hitrate-installed-'));
    writeLock(LOCK);
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const writeLock = (packages: Record<string, Entry>): void =>
    writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...packages } }));

  /** What npm leaves behind when it has installed these packages. */
  function install(names: readonly string[], lock = LOCK): void {
    const paths = names.map((name) => `node_modules/${name}`);
    mkdirSync(join(root, 'node_modules'), { recursive: true });
    const packages = Object.fromEntries(paths.map((path) => [path, lock[path]]));
    writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages }));
  }

  const forStart = () => whatToInstall(root, { development: false });
  const forTests = () => whatToInstall(root, { development: true });

  describe('whatToInstall', () => {
    it('asks for no test tooling where the site is started from a fresh clone', () => {
      expect(forStart()).toBe('needed');
      expect(forTests()).toBe('all');
    });

    it('asks for the rest when tests follow a start', () => {
      install(NEEDED);
      expect(forStart()).toBe('nothing');
      expect(forTests()).toBe('all');
    });

    it('asks for nothing when a start follows tests', () => {
      install(ALL);
      expect(forTests()).toBe('nothing');
      expect(forStart()).toBe('nothing');
    });

    it('asks again when the lock file names another version of what the site needs, and leaves test tooling in place', () => {
      writeLock({ ...LOCK, 'node_modules/app': { version: '1.0.1', integrity: 'sha512-new' } });
      install(NEEDED);
      expect(forStart()).toBe('needed');
      expect(forTests()).toBe('all');
      install(ALL);
      expect(forStart()).toBe('all');
      expect(forTests()).toBe('all');
    });

    it('asks a start for nothing when only test tooling has another version', () => {
      install(ALL);
      writeLock({ ...LOCK, 'node_modules/tests': { ...LOCK['node_modules/tests'], version: '3.1.0' } });
      expect(forStart()).toBe('nothing');
      expect(forTests()).toBe('all');
    });

    it('asks again where an installation was interrupted', () => {
      mkdirSync(join(root, 'node_modules/app'), { recursive: true });
      expect(forStart()).toBe('needed');
      writeFileSync(join(root, 'node_modules/.package-lock.json'), '{ "packages": {');
      expect(forStart()).toBe('needed');
    });

    it('finds the packages that these tests run with', () => {
      expect(whatToInstall('.', { development: true })).toBe('nothing');
    });
  });

  describe('package-lock.json', () => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Entry> };
    const installed = Object.entries(packages).filter(([path]) => path !== '');

    // The lowest version of each line that tools/install.mjs lets pass.
    it.each(['20.19.0', '22.13.0', '24.0.0'])('holds no package that refuses Node %s', (node) => {
      const refusing = installed.filter(([, { engines }]) => engines?.node && !satisfies(node, engines.node));
      expect(refusing.map(([path, { engines }]) => `${path}: ${engines!.node}`)).toEqual([]);
    });
  });
});

describe('headers plugin', () => {
  let server: Server | null = null;
  afterEach(() => void server?.close());

  /** A server whose only other middleware answers everything. */
  async function serverWith(use: (middlewares: { use(handle: Connect.NextHandleFunction): void }) => void) {
    let handle!: Connect.NextHandleFunction;
    use({ use: (added) => (handle = added) });
    server = createServer((request, response) => handle(request, response, () => response.end('answered')));
    await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return (target: string) =>
      send(port, { bytes: `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n` });
  }

  const plugin = headersOfServer() as {
    configureServer(server: ViteDevServer): void;
    configurePreviewServer(server: PreviewServer): void;
  };
  const servers = {
    development: () => serverWith((middlewares) => plugin.configureServer({ middlewares } as ViteDevServer)),
    preview: () => serverWith((middlewares) => plugin.configurePreviewServer({ middlewares } as PreviewServer)),
  };

  describe.each(['development', 'preview'] as const)('the server of a %s', (kind) => {
    it.each(['/', '//', '//[/', '/x?mirror=https://%00', '/airlock.html?via=%'])(
      'answers %s with the policy',
      async (target) => {
        const answer = await (await servers[kind]())(target);
        expect(statusOf(answer)).toBe(200);
        expect(answer).toContain('answered');
        expect(answer).toMatch(/^Content-Security-Policy: default-src 'none';/m);
      },
    );

    it.each(['/%00', '/%', '/%ff', 'http://['])('refuses %s, with the policy', async (target) => {
      const answer = await (await servers[kind]())(target);
      expect(statusOf(answer)).toBe(400);
      expect(answer).not.toContain('answered');
      expect(answer).toMatch(/^Content-Security-Policy: default-src 'none';/m);
    });

    it('gives the airlock its own policy, however its address is written', async () => {
      const get = await servers[kind]();
      for (const target of ['/airlock.html', '/airlock%2ehtml', '/x/../airlock.html'])
        expect(await get(target)).toContain('https://huggingface.co');
      expect(await get('/index.html')).not.toContain('https://huggingface.co');
    });
  });
});
