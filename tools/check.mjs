/** `npm run check`: types, lint, unused code, format and structure (imports, folder cycles, exported names) of everything. */
import { ensureInstalled, runPackageAside } from './install.mjs';

/** Kept between runs, so that only what changed is checked again. */
const CACHE = 'node_modules/.cache/hitrate';

/**
 * Prints each step as it ends.
 *
 * @param {{ structure?: boolean }} [wanted] whether to run the unit tests of the structure, too
 * @returns {Promise<{ name: string, ok: boolean }[]>}
 */
export async function check({ structure = true } = {}) {
  const steps = [
    ...['src/domain', 'workers', 'src/command-line', 'test', 'research'].map((project) => [
      `types of ${project}`,
      [
        '@typescript/native',
        '-p',
        project,
        '--incremental',
        '--tsBuildInfoFile',
        `${CACHE}/types-${project.replace('/', '-')}`,
      ],
    ]),
    [
      'types of page',
      [
        ...['svelte-check', '--tsgo', '--incremental', '--tsconfig', 'tsconfig.page.json'],
        ...['--threshold', 'warning', '--output', 'human'],
      ],
    ],
    ['lint', ['oxlint', '--deny-warnings']],
    ['lint of components', ['eslint', '--max-warnings', '0', '--cache', '--cache-location', `${CACHE}/eslint`, 'src']],
    ['unused exports', ['knip', '--no-progress']],
    ...(structure
      ? [['structure', ['vitest', 'run', 'test/unit/architecture.test.ts', 'test/unit/exported-names.test.ts']]]
      : []),
    ['format', ['oxfmt', '--list-different']],
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
