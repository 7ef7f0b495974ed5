import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { build, type Plugin, type ResolvedConfig, type Rolldown } from 'vite';
import type { SiteFile } from '../src/contract/site.ts';

/** Files that are fetched when they are asked for and kept then, rather than at the first visit. */
const ON_DEMAND = /\.(jspi|asyncify|jsep)-.*\.(wasm|mjs)$|\.dat-.*\.gz$|\.bcmap$|\.map$/;

const NAME = 'service-worker.js';

/** Stands in the script for the list, which is known when everything else is in place. */
const LIST = '__SITE_FILES__';

export interface ServiceWorkerOptions {
  /** More plugins for the bundle of the service worker. */
  readonly plugins: () => Plugin[];
  /** Runs when all is bundled: files that it writes into the folder are kept for use offline too. */
  readonly beforeListing: (outDir: string, root: string) => Promise<void>;
}

/**
 * Builds `workers/service-worker.ts` after the site, with the list of what it may keep for use offline, and its hashes. It is a classic
 * script of one file, since not every browser takes a module here.
 */
export function serviceWorker({ plugins, beforeListing }: ServiceWorkerOptions): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'hitrate-service-worker',
    apply: 'build',
    configResolved: (resolved) => void (config = resolved),
    async closeBundle(error?: Error) {
      // The build failed, and its own error is the one to tell.
      if (error) return;
      const outDir = resolve(config.root, config.build.outDir);
      const script = await bundle(resolve(config.root, 'workers/service-worker.ts'), plugins());
      await beforeListing(outDir, config.root);
      const list = JSON.stringify(await listFiles(outDir));
      await writeFile(
        join(outDir, NAME),
        script.replace(LIST, () => list),
      );
    },
  };
}

async function bundle(entry: string, plugins: Plugin[]): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins,
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    build: {
      write: false,
      target: 'es2023',
      lib: { entry, formats: ['iife'], name: 'serviceWorker', fileName: () => NAME },
    },
  })) as Rolldown.RolldownOutput[];
  const { code } = built[0]!.output[0];
  if (code.split(LIST).length !== 2) throw new Error(`${NAME} does not name ${LIST} once`);
  return code;
}

async function listFiles(folder: string): Promise<SiteFile[]> {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name !== NAME)
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
  return Promise.all(
    names.map(async (name) => {
      const content = await readFile(join(folder, name));
      const sha256 = createHash('sha256').update(content).digest('hex');
      const path = name.split(sep).join('/');
      return { path, sha256, bytes: content.length, onDemand: ON_DEMAND.test(name) };
    }),
  );
}
