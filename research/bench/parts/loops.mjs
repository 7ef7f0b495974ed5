import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runPackage } from '../../../tools/install.mjs';

/** How many times as fast as the plain way, by a word of the group. */
const TARGETS = [
  ['a slider moved', 25],
  // At most 1.3 times as long as what it is made of.
  ['a PDF', 1 / 1.3],
];

/** The loops of `research/bench/*.bench.ts`: in each group ours is first, and what one would write instead last. */
export async function rows() {
  const folder = mkdtempSync(join(tmpdir(), 'hitrate-bench-'));
  const report = join(folder, 'loops.json');
  try {
    const stdio = ['inherit', 2, 2];
    if (!runPackage('vitest', ['bench', '--run', `--outputJson=${report}`], { stdio }))
      throw new Error('the loops could not be measured: see above');
    const { files } = JSON.parse(readFileSync(report, 'utf8'));
    return files.flatMap(({ groups }) => groups.flatMap(rowsOf));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function rowsOf({ fullName, benchmarks }) {
  const group = fullName.split(' > ').slice(1).join(' > ');
  const plain = benchmarks.at(-1);
  const target = TARGETS.find(([word]) => group.startsWith(word))?.[1] ?? null;
  return benchmarks.slice(0, -1).map(({ name, median }) => ({
    what: `${group}: ${name}`,
    unit: 'ms',
    ours: median,
    against: { name: plain.name, value: plain.median },
    target,
  }));
}
