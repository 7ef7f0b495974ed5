import { join } from 'node:path';
import { inPython } from './python.mjs';
import { withScript } from './script.mjs';

const ROWS = 1_000_000;
/** In MB: no more than a few row groups of 100 MB at once. */
const LIMIT = 600;
const PACKAGES = ['pandas==3.0.6', 'pyarrow==25.0.1'];

/** A Parquet corpus of 1 GB, read block by block, beside pandas. */
export async function rows() {
  let rows = [];
  await withScript('parquet', (run, folder) => {
    const path = join(folder, 'corpus.parquet');
    // Without Python there is no corpus.
    if (!inPython('parquet.py', PACKAGES, JSON.stringify({ path, rows: ROWS }))) return;
    const ours = run(path);
    const theirs = inPython('parquet.py', PACKAGES, JSON.stringify({ path }));
    if (ours.rows !== ROWS || theirs.rows !== ROWS) throw new Error('Rows are missing.');
    const what = `Parquet corpus of ${(ours.bytes / 1e9).toFixed(1)} GB`;
    const row = (name, unit, figure, against, target) => ({
      what: `${what}: ${name}`,
      unit,
      ours: figure,
      against,
      target,
    });
    rows = [
      row('peak memory', 'MB', ours.megabytes, { name: 'limit', value: LIMIT }, 1),
      row('peak memory', 'MB', ours.megabytes, { name: 'pandas', value: theirs.megabytes }, 1),
      row('time', 'ms', ours.milliseconds, { name: 'pandas', value: theirs.milliseconds }, null),
    ];
  });
  return rows;
}
