import { inPython } from './python.mjs';
import { withScript } from './script.mjs';
import { median } from './side-by-side.mjs';

const PACKAGES = ['scipy==1.17.1', 'numpy==2.4.6'];

/** All pairs of ten systems on 5,000 questions, 10,000 resamples and sign flips, beside SciPy. */
export async function rows() {
  let rows;
  await withScript('statistics', (run) => {
    const given = JSON.stringify(run('values'));
    const ours = [run('compare')];
    const theirs = inPython('statistics.py', PACKAGES, given);
    ours.push(run('compare'));
    if (theirs) agree(ours[0].found, theirs.found);
    rows = [
      {
        what: 'all pairs of 10 systems, 5,000 questions, 10,000 resamples',
        unit: 'ms',
        ours: median(ours.map(({ milliseconds }) => milliseconds)),
        against: theirs && { name: 'SciPy', value: theirs.milliseconds },
        target: 3,
      },
    ];
  });
  return rows;
}

/** Intervals and p agree but for chance. @throws where they do not */
function agree(ours, theirs) {
  ours.forEach(({ low, high, p }, i) => {
    const other = theirs[i];
    const room = 0.06 * (high - low);
    if (Math.abs(low - other.low) > room || Math.abs(high - other.high) > room || Math.abs(p - other.p) > 0.04)
      throw new Error(`pair ${i}: the two ways differ by more than chance`);
  });
}
