import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { collectionPath } from '../data';
import { goldenPath, readRun } from '../golden/read';
import { type App, expect, test } from './app';

test.use({ profile: 'shared' });

const cranfield = collectionPath('cranfield');

const bench = (page: Page) => page.getByTestId('judge-bench');
const items = (page: Page) => page.getByTestId('judge-item');
const current = (page: Page) => page.locator('[data-testid="judge-item"][aria-current="true"]');
const evidence = (page: Page) => page.getByTestId('judge-evidence');
const question = (page: Page) => bench(page).getAttribute('data-query');
const judged = async (page: Page): Promise<number> =>
  Number(await page.locator('[data-testid="judge-progress"] [data-judged]').getAttribute('data-judged'));

test.describe('Cranfield, of which everything in the pools is known, judged by keys', { tag: '@full' }, () => {
  test.skip(cranfield === null, 'the collection is not here');
  let folder: string;
  let truth: ReadonlyMap<string, string>;
  test.beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hitrate-queues-'));
    const lines = readFileSync(join(cranfield!, 'qrels', 'test.tsv'), 'utf8')
      .trim()
      .split('\n')
      .slice(1);
    truth = new Map(
      lines.flatMap((line) => {
        const [query, doc, grade] = line.split('\t') as [string, string, string];
        return Number(grade) > 0 ? [[`${query} ${doc}#`, String(Math.min(3, Number(grade)))]] : [];
      }),
    );
  });
  test.afterEach(() => rmSync(folder, { recursive: true }));

  /** BM25, and BM25 that lost the first two passages of every list: without judgments but one of each question. */
  async function judgeTwoRuns(app: App): Promise<void> {
    const write = (name: string, lines: readonly string[]): string => {
      const path = join(folder, name);
      writeFileSync(path, `${lines.join('\n')}\n`);
      return path;
    };
    const lists = readRun(goldenPath('runs', 'bm25.run'));
    const run = (name: string, lost: number): string =>
      write(
        `${name}.run`,
        [...lists].flatMap(([query, list]) =>
          list.slice(lost, lost + 10).map(({ id }, i) => `${query} Q0 ${id} ${i + 1} ${99 - i} ${name}`),
        ),
      );
    await app.open();
    await app.pick(
      join(cranfield!, 'corpus.jsonl'),
      join(cranfield!, 'queries.jsonl'),
      // A document without a text, that no system found.
      write('test.tsv', ['query-id\tcorpus-id\tscore', ...[...lists.keys()].map((query) => `${query}\t471\t0`)]),
      run('whole', 0),
      run('worse', 2),
    );
    await app.add('Cranfield');
    await app.choose();
    await app.evaluate();
    await app.show('Judge');
    await expect(bench(app.page)).toBeVisible();
  }

  /** Grades what is relevant and closes the question. */
  async function judgeQuestion(page: Page): Promise<void> {
    const asked = await question(page);
    const keys = await items(page).evaluateAll((all) => all.map((each) => (each as HTMLElement).dataset['key']!));
    const relevant = keys.filter((key) => truth.has(`${asked} ${key}`));
    for (const key of relevant) {
      while ((await current(page).getAttribute('data-key')) !== key) await page.keyboard.press('ArrowDown');
      const grade = truth.get(`${asked} ${key}`)!;
      await page.keyboard.press(grade);
      await expect(page.locator(`[data-key="${key}"]`)).toHaveAttribute('data-grade', grade);
    }
    await page.keyboard.press('Enter');
    await expect(bench(page)).not.toHaveAttribute('data-query', asked!);
  }

  /** At least so many judgments, with a reload in the middle. */
  async function judgeAndReload(page: Page, most: number): Promise<string[]> {
    const done: string[] = [];
    let reloaded = false;
    while ((await judged(page)) < most) {
      done.push((await question(page))!);
      await judgeQuestion(page);
      const soFar = await judged(page);
      if (reloaded || soFar < most / 2) continue;
      reloaded = true;
      const next = await question(page);
      await page.reload();
      await expect(bench(page)).toHaveAttribute('data-query', next!);
      expect(await judged(page)).toBe(soFar);
    }
    return done;
  }

  async function choose(page: Page, queue: string): Promise<void> {
    await page.getByTestId('judge-pool-and-order').click();
    const radio = page.getByTestId('judge-settings').getByRole('radio', { name: queue });
    await radio.focus();
    await page.keyboard.press('Space');
    await expect(radio).toBeChecked();
    await page.keyboard.press('Escape');
    await expect(page.getByTestId('judge-settings')).toBeHidden();
    await expect(bench(page)).toBeVisible();
  }

  test('in random order: 200 judgments, and on until it is decided which system is better', async ({ app }) => {
    test.slow();
    const { page } = app;
    await judgeTwoRuns(app);
    await expect(evidence(page)).toContainText('No question counts yet.');
    const done = await judgeAndReload(page, 200);
    await expect(evidence(page)).toHaveAttribute('data-questions', String(done.length));
    // Another queue loses nothing, and this one goes on where it was.
    const before = await judged(page);
    await choose(page, 'Most informative first');
    await expect(evidence(page)).toContainText('whole − worse lies between');
    expect(await judged(page)).toBe(before);
    await choose(page, 'Questions in random order');
    await expect(evidence(page)).toHaveAttribute('data-questions', String(done.length));
    for (let more = done.length; more < 200; more++) {
      if ((await evidence(page).getAttribute('data-decided')) === 'true') break;
      await judgeQuestion(page);
    }
    await expect(evidence(page)).toHaveAttribute('data-decided', 'true');
    await expect(evidence(page).getByRole('heading')).toHaveText(
      /^Decided: whole is better than worse by \.\d{3} nDCG@10$/,
    );
    await expect(evidence(page)).toContainText('You can stop or go on: reading it at any time is valid.');
    expect(app.errors).toEqual([]);
  });

  test('a question that is skipped holds back those after it', async ({ app }) => {
    const { page } = app;
    await judgeTwoRuns(app);
    const first = await question(page);
    await page.keyboard.press('s');
    await expect(bench(page)).not.toHaveAttribute('data-query', first!);
    await judgeQuestion(page);
    await expect(page.getByTestId('judge-waiting')).toHaveText(
      '1 question is judged already, and counts once those before it are.',
    );
    await expect(evidence(page)).toHaveAttribute('data-questions', '0');
    await page.getByTestId('question-rows').getByRole('link').first().click();
    await expect(bench(page)).toHaveAttribute('data-query', first!);
    await judgeQuestion(page);
    await expect(evidence(page)).toHaveAttribute('data-questions', '2');
    await expect(page.getByTestId('judge-waiting')).toHaveCount(0);
  });
});
