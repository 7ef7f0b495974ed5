import { join } from 'node:path';
import { withScript } from './script.mjs';
import { inTurn, median } from './side-by-side.mjs';
import { withTracedPage } from './traced-page.mjs';

const LOGS = [
  ['a million UBI events (JSON Lines)', 'events.ndjson'],
  ['a million lists of five (CSV)', 'impressions.csv'],
];
/** From the choice of the file to what is found in it, and of the longest task of the page. */
const [MOST_SECONDS, LONGEST] = [10, 50];

/** Click logs read, joined and summed up: in Node beside `JSON.parse` of the events, which counts nothing, and in Chromium. */
export async function rows() {
  const rows = [];
  await withScript('click-log', async (run, folder) => {
    run('write', folder);
    const [[, events]] = LOGS;
    for (const [what, name] of LOGS) {
      const { ours, other } = inTurn(
        () => run('hitrate', join(folder, name)),
        () => run('parse', join(folder, events)),
        2,
      );
      const of = (all, figure) => median(all.map((each) => each[figure]));
      for (const [figure, unit, said] of [
        ['cpuMilliseconds', 'ms', 'time of the processor'],
        ['megabytes', 'MB', 'peak memory'],
      ])
        rows.push({
          what: `${what}, ${said}`,
          unit,
          ours: of(ours, figure),
          against: { name: 'JSON.parse of the events, line by line', value: of(other, figure) },
          target: null,
        });
      rows.push(...(await inPage(what, join(folder, name))));
    }
  });
  return rows;
}

async function inPage(what, path) {
  const steps = [];
  await withTracedPage(steps, (page, traced) =>
    traced(what, async () => {
      await page.getByTestId('add-files').click();
      await page.getByTestId('files-input').setInputFiles(path);
      await page.getByTestId('click-findings').waitFor();
    }),
  );
  const [{ milliseconds, longest }] = steps;
  const row = (said, unit, ours, limit) => ({
    what: `${what}, in Chromium: ${said}`,
    unit,
    ours,
    against: { name: 'limit', value: limit },
    target: 1,
  });
  return [
    row('from the file to the preview', 's', milliseconds / 1000, MOST_SECONDS),
    row('longest task of the page', 'ms', longest, LONGEST),
  ];
}
