import { withScript } from './script.mjs';
import { inTurn, median } from './side-by-side.mjs';

const [PASSAGES, QUESTIONS] = [100_000, 5000];

/** Reading a collection in the format of BEIR, beside `JSON.parse` line by line, which checks nothing. */
export async function rows() {
  let rows;
  await withScript('large-collection', (write, folder) => {
    write(folder, String(PASSAGES), String(QUESTIONS));
    return withScript('import', (run) => {
      const { ours, other } = inTurn(
        () => run('hitrate', folder),
        () => run('parse', folder),
      );
      const of = (all, figure) => median(all.map((each) => each[figure]));
      const row = (what, unit, figure, target) => ({
        what,
        unit,
        ours: of(ours, figure),
        against: { name: 'JSON.parse line by line', value: of(other, figure) },
        target,
      });
      rows = [
        row(`import of ${PASSAGES} passages (BEIR), time of the processor`, 'ms', 'cpuMilliseconds', 1 / 1.5),
        row(`import of ${PASSAGES} passages (BEIR), peak memory`, 'MB', 'megabytes', null),
      ];
    });
  });
  return rows;
}
