import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { createServer } from 'vite';
import { withScript } from './script.mjs';
import { ROOT } from '../../../tools/install.mjs';

const [ROWS, QUESTIONS] = [100_000, 500];

/**
 * Vectors of passages by the bundled model, 512 numbers each: what Hitrate takes on one thread, beside a plain loop, and
 * beside faiss-cpu where Python has it. Milliseconds of the processor, and shares. No rows where there
 * are no passages to embed.
 *
 * @returns {Promise<{ what: string, unit: string, ours: number, against: { name: string, value: number }, target: number | null }[]>}
 */
export async function rows() {
  const paths = await vectorFiles();
  if (!paths) return [];
  const files = [paths.rows, paths.queries];
  let found = [];
  await withScript('vectors', (run) => {
    const scans = run('scans', ...files, ROWS, QUESTIONS);
    const faiss = faissByPython(files);
    found = [
      row('exact, a question of 500', 'ms', scans.exact, 'a plain loop', scans.exact * scans.ratios.loop, 15),
      faiss && row('exact, a question of 500', 'ms', scans.exact, 'faiss-cpu, flat', faiss.milliseconds, 0.33),
      row('int8, 4 × rescored', 'ms', scans.int8, 'exact', scans.int8 * scans.ratios.int8, 2),
      share('int8, 4 × rescored, recall@100', scans.recallAtDepth, 0.999),
      row('int8, 4 × rescored, one question', 'ms', scans.int8Alone, 'exact, one question', scans.alone, null),
    ].filter(Boolean);
  });
  return found;
}

const row = (what, unit, ours, name, value, target) => ({ what, unit, ours, against: { name, value }, target });

/** What is missed of a share, beside what may be: at least 1 where the share is reached. */
const share = (what, value, wanted) =>
  row(what, 'missed', Math.max(1 - value, 1e-9), `at most ${(1 - wanted).toFixed(3)}`, 1 - wanted, 1);

/** The vectors, embedded where they were not yet. */
async function vectorFiles() {
  const server = await createServer({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, watch: null, ws: false },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    const { trainVectors } = await server.ssrLoadModule('/research/bench/train-vectors.ts');
    return await trainVectors(ROWS, QUESTIONS);
  } finally {
    await server.close();
  }
}

/** Null where no Python has the package. */
function faissByPython(files) {
  const script = join(ROOT, 'research/bench/parts/vectors-faiss.py');
  const args = [script, ...files, ROWS, QUESTIONS].map(String);
  for (const python of ['python3', '/usr/bin/python3'])
    try {
      return JSON.parse(execFileSync(python, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
    } catch {
      // Without the package, or no Python.
    }
  return null;
}
