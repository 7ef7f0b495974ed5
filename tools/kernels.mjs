import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from './install.mjs';

const SOURCES = join(ROOT, 'wasm');
const CACHE = join(ROOT, 'node_modules/.cache/hitrate');

const SHARED = ['-O3', '--converge', '--noAssert', '--runtime', 'stub', '--use', 'abort='];
/** By the folder of its source, each under `virtual:kernel/` and its name. */
const KERNELS = {
  // Rows of 512 numbers, 2 million of them, are the 4 GiB that an address of 32 bits reaches.
  vectors: [
    '--enable',
    'threads,simd',
    '--importMemory',
    '--sharedMemory',
    '--initialMemory',
    '1',
    '--maximumMemory',
    '65536',
  ],
  statistics: ['--enable', 'simd'],
};
const PREFIX = 'virtual:kernel/';

/**
 * Compiles what computes in WebAssembly, which is AssemblyScript, for whoever imports `virtual:kernel/vectors` or
 * `virtual:kernel/statistics`. Their bytes are text in base 64: of a few kilobytes a file of its own would cost more than
 * it saves.
 */
export function kernels() {
  return {
    name: 'hitrate-kernels',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    async load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null;
      const kernel = id.slice(PREFIX.length + 1);
      for (const path of paths(kernel)) this.addWatchFile(path);
      return moduleOf((await compiled(kernel)).toString('base64'));
    },
  };
}

const moduleOf = (text) => `
let module;
export const compile = () => (module ??= new WebAssembly.Module(Uint8Array.from(atob('${text}'), (each) => each.charCodeAt(0))));
export const instantiate = (imports = {}) => new WebAssembly.Instance(compile(), imports).exports;
`;

const paths = (kernel) =>
  readdirSync(join(SOURCES, kernel))
    .sort()
    .map((name) => join(SOURCES, kernel, name));

/** The binary, compiled anew where a source, an option or the compiler changed. */
async function compiled(kernel) {
  const { version } = createRequire(import.meta.url)('assemblyscript/package.json');
  const hash = createHash('sha256').update(JSON.stringify([version, SHARED, KERNELS[kernel]]));
  for (const path of paths(kernel)) hash.update(path.slice(ROOT.length)).update(readFileSync(path));
  const kept = join(CACHE, `${kernel}-kernel-${hash.digest('hex').slice(0, 16)}.wasm`);
  // Once, however many bundles ask for it.
  if (!existsSync(kept)) await (compiling[kernel] ??= compileTo(kept, kernel).finally(() => delete compiling[kernel]));
  return readFileSync(kept);
}

const compiling = {};

async function compileTo(kept, kernel) {
  mkdirSync(CACHE, { recursive: true });
  const part = `${kept}.${process.pid}`;
  writeFileSync(part, await compile(kernel));
  // Whole or not at all: several processes may compile at a time.
  renameSync(part, kept);
}

async function compile(kernel) {
  const { default: asc } = await import('assemblyscript/asc');
  let binary = null;
  const { error, stderr } = await asc.main(['index.ts', '--outFile', 'kernel.wasm', ...SHARED, ...KERNELS[kernel]], {
    readFile: (name, folder) => {
      const path = join(SOURCES, kernel, folder === '.' ? '' : folder, name);
      return existsSync(path) ? readFileSync(path, 'utf8') : null;
    },
    writeFile: (_, contents) => void (binary = contents),
    listFiles: () => [],
  });
  if (error || !binary) throw new Error(`the kernel of ${kernel} does not compile:\n${stderr.toString()}`);
  return binary;
}
