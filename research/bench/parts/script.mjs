import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../../../tools/install.mjs';
import { kernels } from '../../../tools/kernels.mjs';

/**
 * transformers.js as pages have it, with the runtime of `onnxruntime-web` for Node: a script sees one of both, whoever
 * imports it.
 */
export function transformersOfPages() {
  const runtime = pathToFileURL(join(ROOT, 'node_modules/onnxruntime-web/dist/ort.node.min.mjs')).href;
  return {
    name: 'transformers-of-pages',
    enforce: 'pre',
    resolveId(id) {
      if (/^onnxruntime-(web\/webgpu|common)$/.test(id)) return { id: runtime, external: true };
      return id === '@xenova/transformers' ? join(ROOT, 'node_modules', id, 'dist/transformers.web.js') : null;
    },
  };
}

/** Hands over what runs a script of `research/bench` in a process of its own and returns what it prints. */
export async function withScript(name, use, plugins = []) {
  const { build } = await import('vite');
  const folder = mkdtempSync(join(tmpdir(), 'hitrate-bench-'));
  try {
    await build({
      configFile: false,
      logLevel: 'error',
      plugins: [kernels(), ...plugins],
      build: {
        ssr: `research/bench/${name}.ts`,
        outDir: folder,
        emptyOutDir: false,
        rolldownOptions: { output: { entryFileNames: `${name}.mjs` } },
      },
      ssr: { noExternal: true },
    });
    const run = (...args) => {
      const printed = execFileSync(process.execPath, [join(folder, `${name}.mjs`), ...args.map(String)], {
        encoding: 'utf8',
      });
      return printed === '' ? null : JSON.parse(printed);
    };
    await use(run, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
