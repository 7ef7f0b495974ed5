import type { Locator, Page } from '@playwright/test';
import { type App, createApp, expect, test } from './app';
import { beirFolder } from './made-collection';

test.use({ profile: 'shared' });

const TOPICS = ['amber', 'birch', 'copper', 'delta', 'ember', 'fjord', 'grove', 'heron'];

/**
 * A collection of passages about eight things, ten of each: one of the ten answers its question. One question alone has a
 * judgment, so that the others are in no result.
 */
function hardlyJudged(): string {
  const rooms = 'attic barn cellar dock eaves ferry garage hall inn jetty'.split(' ');
  const docs = TOPICS.flatMap((topic) =>
    rooms.map((room, i) => ({
      _id: `${topic}-${room}`,
      title: '',
      text:
        i === 6
          ? `The ${topic} was found by the warden in the ${room}.`
          : `About ${topic}: a note on the ${room} and its ${topic}.`,
    })),
  );
  const queries = TOPICS.map((topic) => ({ _id: topic, text: `who found the ${topic}` }));
  return beirFolder(docs, queries, { test: [['heron', 'heron-garage', 1]] });
}

/** Presses keys and counts them. */
function keyboard(page: Page) {
  const keys = {
    presses: 0,
    async press(key: string) {
      keys.presses++;
      await page.keyboard.press(key);
    },
  };
  return keys;
}

const items = (page: Page) => page.getByTestId('judge-item');
const current = (page: Page) => page.locator('[data-testid="judge-item"][aria-current="true"]');
const question = (page: Page) => page.getByTestId('judge-bench').getAttribute('data-query');
const judged = async (page: Page): Promise<number> =>
  Number(await page.locator('[data-testid="judge-progress"] [data-judged]').getAttribute('data-judged'));

/** What the dialog of figures says. */
async function inFigures<Read>(page: Page, read: (figures: Locator) => Promise<Read>): Promise<Read> {
  await page.getByTestId('judge-show-figures').click();
  const figures = page.getByTestId('judge-figures');
  await expect(figures).toBeVisible();
  const found = await read(figures);
  await figures.getByRole('button', { name: 'Close' }).click();
  await expect(figures).toBeHidden();
  return found;
}

async function openJudging(app: App): Promise<void> {
  await app.show('Judge');
  await expect(app.page.getByTestId('judge-bench')).toBeVisible();
}

test('fifty passages of questions without judgments are judged with fewer than fifty keys', async ({ app }) => {
  const { page } = app;
  await app.open();
  await app.pickFolder(hardlyJudged());
  await app.add('Hardly judged');
  await app.show('Judge');
  // There is no result: what is judged must be found first, and needs no judgment for that.
  await app.show('New run');
  await app.choose('bm25', 'embedding');
  await app.show('Judge');
  await page.getByTestId('judge-pool').click();
  await expect(page.getByTestId('judge-bench')).toBeVisible();
  await expect(page.getByTestId('judge-start')).toHaveCount(0);

  const keys = keyboard(page);
  const before = await judged(page);
  const share = (): Promise<number> =>
    inFigures(page, async (figures) =>
      parseFloat((await figures.locator('tr[data-system="bm25"] [data-column="judged"]').textContent())!),
    );
  const shareBefore = await share();
  await page.getByTestId('judge-bench').getByRole('list', { name: 'Passages to judge' }).focus();
  while ((await judged(page)) - before < 50) {
    const asked = await question(page);
    const keysOf = await items(page).evaluateAll((all) => all.map((each) => (each as HTMLElement).dataset['key']!));
    const answer = keysOf.indexOf(`${asked}-garage#`);
    if (answer >= 0 && (await items(page).nth(answer).getAttribute('data-judged')) === 'false') {
      while ((await current(page).getAttribute('data-key')) !== keysOf[answer]) await keys.press('ArrowDown');
      await keys.press('3');
      await expect(items(page).nth(answer)).toHaveAttribute('data-grade', '3');
    }
    await keys.press('Enter');
    await expect.poll(() => question(page)).not.toBe(asked);
  }
  const done = (await judged(page)) - before;
  console.log(`${done} passages judged with ${keys.presses} keys`);
  expect(done).toBeGreaterThanOrEqual(50);
  expect(keys.presses).toBeLessThan(50);
  expect(await share()).toBeGreaterThan(shareBefore);
  await inFigures(page, (figures) =>
    expect(figures.getByTestId('judge-pairs').locator('[data-column="interval"]')).toHaveText(/^\[/),
  );
  expect(app.errors).toEqual([]);
});

/** Systems by id and by readable name, and figures of theirs: a measure of theirs is written without a leading zero. */
const OF_SYSTEMS =
  /\b(bm25|embedding|ensemble|hybrid|rrf|rerank\w*|rank(ed)?|scores?|ndcg|recall)\b|(?<![\d\w])\.\d{2,}/i;

test('passages are judged blind: keys grade, undo, note, search and judge a part alone; nothing is lost when the page crashes', async ({
  app,
}) => {
  const { page } = app;
  await app.open();
  await app.choose('bm25', 'embedding');
  await app.evaluate();
  await openJudging(app);
  const first = await question(page);
  const key = (await current(page).getAttribute('data-key'))!;
  const start = await judged(page);

  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await expect.poll(() => question(page)).not.toBe(first);
  await page.keyboard.press('u');
  await page.keyboard.press('u');
  await expect.poll(() => question(page)).toBe(first);
  await expect(page.locator(`[data-key="${key}"]`)).toHaveAttribute('data-grade', '');
  expect(await judged(page)).toBe(start);
  await expect(current(page)).toHaveAttribute('data-key', key);

  await page.keyboard.press('d');
  await expect(page.getByTestId('judge-document')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('judge-document')).toHaveCount(0);

  await page.keyboard.press('n');
  await page.getByLabel('Note on the passage').fill('only the first sentence');
  await page.keyboard.press('Enter');
  await expect(current(page)).toContainText('only the first sentence');

  // A part that is selected is judged alone, and decides what the passage counts with.
  const text = current(page).locator('[data-from]');
  await text.evaluate((element) => {
    const range = document.createRange();
    range.setStart(element.firstChild!, 2);
    range.setEnd(element.firstChild!, 9);
    getSelection()!.removeAllRanges();
    getSelection()!.addRange(range);
  });
  await page.keyboard.press('3');
  await expect(page.locator(`[data-key="${key}"]`)).toContainText('counts as 3');
  await expect(page.locator(`[data-key="${key}"]`)).toHaveAttribute('data-grade', '');

  const before = await items(page).count();
  await page.keyboard.press('/');
  await page.keyboard.type('horses 1881');
  await page.keyboard.press('Enter');
  await expect(items(page)).toHaveCount(1);
  await page.keyboard.press('2');
  await expect(items(page).first()).toHaveAttribute('data-grade', '2');
  await page.keyboard.press('Escape');
  await expect(items(page)).toHaveCount(before + 1);

  const grades: Record<string, string> = {};
  await test.step('no system, rank or score is named, and the address names the question', async () => {
    await page.keyboard.press('j');
    await expect.poll(() => question(page)).not.toBe(first);
    for (const part of [
      page.getByTestId('judge-bench'),
      page.getByTestId('question-rows'),
      page.getByTestId('judge-progress'),
    ])
      expect(await part.ariaSnapshot()).not.toMatch(OF_SYSTEMS);
    for (const grade of ['2', '0', '3']) {
      const graded = (await current(page).getAttribute('data-key'))!;
      await page.keyboard.press(grade);
      // It is shown as graded once it is on the disk, and not before.
      await expect(page.locator(`[data-key="${graded}"]`)).toHaveAttribute('data-grade', grade);
      grades[graded] = grade;
    }
    await expect(page).toHaveURL(new RegExp(`/questions/judge\\?q=${await question(page)}$`));
  });
  expect(app.errors).toEqual([]);

  const address = page.url();
  const crashed = page.waitForEvent('crash');
  await page.goto('chrome://crash').catch(() => undefined);
  await crashed;
  const again = createApp(await page.context().newPage(), app.url);
  await page.close();
  await again.page.goto(address);
  for (const [graded, grade] of Object.entries(grades))
    await expect(again.page.locator(`[data-key="${graded}"]`)).toHaveAttribute('data-grade', grade);
  await again.page.getByRole('link', { name: 'Diagnose' }).click();
  await expect(again.page.getByTestId('question-pane')).toBeVisible();
  expect(await again.page.locator('body').ariaSnapshot()).toMatch(OF_SYSTEMS);
});
