import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type App, expect, test } from './app';
import { POOLED, type TrueQuestion, trueQuestions, type Truth } from './judged-truths';

test.use({ profile: 'shared' });

/** Judgments of each session. */
const JUDGED = 200;

const QUEUES = {
  questions: { name: 'Questions in random order', ofQuestion: POOLED, of: 40 },
  // Six of a question are drawn.
  passages: { name: 'Sampled passages', ofQuestion: 6, of: 40 },
  // Bounds are of all questions: nearly all passages that there are.
  informative: { name: 'Most informative first', ofQuestion: POOLED, of: 24 },
} as const;
type Queue = keyof typeof QUEUES;

const bench = (page: Page) => page.getByTestId('judge-bench');
const items = (page: Page) => page.getByTestId('judge-item');
const evidence = (page: Page) => page.getByTestId('judge-evidence');
const progress = (page: Page) => page.locator('[data-testid="judge-progress"] [data-judged]');
const judged = async (page: Page): Promise<number> => Number(await progress(page).getAttribute('data-judged'));

let folder: string;
test.beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'hitrate-decides-'))));
test.afterEach(() => rmSync(folder, { recursive: true }));

/** Both systems as runs, and no judgment but of a document that neither found. */
async function judgeRuns(app: App, questions: readonly TrueQuestion[], queue: Queue): Promise<void> {
  const { page } = app;
  const write = (name: string, lines: readonly string[]): string => {
    const path = join(folder, name);
    writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
    return path;
  };
  const passages = ['elsewhere', ...questions.flatMap(({ grades }) => [...grades.keys()])];
  const run = (system: 0 | 1, name: string): string =>
    write(
      `${name}.run`,
      questions.flatMap(({ id, lists }) => lists[system].map((doc, i) => `${id} Q0 ${doc} ${i + 1} ${9 - i} ${name}`)),
    );
  await app.open();
  await app.pick(
    write(
      'corpus.jsonl',
      passages.map((_id) => JSON.stringify({ _id, title: '', text: `The text of ${_id}.` })),
    ),
    write(
      'queries.jsonl',
      questions.map(({ id: _id }) => JSON.stringify({ _id, text: `What does ${_id} ask?` })),
    ),
    write('test.tsv', ['query-id\tcorpus-id\tscore', ...questions.map(({ id }) => `${id}\telsewhere\t0`)]),
    run(0, 'first'),
    run(1, 'second'),
  );
  await app.add('Truth');
  await app.choose();
  await app.evaluate();
  await app.show('Judge');
  await expect(bench(page)).toBeVisible();
  if (queue === 'questions') return;
  await page.getByTestId('judge-pool-and-order').click();
  const radio = page.getByTestId('judge-settings').getByRole('radio', { name: QUEUES[queue].name });
  await radio.focus();
  await page.keyboard.press('Space');
  await expect(radio).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('judge-settings')).toBeHidden();
  await expect(items(page)).toHaveCount(QUEUES[queue].ofQuestion);
}

/** Documents of the items that are shown, with their grades. */
const shownGrades = (page: Page): Promise<[doc: string, grade: string][]> =>
  items(page).evaluateAll((all) =>
    all.map(({ dataset }) => [dataset['key']!.replace(/#$/, ''), dataset['grade']!] as [string, string]),
  ) as Promise<[string, string][]>;

/** A grade for each passage of the open question, and the key that opens the next one. */
async function judgeQuestion(page: Page, truth: ReadonlyMap<string, TrueQuestion>): Promise<void> {
  const asked = (await bench(page).getAttribute('data-query'))!;
  const { grades } = truth.get(asked)!;
  const shown = await shownGrades(page);
  const before = await judged(page);
  await page.keyboard.type(shown.map(([doc]) => grades.get(doc)!).join(''));
  await expect(progress(page)).toHaveAttribute('data-judged', String(before + shown.length));
  await page.keyboard.press('Enter');
  if (await hasMore(page)) await expect(bench(page)).not.toHaveAttribute('data-query', asked);
}

const hasMore = async (page: Page): Promise<boolean> =>
  (await judged(page)) < Number(await progress(page).getAttribute('data-items'));

/** Every question that is judged has the grades that were given, and no other one has any. */
async function expectGrades(page: Page, truth: ReadonlyMap<string, TrueQuestion>): Promise<void> {
  let found = 0;
  for (let i = 0; i < truth.size; i++) {
    const asked = (await bench(page).getAttribute('data-query'))!;
    const graded = (await shownGrades(page)).filter(([, grade]) => grade !== '');
    for (const [doc, grade] of graded) expect(`${doc} ${grade}`).toBe(`${doc} ${truth.get(asked)!.grades.get(doc)!}`);
    found += graded.length;
    await page.keyboard.press('j');
    await expect(bench(page)).not.toHaveAttribute('data-query', asked);
  }
  expect(found).toBe(await judged(page));
}

/** By keys, with a reload in the middle. */
async function judgeAndReload(page: Page, truth: ReadonlyMap<string, TrueQuestion>): Promise<void> {
  let reloaded = false;
  while ((await judged(page)) < JUDGED) {
    await judgeQuestion(page, truth);
    const soFar = await judged(page);
    if (reloaded || soFar < JUDGED / 2) continue;
    reloaded = true;
    const open = (await bench(page).getAttribute('data-query'))!;
    await page.reload();
    await expect(bench(page)).toHaveAttribute('data-query', open);
    expect(await judged(page)).toBe(soFar);
  }
  expect(reloaded).toBe(true);
  await expectGrades(page, truth);
}

/** What is shown is of all that was judged. */
async function expectWeighed(page: Page, queue: Queue): Promise<void> {
  if (queue === 'informative') return expect(evidence(page)).toHaveAttribute('data-kind', 'bounds');
  const complete = Math.floor((await judged(page)) / QUEUES[queue].ofQuestion);
  await expect(evidence(page)).toHaveAttribute('data-questions', String(complete));
}

async function judgedSession(app: App, queue: Queue, truth: Truth, seed: number): Promise<void> {
  const questions = trueQuestions(truth, QUEUES[queue].of, seed);
  await judgeRuns(app, questions, queue);
  await judgeAndReload(app.page, new Map(questions.map((each) => [each.id, each])));
  await expectWeighed(app.page, queue);
}

for (const queue of Object.keys(QUEUES) as Queue[])
  for (const seed of [1, 2, 3]) {
    test(`${QUEUES[queue].name}: 200 judgments decide where the truth differs, seed ${seed}`, async ({ app }) => {
      const { page } = app;
      await judgedSession(app, queue, 'differs', seed);
      await expect(evidence(page)).toHaveAttribute('data-decided', 'true');
      await expect(evidence(page).getByRole('heading')).toHaveText(/^Decided: first is better than second/);
      expect(app.errors).toEqual([]);
    });

    test(`${QUEUES[queue].name}: 200 judgments decide nothing where the truth is the same, seed ${seed}`, async ({
      app,
    }) => {
      const { page } = app;
      await judgedSession(app, queue, 'alike', seed);
      await expect(evidence(page)).toHaveAttribute('data-decided', 'false');
      await expect(evidence(page).getByRole('heading')).toHaveText('Not decided yet');
      if (queue === 'informative') {
        const truth = new Map(trueQuestions('alike', QUEUES[queue].of, seed).map((each) => [each.id, each]));
        while (await hasMore(page)) {
          // The question that is next may not be open: its passages are all judged.
          if ((await shownGrades(page)).every(([, grade]) => grade !== '')) await page.keyboard.press('Enter');
          await judgeQuestion(page, truth);
        }
        await expect(evidence(page).getByRole('heading')).toHaveText('No difference in these pools');
        await expect(evidence(page)).toHaveAttribute('data-decided', 'false');
      }
      expect(app.errors).toEqual([]);
    });
  }
