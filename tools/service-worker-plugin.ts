import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { build, type Plugin, type ResolvedConfig } from 'vite';

/** Files that are fetched when they are asked for and kept then, rather than at the first visit. */
const ON_DEMAND = /\.(jspi|asyncify|jsep)-.*\.(wasm|mjs)$|\.dat-.*\.gz$|\.bcmap$|\.map$/;

/**
 * Builds `workers/service-worker.ts` after the site, with the list of what it must keep for use offline. It is a classic
 * script of one file, since not every browser takes a module here.
 */
export function serviceWorker(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'hitrate-service-worker',
    apply: 'build',
    configResolved: (resolved) => void (config = resolved),
    async closeBundle(error?: Error) {
      // The build failed, and its own error is the one to tell.
      if (error) return;
      const outDir = resolve(config.root, config.build.outDir);
      await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        define: {
          __PRECACHE__: JSON.stringify(await listFiles(outDir)),
          'process.env.NODE_ENV': JSON.stringify('production'),
        },
        build: {
          outDir,
          emptyOutDir: false,
          target: 'es2023',
          lib: {
            entry: resolve(config.root, 'workers/service-worker.ts'),
            formats: ['iife'],
            name: 'serviceWorker',
            fileName: () => 'service-worker.js',
          },
        },
      });
    },
  };
}

async function listFiles(folder: string): Promise<{ url: string; revision: string | null }[]> {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !ON_DEMAND.test(entry.name) && entry.name !== 'service-worker.js')
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
  return Promise.all(
    names.map(async (name) => ({
      url: name.split(sep).join('/'),
      // A name under assets/ already holds a hash of the content.
      revision: name.startsWith(`assets${sep}`) ? null : await hashFile(join(folder, name)),
    })),
  );
}

async function hashFile(path: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
    .slice(0, 16);
}
