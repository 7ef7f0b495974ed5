import { withScript } from './script.mjs';
import { inTurn, median } from './side-by-side.mjs';

/** Reading and scoring a run of a million lines, and learning a ranker, each beside what one writes first. */
export async function rows() {
  return [...(await millionLines()), ...(await rankers())];
}

async function millionLines() {
  const rows = [];
  await withScript('million-lines', (run, folder) => {
    run('write', folder);
    const { ours, other } = inTurn(
      () => run('hitrate', folder),
      () => run('naive', folder),
      2,
    );
    const [{ means }, { means: expected }] = [ours[0], other[0]];
    const wrong = Object.keys(expected).filter((name) => Math.abs(expected[name] - means[name]) > 1e-9);
    if (wrong.length > 0) throw new Error(`the two ways differ by ${wrong.join(', ')}`);
    for (const [figure, unit] of [
      ['milliseconds', 'ms'],
      ['megabytes', 'MB'],
    ])
      rows.push({
        what: `a run of a million lines read and scored by 20 measures, ${figure}`,
        unit,
        ours: median(ours.map((each) => each[figure])),
        against: { name: 'a Map a question, a pass a measure', value: median(other.map((each) => each[figure])) },
        target: null,
      });
  });
  return rows;
}

async function rankers() {
  const rows = [];
  await withScript('ltr', (run) => {
    const { ours, other } = inTurn(
      () => run('hitrate', '10'),
      () => run('naive', '10'),
      1,
    );
    if (Math.abs(ours[0].ndcg - other[0].ndcg) > 0.02) throw new Error('the two ways learn rankers of another quality');
    rows.push({
      what: 'LambdaMART, 225 questions of 300 candidates, 10 features, 10 trees',
      unit: 'ms',
      ours: median(ours.map(({ milliseconds }) => milliseconds)),
      against: {
        name: 'exact splits over sorted arrays',
        value: median(other.map(({ milliseconds }) => milliseconds)),
      },
      target: null,
    });
  });
  return rows;
}
