import type { Page } from '@playwright/test';
import { type App, createApp, expect, test } from './app';
import { smallCollection } from './models-dialog';

/** Another tab of the same browser, with the same collection open. */
async function secondTab(app: App): Promise<App> {
  const other = createApp(await app.page.context().newPage(), app.url);
  await other.page.goto(app.page.url());
  await expect(other.page.getByTestId('collection-menu')).toContainText('Harbour');
  return other;
}

async function openHarbour(app: App): Promise<void> {
  await app.open();
  await app.pick(smallCollection('two-tabs'));
  await app.add('Harbour');
}

const rows = (page: Page) => page.locator('button[aria-expanded]').filter({ hasText: /sleep/ });

interface Held {
  held: (() => void)[];
}

/** Keeps what the page says to its workers: an evaluation has read the questions by then, and waits. @returns lets it go */
async function holdWorkers(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const held: Held['held'] = [];
    const post = Worker.prototype.postMessage as (...args: unknown[]) => void;
    Worker.prototype.postMessage = function (...args: unknown[]) {
      held.push(() => post.apply(this, args));
    };
    Object.assign(globalThis, {
      held,
      release() {
        Worker.prototype.postMessage = post;
        for (const say of held) say();
      },
    });
  });
  return () => page.evaluate(() => (globalThis as unknown as { release: () => void }).release());
}

/** Changes the text of the first question, and does not save it. */
async function editFirst(app: App, text: string): Promise<void> {
  const { page } = app;
  await app.show('Question editor');
  const row = rows(page).first();
  if ((await row.getAttribute('aria-expanded')) === 'false') await row.click();
  await page.getByRole('textbox', { name: 'Question', exact: true }).fill(text);
}

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();
const CHANGED = 'Questions or judgments changed since this run';

test('a question that one tab saves while the other evaluates marks the result; of grades in two tabs the later counts in both', async ({
  app,
}) => {
  const { page } = app;
  await openHarbour(app);
  await app.choose('bm25');
  const other = await secondTab(app);
  const release = await holdWorkers(page);
  await page.getByTestId('evaluate-button').click();
  await expect.poll(() => page.evaluate(() => (globalThis as unknown as Held).held.length)).toBeGreaterThan(0);
  await editFirst(other, 'Where do geese sleep?');
  await save(other.page);
  await expect(other.page.getByRole('button', { name: 'Save', exact: true })).toBeHidden();
  await release();
  await app.statistics();
  await expect(page.getByText(CHANGED)).toBeVisible();
  // The result that one tab made is listed in the other.
  await other.show('Findings');
  await other.statistics();
  await expect(other.page.getByText(CHANGED)).toBeVisible();
  await app.evaluate();
  await expect(page.getByText(CHANGED)).toBeHidden();

  await app.show('Judge');
  const bench = page.getByTestId('judge-bench');
  await expect(bench).toBeVisible();
  const query = (await bench.getAttribute('data-query'))!;
  const [at] = page.url().split('?');
  await other.page.goto(`${at}?q=${query}`);
  await expect(other.page.getByTestId('judge-bench')).toHaveAttribute('data-query', query);
  const key = (await page.getByTestId('judge-item').first().getAttribute('data-key'))!;
  const [mine, theirs] = [app, other].map(({ page }) => page.locator(`[data-testid="judge-item"][data-key="${key}"]`));
  const judge = async ({ page }: App, item: typeof mine, grade: string): Promise<void> => {
    await item!.click();
    await page.getByTestId('judge-bench').getByRole('list', { name: 'Passages to judge' }).focus();
    await page.keyboard.press(grade);
  };
  await judge(app, mine, '3');
  await expect(theirs!).toHaveAttribute('data-grade', '3');
  await judge(other, theirs, '1');
  await expect(mine!).toHaveAttribute('data-grade', '1');
  await expect(theirs!).toHaveAttribute('data-grade', '1');
  expect([...app.errors, ...other.errors]).toEqual([]);
});
