import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from './app';

test.describe('the Questions screen', () => {
  test.use({ profile: 'shared' });

  test('says why passages are missed, grades in place, and keeps tags and the address', async ({ app }) => {
    const { page } = app;
    const pane = page.getByTestId('question-pane');
    const rows = page.getByTestId('question-rows').getByRole('listitem');
    await app.open();
    await app.choose('bm25', 'embedding', 'ensemble');
    await app.evaluate();
    await app.show('Questions');
    await page.getByLabel('System', { exact: true }).selectOption('ensemble');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Hybrid .* misses \d+ of 156$/);

    await test.step('causes filter the list, and their losses are those of recall', async () => {
      const cause = page.getByRole('button', { name: /^No shared words \d+$/ });
      const [, number] = /(\d+)$/.exec((await cause.textContent())!.trim())!;
      await cause.click();
      await expect(page).toHaveURL(/filter=cause%3Dno-shared-words/);
      await expect(rows.first()).toHaveAttribute('aria-setsize', number!);
      await expect(pane.locator('[data-testid="cause"][data-cause="no-shared-words"]').first()).toContainText(
        'Question and passage have no content word in common.',
      );
      await expect(pane.getByTestId('rank-line').first()).toBeVisible();
    });

    await test.step('the words that matched are marked, without a model', async () => {
      await expect(pane.locator('mark').first()).toBeVisible();
      await expect(pane.getByTestId('found-passages').getByRole('img').first()).toHaveAccessibleName(
        /^Share of the score: BM25 \d+ %/,
      );
    });

    await test.step('keys go from question to question, and grade', async () => {
      const before = await pane.getByRole('heading', { level: 2 }).textContent();
      await page.keyboard.press('j');
      await expect(pane.getByRole('heading', { level: 2 })).not.toHaveText(before!);
      const passage = pane.getByTestId('found-passages').locator('li').first();
      await page.keyboard.press('3');
      await expect(passage).toHaveAttribute('data-grade', '3');
      await passage.getByRole('button', { name: 'Grade 3: answers it' }).click();
      await expect(passage).not.toHaveAttribute('data-grade', '3');
    });

    await test.step('a tag, a note and the address are there after a reload', async () => {
      await pane.getByLabel('Note on the question').fill('Ask the curator.');
      await page.keyboard.press('Tab');
      // Written after the note, and shown once it is stored: then both are.
      await pane.getByLabel('Add a tag').fill('odd');
      await page.keyboard.press('Enter');
      await expect(pane.getByRole('button', { name: /^odd/ })).toBeVisible();
      const question = await pane.getByRole('heading', { level: 2 }).textContent();
      await page.reload();
      await expect(pane.getByRole('heading', { level: 2 })).toHaveText(question!);
      await expect(pane.getByRole('button', { name: /^odd/ })).toBeVisible();
      await expect(pane.getByLabel('Note on the question')).toHaveValue('Ask the curator.');
      await expect(pane.getByTestId('cause').first()).toBeVisible();
    });

    await test.step('on a phone, list and question are two pages', async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await expect(rows.first()).toBeHidden();
      await pane.getByRole('link', { name: 'All questions' }).click();
      await expect(rows.first()).toBeVisible();
      await expect(pane).toBeHidden();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      await page.setViewportSize({ width: 1440, height: 900 });
    });
    expect(app.errors).toEqual([]);
  });
});

test.describe('5,000 questions under ten systems', { tag: '@full' }, () => {
  const [QUESTIONS, SYSTEMS, DOCS, HITS] = [5000, 10, 400, 5];
  let folder: string;
  test.beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'hitrate-many-'))));
  test.afterEach(() => rmSync(folder, { recursive: true }));

  test('scroll without holding the page', async ({ app }) => {
    const { page } = app;
    const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
    const write = (name: string, lines: readonly string[]): string => {
      const path = join(folder, name);
      writeFileSync(path, `${lines.join('\n')}\n`);
      return path;
    };
    const docs = numbers(DOCS).map((i) =>
      JSON.stringify({ _id: `d${i}`, title: '', text: `passage ${i} of the shelf` }),
    );
    const queries = numbers(QUESTIONS).map((i) =>
      JSON.stringify({ _id: `q${i}`, text: `which passage of the shelf has the number ${i % DOCS}` }),
    );
    const judgments = numbers(QUESTIONS).map((i) => `q${i}\td${i % DOCS}\t1`);
    const runs = numbers(SYSTEMS).map((system) =>
      write(
        `system-${system}.run`,
        numbers(QUESTIONS).flatMap((i) =>
          numbers(HITS).map(
            (rank) =>
              `q${i} Q0 d${(i + rank * (system + 1) + system) % DOCS} ${rank + 1} ${HITS - rank} system-${system}`,
          ),
        ),
      ),
    );
    await app.open();
    await app.pick(
      write('corpus.jsonl', docs),
      write('queries.jsonl', queries),
      write('test.tsv', ['query-id\tcorpus-id\tscore', ...judgments]),
      ...runs,
    );
    await app.add('Many');
    await app.choose();
    await app.evaluate();
    await app.show('Questions');
    await page.getByRole('button', { name: /^All questions/ }).click();
    const rows = page.getByTestId('question-rows');
    await expect(rows.getByRole('listitem').first()).toHaveAttribute('aria-setsize', String(QUESTIONS));
    await expect(page.getByText('Finding the causes…')).toHaveCount(0);

    const browser = page.context().browser()!;
    await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] });
    const scrolled = await rows.evaluate(async (list) => {
      const pane = list.parentElement!;
      for (let step = 0; step < 120; step++) {
        pane.scrollBy(0, step % 40 === 39 ? 40_000 : 400);
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      return { drawn: list.querySelectorAll('li').length, top: pane.scrollTop };
    });
    const longest = longestTask((await browser.stopTracing()).toString('utf8'));
    expect(scrolled.top).toBeGreaterThan(100_000);
    expect(scrolled.drawn).toBeLessThan(60);
    expect(longest).toBeGreaterThan(0);
    expect(longest).toBeLessThan(50);

    // Judging has all of them in its queue.
    await app.show('Judge');
    await expect(page.getByTestId('judge-bench')).toBeVisible();
    await expect(rows.getByRole('listitem').first()).toHaveAttribute('aria-setsize', String(QUESTIONS));
    expect(await rows.getByRole('listitem').count()).toBeLessThan(60);
    const opened = await page.getByTestId('judge-bench').getAttribute('data-query');
    const began = Date.now();
    await page.keyboard.press('1');
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('judge-bench')).not.toHaveAttribute('data-query', opened!);
    console.log(`two keys among ${QUESTIONS} questions took ${Date.now() - began} ms`);
    expect(app.errors).toEqual([]);
  });
});

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of the processor, which other programs do not lengthen. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Milliseconds of the longest task of a page's main thread. */
function longestTask(trace: string): number {
  const { traceEvents } = JSON.parse(trace) as { traceEvents: readonly TraceEvent[] };
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(({ name, pid, tid }) => /RunTask$/.test(name) && main.has(`${pid} ${tid}`));
  return Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur / 1000));
}
