import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type App, expect, test } from './app';
import { violations } from './axe';

test.use({ profile: 'shared' });

/** Systems by id and by readable name, and figures of theirs: a measure of theirs is written without a leading zero. */
const OF_SYSTEMS =
  /\b(bm25|embedding|ensemble|hybrid|rrf|rerank\w*|rank(ed)?|scores?|ndcg|recall)\b|(?<![\d\w])\.\d{2,}/i;

const bench = (page: Page) => page.getByTestId('judge-bench');
const items = (page: Page) => page.getByTestId('judge-item');
const current = (page: Page) => page.locator('[data-testid="judge-item"][aria-current="true"]');
const progress = (page: Page) => page.locator('[data-testid="judge-progress"] [data-judged]');

async function judgeSample({ page, url }: App): Promise<void> {
  await page.goto(url);
  await page.getByTestId('see-sample').click();
  await expect(page.getByTestId('verdict')).toBeVisible();
  await page.goto(`${url}#/c/sample/questions/judge`);
  await expect(bench(page)).toBeVisible();
}

test('blind mode names no system, rank or score, and leaving it shows them for the same question', async ({ app }) => {
  const { page } = app;
  await judgeSample(app);
  for (let i = 0; i < 4; i++) {
    const asked = await bench(page).getAttribute('data-query');
    await expect(items(page).first()).toBeVisible();
    // What the judgments show of systems stands above the queue, and says of no passage who found it.
    for (const part of [bench(page), page.getByTestId('question-rows'), page.getByTestId('judge-progress')])
      expect(await part.ariaSnapshot()).not.toMatch(OF_SYSTEMS);
    await page.keyboard.press('1');
    await page.keyboard.press('j');
    await expect(bench(page)).not.toHaveAttribute('data-query', asked!);
  }
  // The address names the question, and a reload comes back to it.
  const asked = (await bench(page).getAttribute('data-query'))!;
  await expect(page).toHaveURL(new RegExp(`/questions/judge\\?q=${asked}$`));
  await page.reload();
  await expect(bench(page)).toHaveAttribute('data-query', asked);
  const question = (await bench(page).getByRole('heading', { level: 2 }).textContent())!;
  await page.getByRole('link', { name: 'Diagnose' }).click();
  const pane = page.getByTestId('question-pane');
  await expect(pane.getByRole('heading', { level: 2 })).toHaveText(question);
  expect(await page.locator('body').ariaSnapshot()).toMatch(OF_SYSTEMS);
  expect(app.errors).toEqual([]);
});

test(
  'axe-core finds no violation in the queue, the settings and the figures, on a phone and wide, light and dark',
  { tag: '@full' },
  async ({ app }) => {
    const { page } = app;
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await judgeSample(app);
    const check = async (what: string): Promise<void> => {
      await page.mouse.move(0, 0);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect.soft(await violations(page, null), `${what}, ${colorScheme}`).toEqual([]);
        const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect.soft(excess, what).toBeLessThanOrEqual(0);
      }
    };
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      // The passage and its grades are the first thing on the screen.
      await expect(current(page).getByRole('button', { name: /^Grade 0/ })).toBeInViewport({ ratio: 1 });
      await check(`a question, ${width} wide`);
      if (width === 390) await page.getByRole('button', { name: 'Queue' }).click();
      await expect(page.getByTestId('question-rows')).toBeVisible();
      await check(`the queue, ${width} wide`);
      for (const [button, dialog] of [
        ['judge-pool-and-order', 'judge-settings'],
        ['judge-show-figures', 'judge-figures'],
      ] as const) {
        await page.getByTestId(button).click();
        await expect(page.getByTestId(dialog)).toBeVisible();
        await check(`${dialog}, ${width} wide`);
        await page.keyboard.press('Escape');
        await expect(page.getByTestId(dialog)).toBeHidden();
      }
      if (width === 390) await page.getByTestId('question-rows').getByRole('link').first().click();
      await expect(bench(page)).toBeVisible();
    }
  },
);

test.describe('runs from files, of questions that have hardly a judgment', () => {
  let folder: string;
  test.beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'hitrate-blind-'))));
  test.afterEach(() => rmSync(folder, { recursive: true }));

  /** Three questions, of which two systems find four passages each, two of them in common. */
  async function judgeRuns(app: App): Promise<void> {
    const write = (name: string, lines: readonly string[]): string => {
      const path = join(folder, name);
      writeFileSync(path, `${lines.join('\n')}\n`);
      return path;
    };
    const queries = ['one', 'two', 'three'];
    const docs = 'abcdefghijklmnop'.split('');
    const run = (name: string, from: number): string =>
      write(
        `${name}.run`,
        queries.flatMap((query, q) =>
          [0, 1, 2, 3].map((i) => `${query} Q0 ${docs[(q + from + i) % docs.length]!} ${i + 1} ${9 - i} ${name}`),
        ),
      );
    await app.open();
    await app.pick(
      write(
        'corpus.jsonl',
        docs.map((_id) => JSON.stringify({ _id, title: '', text: `what the note ${_id} says` })),
      ),
      write(
        'queries.jsonl',
        queries.map((_id) => JSON.stringify({ _id, text: `which note is about ${_id}` })),
      ),
      write('test.tsv', ['query-id\tcorpus-id\tscore', ...queries.map((query) => `${query}\tp\t1`)]),
      run('first-system', 0),
      run('second-system', 2),
    );
    await app.add('From files');
    await app.choose();
    await app.evaluate();
    await app.show('Judge');
    await expect(bench(app.page)).toBeVisible();
  }

  test(
    'are judged by the keyboard alone from the first question to the last, skipped, and undone',
    { tag: '@full' },
    async ({ app }) => {
      const { page } = app;
      await judgeRuns(app);
      await expect(progress(page)).toHaveText('0 of 18 passages judged');
      expect(await bench(page).ariaSnapshot()).not.toMatch(/first-system|second-system/);
      const rows = page.getByTestId('question-rows').getByRole('link');
      const queue = await rows.evaluateAll((all) => all.map((each) => (each as HTMLElement).dataset['query']!));
      const [first, second, third] = queue;
      await expect(bench(page)).toHaveAttribute('data-query', first!);
      await expect(rows.nth(1)).toContainText('Next · 6 left');

      await page.keyboard.press('s');
      await expect(bench(page)).toHaveAttribute('data-query', second!);
      // It keeps its place in the random order.
      await expect(rows.first()).toHaveAttribute('data-query', first!);
      await expect(rows.first()).toContainText('skipped');

      for (const asked of [second, third, first]) {
        await expect(bench(page)).toHaveAttribute('data-query', asked!);
        for (let left = 6; left > 0; left--) {
          await expect(bench(page)).toContainText(`${left} passage${left === 1 ? '' : 's'} left`);
          await page.keyboard.press(String(left % 4));
        }
        await expect(bench(page)).toContainText('0 passages left');
        if (asked !== first) await page.keyboard.press('Enter');
      }
      await expect(progress(page)).toHaveText('18 of 18 passages judged');
      await expect(page.getByTestId('judge-progress')).toContainText('Everything in the pools is judged.');
      await expect(rows.first()).toContainText('All 6 judged');

      for (let done = 18; done > 0; done--) {
        await expect(progress(page)).toHaveAttribute('data-judged', String(done));
        await page.keyboard.press('u');
      }
      await expect(progress(page)).toHaveAttribute('data-judged', '0');
      await expect(bench(page)).toHaveAttribute('data-query', second!);
      await expect(page.getByRole('button', { name: 'Undo' })).toBeDisabled();

      await page.keyboard.press('2');
      await expect(progress(page)).toHaveAttribute('data-judged', '1');
      await page.reload();
      await expect(progress(page)).toHaveAttribute('data-judged', '1');
      expect(app.errors).toEqual([]);
    },
  );
});
