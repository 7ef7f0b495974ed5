import { join } from 'node:path';
import { NPY_HEADER, writeMadeVectors } from './made-vectors.mjs';
import { withScript } from './script.mjs';

/** Those of the rows of words. */
const SIZES = [1000, 10_000, 50_000, 200_000];
const [DIMENSIONS, QUESTIONS] = [512, 20];

/** Exact search among vectors by their number, one question at a time on one thread, beside a plain loop. */
export async function rows() {
  const rows = [];
  await withScript('vectors', (run, folder) => {
    const files = [
      ['rows.npy', SIZES.at(-1)],
      ['questions.npy', QUESTIONS],
    ].map(([name, count]) => writeMadeVectors(join(folder, name), count, DIMENSIONS));
    for (const size of SIZES) {
      const { exact, loop } = run('alone', ...files, size, QUESTIONS, NPY_HEADER);
      rows.push({
        what: `exact search among ${size} vectors: a question`,
        unit: 'ms',
        ours: exact,
        against: { name: 'a plain loop', value: loop },
        target: null,
      });
    }
  });
  return rows;
}
