import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from './install.mjs';

const SOURCES = join(ROOT, 'wasm/vectors');
const CACHE = join(ROOT, 'node_modules/.cache/hitrate');
const NAME = 'virtual:vector-kernel';

/** Of the memory: rows of 512 numbers, 2 million of them, are the 4 GiB that an address of 32 bits reaches. */
const OPTIONS = [
  ...['-O3', '--converge', '--noAssert', '--runtime', 'stub', '--use', 'abort='],
  ...[
    '--enable',
    'threads,simd',
    '--importMemory',
    '--sharedMemory',
    '--initialMemory',
    '1',
    '--maximumMemory',
    '65536',
  ],
];

/**
 * Compiles the kernel of vector search, which is AssemblyScript, for whoever imports `virtual:vector-kernel`: its bytes
 * as text in base 64. They are a few kilobytes, so that a file of their own would cost more than it saves.
 */
export function vectorKernel() {
  return {
    name: 'hitrate-vector-kernel',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    async load(id) {
      if (id !== `\0${NAME}`) return null;
      for (const path of paths()) this.addWatchFile(path);
      return `export default ${JSON.stringify((await compiled()).toString('base64'))};`;
    },
  };
}

const paths = () =>
  readdirSync(SOURCES)
    .sort()
    .map((name) => join(SOURCES, name));

/** The binary, compiled anew where a source, an option or the compiler changed. */
async function compiled() {
  const { version } = createRequire(import.meta.url)('assemblyscript/package.json');
  const hash = createHash('sha256').update(JSON.stringify([version, OPTIONS]));
  for (const path of paths()) hash.update(path.slice(ROOT.length)).update(readFileSync(path));
  const kept = join(CACHE, `vector-kernel-${hash.digest('hex').slice(0, 16)}.wasm`);
  // Once, however many bundles ask for it.
  if (!existsSync(kept)) await (compiling ??= compileTo(kept).finally(() => (compiling = null)));
  return readFileSync(kept);
}

let compiling = null;

async function compileTo(kept) {
  mkdirSync(CACHE, { recursive: true });
  const part = `${kept}.${process.pid}`;
  writeFileSync(part, await compile());
  // Whole or not at all: several processes may compile at a time.
  renameSync(part, kept);
}

async function compile() {
  const { default: asc } = await import('assemblyscript/asc');
  let binary = null;
  const { error, stderr } = await asc.main(['index.ts', '--outFile', 'kernel.wasm', ...OPTIONS], {
    readFile: (name, folder) => {
      const path = join(SOURCES, folder === '.' ? '' : folder, name);
      return existsSync(path) ? readFileSync(path, 'utf8') : null;
    },
    writeFile: (_, contents) => void (binary = contents),
    listFiles: () => [],
  });
  if (error || !binary) throw new Error(`the kernel of vector search does not compile:\n${stderr.toString()}`);
  return binary;
}
