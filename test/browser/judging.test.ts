import type { Locator, Page } from '@playwright/test';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, createApp, expect, exported, test } from './app';

test.use({ profile: 'shared' });

const TOPICS = ['amber', 'birch', 'copper', 'delta', 'ember', 'fjord', 'grove', 'heron'];

/**
 * A collection of passages about eight things, ten of each: one of the ten answers its question. One question alone has a
 * judgment, so that the others are in no result.
 */
function hardlyJudged(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hitrate-judge-'));
  const lines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
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
  mkdirSync(join(folder, 'qrels'));
  writeFileSync(join(folder, 'corpus.jsonl'), lines(docs));
  writeFileSync(join(folder, 'queries.jsonl'), lines(queries));
  writeFileSync(join(folder, 'qrels', 'test.tsv'), 'query-id\tcorpus-id\tscore\nheron\theron-garage\t1\n');
  return folder;
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

async function judgeSample(app: App, ...systems: string[]): Promise<void> {
  await app.open();
  await app.choose(...systems);
  await app.evaluate();
  await openJudging(app);
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

test('nothing that is judged is lost when the page crashes', async ({ app }) => {
  await judgeSample(app, 'bm25', 'embedding');
  const { page } = app;
  const asked = await question(page);
  const grades: Record<string, string> = {};
  for (const grade of ['2', '0', '3']) {
    const key = (await current(page).getAttribute('data-key'))!;
    await page.keyboard.press(grade);
    // It is shown as graded once it is on the disk, and not before.
    await expect(page.locator(`[data-key="${key}"]`)).toHaveAttribute('data-grade', grade);
    grades[key] = grade;
  }
  const crashed = page.waitForEvent('crash');
  await page.goto('chrome://crash').catch(() => undefined);
  await crashed;
  const again = createApp(await page.context().newPage(), app.url);
  await page.close();
  await again.open();
  await again.show('Data');
  await expect(again.page.getByText('325 judgments')).toBeVisible();
  await openJudging(again);
  for (let i = 0; i < 156 && (await question(again.page)) !== asked; i++) {
    const here = await question(again.page);
    await again.page.getByRole('button', { name: 'Next question', exact: true }).first().click();
    await expect.poll(() => question(again.page)).not.toBe(here);
  }
  for (const [key, grade] of Object.entries(grades))
    await expect(again.page.locator(`[data-key="${key}"]`)).toHaveAttribute('data-grade', grade);
});

test(
  'what is shown once all questions are judged is what the evaluation gives afterwards',
  { tag: '@full' },
  async ({ app }) => {
    const { page } = app;
    await app.open();
    await app.pickFolder(hardlyJudged());
    await app.add('Judged to the end');
    await app.show('New run');
    await app.choose('bm25', 'embedding');
    await app.show('Judge');
    await page.getByTestId('judge-pool').click();
    await expect(page.getByTestId('judge-bench')).toBeVisible();
    for (let left = TOPICS.length; left > 0; left--) {
      const asked = await question(page);
      // Two passages of each question are relevant, with different grades.
      for (const grade of ['3', '1']) {
        const key = (await current(page).getAttribute('data-key'))!;
        await page.keyboard.press(grade);
        await expect(page.locator(`[data-key="${key}"]`)).toHaveAttribute('data-grade', grade);
      }
      await page.keyboard.press('Enter');
      if (left > 1) await expect.poll(() => question(page)).not.toBe(asked);
    }
    await expect(page.getByTestId('judge-evidence')).toHaveAttribute('data-questions', String(TOPICS.length));
    const shown = await inFigures(page, (figures) =>
      Promise.all(
        ['bm25', 'embedding'].map((system) =>
          figures.locator(`tr[data-system="${system}"] [data-column="mean"]`).textContent(),
        ),
      ),
    );
    await app.show('New run');
    await app.evaluate();
    const { systems } = await exported(page);
    const means = ['bm25', 'embedding'].map((id) => systems.find((each) => each.id === id)!.measures['nDCG@10']!);
    expect(shown).toEqual(means.map((mean) => mean.toFixed(4).replace(/^0/, '')));
  },
);

test('keys undo, open the document, note, search and judge a part alone', async ({ app }) => {
  await judgeSample(app, 'bm25', 'embedding');
  const { page } = app;
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

  await page.keyboard.press('?');
  await expect(page.getByTestId('judge-help')).toBeVisible();
  await page.keyboard.press('Escape');
  expect(app.errors).toEqual([]);
});

test('judging again is blind, and says how far the two judgings agree', { tag: '@full' }, async ({ app }) => {
  await judgeSample(app, 'bm25', 'embedding');
  const { page } = app;
  await expect(page.locator('[data-testid="judge-item"][data-grade="2"]').first()).toBeVisible();
  await page.getByTestId('judge-show-figures').click();
  await page.getByTestId('judge-again').click();
  await expect(page.getByTestId('judge-bench')).toHaveAttribute('data-round', '2');
  await expect(items(page).first()).toHaveAttribute('data-grade', '');
  for (let i = 0; i < 6; i++) {
    const left = await items(page).count();
    for (let item = 0; item < left; item++) await page.keyboard.press(i % 2 === 0 ? '2' : '1');
    await page.keyboard.press('Enter');
  }
  await inFigures(page, async (figures) => {
    const told = figures.locator('[data-testid="judge-agreement"] [data-items]');
    await expect.poll(async () => Number(await told.getAttribute('data-items'))).toBeGreaterThanOrEqual(6);
  });
  await page.getByRole('button', { name: 'End judging again' }).click();
  await expect(page.getByTestId('judge-bench')).toHaveAttribute('data-round', '1');
  // It changed no judgment.
  await app.show('Question editor');
  await expect(page.getByText('322 judgments')).toBeVisible();
});

test('on a phone the grades can be touched, and nothing is wider than the page', { tag: '@full' }, async ({ app }) => {
  await app.page.setViewportSize({ width: 390, height: 844 });
  await judgeSample(app, 'bm25', 'embedding');
  const { page } = app;
  const button = current(page).getByRole('button', { name: 'Grade 2: helps to answer' });
  const box = (await button.boundingBox())!;
  expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
  const key = (await current(page).getAttribute('data-key'))!;
  await button.click();
  await expect(page.locator(`[data-key="${key}"]`)).toHaveAttribute('data-grade', '2');
  await page.getByTestId('judge-close').click();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  expect(wide).toBe(false);
});

test(
  'keys that are quicker than the address end at the question they lead to, and it stays open',
  { tag: '@full' },
  async ({ app }) => {
    const { page } = app;
    await judgeSample(app, 'bm25', 'embedding');
    const place = page.getByTestId('judge-bench').getByText(/^\d+ of 156$/);
    await expect(place).toHaveText('1 of 156');
    // Nothing is waited for between them.
    for (let i = 0; i < 12; i++) for (const key of ['1', 'j']) await page.keyboard.press(key);
    await expect(place).toHaveText('13 of 156');
    // The address follows to the last of them, and leads nowhere back.
    const last = await question(page);
    await expect(page).toHaveURL(new RegExp(`q=${last}$`));
    await page.keyboard.press('j');
    await expect(place).toHaveText('14 of 156');
    expect(app.errors).toEqual([]);
  },
);
