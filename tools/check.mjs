/** `npm run check`: types, lint and format of everything. */
import { ensureInstalled, run } from './install.mjs';

/** @returns {{ name: string, ok: boolean }[]} */
export function check() {
  const steps = [
    ['types of domain', ['tsc', '-p', 'src/domain']],
    ['types of workers', ['tsc', '-p', 'workers']],
    ['types of tests', ['tsc', '-p', 'test']],
    [
      'types of page',
      ['svelte-check', '--tsconfig', 'src/tsconfig.json', '--threshold', 'warning', '--output', 'human'],
    ],
    ['lint', ['eslint', '--max-warnings', '0', '.']],
    ['format', ['prettier', '--check', '--log-level', 'warn', '.']],
  ];
  return steps.map(([name, [command, ...args]]) => {
    const ok = run('npx', ['--no-install', command, ...args]);
    console.log(`${ok ? '✓' : '✗'} ${name}`);
    return { name, ok };
  });
}

if (process.argv[1] === import.meta.filename) {
  ensureInstalled();
  process.exit(check().every(({ ok }) => ok) ? 0 : 1);
}
