/** `npm run check`: types, lint and format of everything. */
import { ensureInstalled, runPackage } from './install.mjs';

/** @returns {{ name: string, ok: boolean }[]} */
export function check() {
  const steps = [
    ['types of domain', ['typescript', '-p', 'src/domain']],
    ['types of workers', ['typescript', '-p', 'workers']],
    ['types of tests', ['typescript', '-p', 'test']],
    [
      'types of page',
      ['svelte-check', '--tsconfig', 'src/tsconfig.json', '--threshold', 'warning', '--output', 'human'],
    ],
    ['lint', ['eslint', '--max-warnings', '0', '.']],
    ['format', ['prettier', '--check', '--log-level', 'warn', '.']],
  ];
  return steps.map(([name, [command, ...args]]) => {
    const ok = runPackage(command, args);
    console.log(`${ok ? '✓' : '✗'} ${name}`);
    return { name, ok };
  });
}

if (process.argv[1] === import.meta.filename) {
  ensureInstalled();
  process.exit(check().every(({ ok }) => ok) ? 0 : 1);
}
