/** `npm run check`: types, lint, unused code, format and structure (imports, folder cycles, exported names) of everything. */
import { ensureInstalled, runPackageAside } from './install.mjs';

/** Prints each step as it ends. @returns {Promise<{ name: string, ok: boolean }[]>} */
export async function check() {
  const steps = [
    ['types of domain', ['typescript', '-p', 'src/domain']],
    ['types of workers', ['typescript', '-p', 'workers']],
    ['types of command line', ['typescript', '-p', 'src/command-line']],
    ['types of tests', ['typescript', '-p', 'test']],
    [
      'types of page',
      ['svelte-check', '--tsconfig', 'src/tsconfig.json', '--threshold', 'warning', '--output', 'human'],
    ],
    ['lint', ['eslint', '--max-warnings', '0', '.']],
    ['unused exports', ['knip', '--no-progress']],
    ['structure', ['vitest', 'run', 'test/unit/architecture.test.ts', 'test/unit/exported-names.test.ts']],
    ['format', ['prettier', '--check', '--log-level', 'warn', '.']],
  ];
  const results = [];
  for (const [name, [command, ...args]] of steps) {
    const { ok, output } = await runPackageAside(command, args);
    console.log(`${ok ? '' : output}${ok ? '✓' : '✗'} ${name}`);
    results.push({ name, ok });
  }
  return results;
}

if (process.argv[1] === import.meta.filename) {
  ensureInstalled();
  process.exit((await check()).every(({ ok }) => ok) ? 0 : 1);
}
