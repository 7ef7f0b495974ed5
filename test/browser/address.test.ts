import { createApp, expect, NEW_RUN, test } from './app';
import { smallCollection } from './models-dialog';

test.use({ profile: 'shared' });

const hashOf = (url: string): string => new URL(url).hash;

test('a run has an address, which a reload and another tab show as they find it', async ({ app, context }) => {
  const { page } = app;
  await app.open();
  await app.choose('bm25');
  await app.evaluate();
  const first = hashOf(page.url());
  expect(first).toMatch(/^#\/c\/sample\/r\/[0-9a-f]{12}\/findings$/);
  await app.choose('bm25', 'embedding');
  await app.evaluate();
  const second = hashOf(page.url());
  expect(second).not.toBe(first);
  const table = page.getByTestId('results-table');
  await expect(table.locator('tr[data-system="embedding"]')).toBeVisible();

  await page.reload();
  await app.statistics();
  await expect(table.locator('tr[data-system="embedding"]')).toBeVisible();
  expect(hashOf(page.url())).toBe(second);

  const other = createApp(await context.newPage(), app.url);
  await other.page.goto(`${app.url}${first}`);
  await other.statistics();
  const theirs = other.page.getByTestId('results-table');
  await expect(theirs.locator('tr[data-system="bm25"]')).toBeVisible();
  await expect(theirs.locator('tr[data-system="embedding"]')).toHaveCount(0);
  expect(hashOf(other.page.url())).toBe(first);

  // Without a run it is the newest, and says so in its address.
  await other.page.goto(`${app.url}#/c/sample/findings`);
  await expect(theirs.locator('tr[data-system="embedding"]')).toBeVisible();
  expect(hashOf(other.page.url())).toBe(second);
  expect([...app.errors, ...other.errors]).toEqual([]);
});

test('back and forward lead through screens, runs and collections', async ({ app }) => {
  const { page } = app;
  await app.open();
  await app.choose('bm25');
  await app.evaluate();
  const findings = page.url();
  await app.show('Judge');
  await expect(page.getByTestId('judge-bench')).toBeVisible();
  const judge = page.url();
  expect(hashOf(judge)).toMatch(/\/r\/[0-9a-f]{12}\/questions\/judge$/);
  await app.pick(smallCollection('address'));
  await app.add('Other');
  await expect(page.getByTestId('collection-menu')).toContainText('Other');
  const place = (url: string) => expect(page).toHaveURL(url);

  await page.goBack();
  await expect(page.getByTestId('data-overview')).toBeVisible();
  await page.goBack();
  await place(judge);
  await expect(page.getByTestId('judge-bench')).toBeVisible();
  await expect(page.getByTestId('collection-menu')).toContainText('Hitrate sample');
  await page.goBack();
  await page.goBack();
  await place(findings);
  await app.statistics();
  await page.goBack();
  await place(`${app.url}${NEW_RUN}`);
  await expect(page.getByTestId('evaluate-button')).toBeVisible();
  for (let i = 0; i < 5; i++) await page.goForward();
  await expect(page.getByTestId('collection-menu')).toContainText('Other');
  await expect(page.getByTestId('evaluate-button')).toBeVisible();
  expect(app.errors).toEqual([]);
});

test(
  'an address that names nothing, or what is not here, says so and shows the nearest',
  { tag: '@full' },
  async ({ app }) => {
    const { page } = app;
    await app.open();
    await app.choose('bm25');
    await app.evaluate();
    const run = hashOf(page.url());
    const notice = page.getByRole('alert');
    for (const [address, message, nearest] of [
      ['#/c/sample/r/0123456789ab/findings', 'The run in this address is not in this browser.', run],
      ['#/c/0123456789ab/data', 'The collection in this address is not in this browser', run],
      ['#/nothing/at/all', 'This address does not exist in Hitrate.', run],
      ['#/c/sample/data/judge', 'This address does not exist in Hitrate.', run],
    ] as const) {
      await page.goto(`${app.url}icons/hitrate.svg`);
      await page.goto(`${app.url}${address}`);
      await expect(notice, address).toContainText(message);
      await expect(page, address).toHaveURL(`${app.url}${nearest}`);
      await app.statistics();
      // It is told as well where the app is open already.
      await page.getByRole('button', { name: 'Dismiss' }).click();
      await expect(notice).toHaveCount(0);
      await page.evaluate((hash) => (location.hash = hash), address);
      await expect(notice, address).toContainText(message);
      await expect(page, address).toHaveURL(`${app.url}${nearest}`);
    }
  },
);

test('a first visit shows the start, from where the sample is one click away', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await page.goto(app.url);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/which retriever is best/);
  await expect(page.getByRole('navigation', { name: 'Screens' })).toHaveCount(0);
  await page.getByTestId('see-sample').click();
  await app.statistics();
  await expect(page.getByTestId('results-table').locator('tbody tr')).toHaveCount(6);
  expect(hashOf(page.url())).toMatch(/^#\/c\/sample\/r\/[0-9a-f]{12}\/findings$/);
  // What comes with the app is computed by no worker here.
  expect(page.workers().filter((worker) => /assets\/(model|vectors)-/.test(worker.url()))).toEqual([]);

  // The start has an address of its own; without one the collection that was open is.
  await page.getByRole('link', { name: 'Hitrate', exact: true }).click();
  await expect(page.getByTestId('see-sample')).toBeVisible();
  await page.reload();
  await expect(page.getByTestId('see-sample')).toBeVisible();
  await page.goBack();
  await app.statistics();
  await page.goto(`${app.url}icons/hitrate.svg`);
  await page.goto(app.url);
  await app.statistics();
  expect(app.errors.filter((text) => !text.includes('404'))).toEqual([]);
});

test('what a person changed and did not save is not lost by going to another address', async ({ app }) => {
  const { page } = app;
  await app.open();
  await app.pick(smallCollection('unsaved'));
  await app.add('Unsaved');
  await app.show('Question editor');
  await page.locator('button[aria-expanded]').filter({ hasText: /sleep/ }).click();
  await page.getByRole('textbox', { name: 'Question', exact: true }).fill('Where do geese sleep?');
  await app.show('Findings');
  await app.show('Question editor');
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
  await page.evaluate((hash) => (location.hash = hash), NEW_RUN);
  const dialog = page.getByRole('dialog', { name: 'Discard unsaved changes?' });
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByTestId('collection-menu')).toContainText('Unsaved');
  await page.evaluate((hash) => (location.hash = hash), NEW_RUN);
  await dialog.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByTestId('collection-menu')).toContainText('Hitrate sample');
});

test(
  'the address says by which measure and k the findings are shown, and of which systems',
  { tag: '@full' },
  async ({ app }) => {
    const { page } = app;
    await page.goto(app.url);
    await page.getByTestId('see-sample').click();
    const rows = page.getByTestId('ranked-table').locator('tbody tr');
    const heads = page.getByTestId('ranked-table').getByRole('columnheader');
    const marks = page.getByTestId('quality-latency').locator('svg [data-system]');
    await expect(rows).toHaveCount(6);
    const findings = page.url();
    const visit = (view: string) => page.goto(`${findings}?${view}`);

    await test.step('the chooser of systems writes it; table and chart follow', async () => {
      await page.getByTestId('systems').click();
      const dialog = page.getByRole('dialog', { name: 'Systems that are shown' });
      await dialog.getByRole('checkbox', { name: 'Embedding' }).uncheck();
      await dialog.getByRole('checkbox', { name: 'Hybrid (RRF) + rerank' }).uncheck();
      await expect(dialog.getByRole('checkbox', { name: 'Hybrid (weighted sum)', exact: true })).toBeDisabled();
      await expect(page).toHaveURL(/\?systems=/);
      await expect(rows).toHaveCount(4);
      await expect(marks).toHaveCount(4);
      // Ranks are those among all.
      await expect(page.getByTestId('ranked-table').locator('tr[data-system="bm25"]')).toHaveAttribute(
        'data-rank',
        '=5',
      );
      await page.reload();
      await expect(rows).toHaveCount(4);
      await page.getByTestId('systems').click();
      await dialog.getByRole('button', { name: 'Show all' }).click();
      await expect(rows).toHaveCount(6);
      expect(page.url()).not.toContain('systems');
    });

    await test.step('of systems that are not there the others are shown', async () => {
      await visit('systems=bm25,nobody');
      await expect(rows).toHaveCount(2);
      await expect(page.getByTestId('ranked-table').locator('tr[data-system="ensemble"]')).toBeVisible();
      await visit('systems=nobody');
      await expect(rows).toHaveCount(6);
    });

    await test.step('k changes the cut-off of the measures; the nearest where it has none', async () => {
      for (const [k, shown] of [
        ['1', '1'],
        ['6', '5'],
        ['500', '10'],
      ]) {
        await visit(`k=${k}`);
        for (const name of ['nDCG', 'Hit Rate', 'MRR'])
          await expect(heads.filter({ hasText: `${name}@${shown}` }), `${name}, k=${k}`).toHaveCount(1);
      }
      await visit('k=many');
      await expect(heads.filter({ hasText: 'Hit Rate@5' })).toHaveCount(1);
    });

    await test.step('the measure that systems are compared by is chosen above the table', async () => {
      await page.getByTestId('ranked-by').selectOption('MRR@10');
      await expect(page).toHaveURL(/measure=MRR%4010/);
      await expect(page.getByTestId('verdict')).toContainText('MRR@10');
      await visit('measure=Magic%401');
      await page.reload();
      await expect(page.getByTestId('verdict')).toContainText('nDCG@10');
    });
    expect(app.errors).toEqual([]);
  },
);
