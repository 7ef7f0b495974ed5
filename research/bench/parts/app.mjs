import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { peakMemory } from './peak-memory.mjs';
import { withPage } from './page.mjs';
import { median } from './side-by-side.mjs';

const REPEATS = 3;

/** A build of an earlier version, whose folder `HITRATE_BEFORE` names: both are measured in turn. */
const BEFORE = process.env.HITRATE_BEFORE ?? null;

/** The sample in Chromium with an empty profile: from the click to four systems, to all six, and again from what is kept. */
export async function rows() {
  if (BEFORE !== null && !existsSync(join(BEFORE, 'index.html'))) throw new Error(`${BEFORE} is no built site`);
  const runs = [];
  const earlier = [];
  for (let i = 0; i < REPEATS; i++) {
    if (BEFORE !== null) earlier.push(await withPage(clicked, BEFORE));
    runs.push(await withPage(clicked));
  }
  const of = (all, figure) => median(all.map((run) => run[figure]));
  const row = (what, unit, figure, target = null) => ({
    what: `sample: ${what}`,
    unit,
    ours: of(runs, figure),
    against: BEFORE === null ? null : { name: 'before', value: of(earlier, figure) },
    target: BEFORE === null ? null : target,
  });
  return [
    row('click to four systems', 'ms', 'partial'),
    row('click to all six', 'ms', 'six', 3),
    row('click to the verdict, with latencies', 'ms', 'first'),
    {
      ...row('the same run again', 'ms', 'second'),
      against: { name: 'first run', value: of(runs, 'first') },
    },
    row('peak memory of the page’s process', 'MB', 'megabytes'),
  ];
}

/** The address of a result that is whole. */
const KEPT = /\/r\/[0-9a-f]{12}\/findings$/;

async function clicked(page, browser) {
  const click = async () => {
    await page.evaluate(() => (location.hash = '#/c/sample/runs/new'));
    await page.getByTestId('evaluate-button').waitFor();
    const began = performance.now();
    await page.getByTestId('evaluate-button').click();
    await page.waitForURL((url) => KEPT.test(url.hash));
    return performance.now() - began;
  };
  const partial = page.getByTestId('partial');
  const began = performance.now();
  const since = () => performance.now() - began;
  const four = partial.first().waitFor().then(since);
  const whole = click();
  // An earlier version shows all six with their latencies only.
  const six = Promise.race([partial.filter({ hasText: 'All 6' }).waitFor().then(since), whole]);
  const figures = { partial: await four, six: await six, first: await whole };
  const megabytes = (await peakMemory(browser)) / 1e6;
  return { ...figures, megabytes, second: await click() };
}
