import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vectorKernel } from '../vector-kernel.mjs';

/** Hands over what runs a script of `test/bench` in a process of its own and returns what it prints. */
export async function withScript(name, use) {
  const { build } = await import('vite');
  const folder = mkdtempSync(join(tmpdir(), 'hitrate-bench-'));
  try {
    await build({
      configFile: false,
      logLevel: 'error',
      plugins: [vectorKernel()],
      build: {
        ssr: `test/bench/${name}.ts`,
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
