import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ROOT, runPackage } from './install.mjs';

export const DIST = join(ROOT, 'dist');

/** What the built site is made from. */
const SOURCES = [
  'src',
  'workers',
  'wasm',
  'public',
  'tools',
  'index.html',
  'airlock.html',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
];

/** The command line, bundled for Node. */
export const COMMAND_LINE = join(ROOT, 'node_modules/.cache/hitrate/command-line.mjs');

/** Builds the site where a source is newer than what was built. @throws {Error} when that fails */
export function ensureBuilt() {
  const built = join(DIST, 'service-worker.js');
  if (existsSync(built) && newest(SOURCES) <= statSync(built).mtimeMs) return;
  console.error('Building …');
  // Not to the output of a command, which is its result.
  if (!runPackage('vite', ['build', '--logLevel', 'warn'], { stdio: ['inherit', 2, 2] }))
    throw new Error('The site could not be built: see above.');
}

/** Bundles the command line where a source is newer than the bundle. */
export async function ensureCommandLine() {
  if (existsSync(COMMAND_LINE) && newest(['src', 'tools', 'package-lock.json']) <= statSync(COMMAND_LINE).mtimeMs)
    return;
  const { build } = await import('vite');
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      ssr: join(ROOT, 'src/command-line.ts'),
      outDir: dirname(COMMAND_LINE),
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: basename(COMMAND_LINE), codeSplitting: false } },
    },
  });
}

function newest(sources) {
  const files = sources.flatMap((source) => {
    const path = join(ROOT, source);
    if (!statSync(path).isDirectory()) return [path];
    return readdirSync(path, { recursive: true }).map((name) => join(path, name));
  });
  return Math.max(...files.map((file) => statSync(file).mtimeMs));
}
