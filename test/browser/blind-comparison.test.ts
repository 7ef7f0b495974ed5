import type { Page } from '@playwright/test';
import { type App, expect, test } from './app';
import { ask } from './database';

test.use({ profile: 'shared' });

const blindList = (page: Page) => page.getByTestId('blind-list');
const headline = (page: Page) => page.getByTestId('blind-headline');

async function toBlind({ page, url }: App, ready = 'blind-setup'): Promise<void> {
  await page.goto(`${url}#/c/sample/playground/blind`);
  await expect(page.getByTestId(ready)).toBeVisible();
}

interface StoredList {
  readonly list: {
    readonly shown: string[];
    readonly systems: { id: string; ranking: string[][] }[];
    /** Of lists that are drawn by weights. */
    readonly passages: string[];
    readonly features: number[][];
  };
  readonly marks: string[];
  readonly doneAt: number | null;
}

/** What is on disk, read past the app: the lists in their order. */
async function stored(page: Page): Promise<StoredList[]> {
  const [all] = await ask<[(StoredList | object)[]]>(page, 'hitrate', [
    'artifacts',
    'getAll',
    ['sample', 'blind '],
    ['sample', 'blind!'],
  ]);
  return all.filter((each): each is StoredList => 'marks' in each);
}

/** Waits for a list, and checks that it lay on the disk before it was shown. */
async function listOnDisk(page: Page, number: number): Promise<StoredList> {
  await expect(blindList(page)).toHaveAttribute('data-number', String(number));
  const last = (await stored(page)).at(-1)!;
  const shown = await blindList(page)
    .locator('[data-passage]')
    .evaluateAll((all) => all.map((each) => each.getAttribute('data-passage')));
  expect(last.list.shown).toEqual(shown);
  return last;
}

/** Keys of the passages that one system ranks before the other: a person who likes what it finds. */
function keysFor(system: string, { list: { shown, systems } }: StoredList): string[] {
  const rankIn = (own: boolean, passage: string): number => {
    const at = systems.find(({ id }) => (id === system) === own)!.ranking.findIndex((tied) => tied.includes(passage));
    return at < 0 ? Infinity : at;
  };
  return shown.flatMap((passage, i) => (rankIn(true, passage) < rankIn(false, passage) ? [String((i + 1) % 10)] : []));
}

test('questions are compared blind by keyboard, across a reload, to a verdict and a system', async ({ app }) => {
  const { page } = app;
  test.slow();
  await toBlind(app);
  await page.getByTestId('blind-start').click();
  const marks: string[][] = [];
  const further = page.getByTestId('blind-ask');
  for (let number = 1; marks.length === 0 || !(await further.isVisible()); number++) {
    const list = await listOnDisk(page, number);
    // The mouse is not used from here on. Every sixth question has no passage that helps.
    const keys = number % 6 === 0 ? [] : keysFor('embedding', list);
    for (const key of keys) await page.keyboard.press(key);
    await expect(blindList(page).locator('[aria-pressed="true"]')).toHaveCount(keys.length);
    marks.push(keys.map((key) => list.list.shown[(Number(key) + 9) % 10]!));
    if (number === 3) {
      expect(await page.locator('#panel').ariaSnapshot()).not.toMatch(/bm25|embedding|ensemble/i);
    }
    if (number === 4) {
      // Closed in the middle of a list: its marks are there again.
      await expect.poll(async () => (await stored(page)).at(-1)!.marks.length).toBe(keys.length);
      const before = await stored(page);
      const said = await headline(page).innerText();
      await page.reload();
      await expect(blindList(page)).toHaveAttribute('data-number', '4');
      await expect(blindList(page).locator('[aria-pressed="true"]')).toHaveCount(keys.length);
      await expect(headline(page)).toHaveText(said);
      expect(await stored(page)).toEqual(before);
    }
    await page.keyboard.press(number % 6 === 0 ? 'Escape' : 'Enter');
    if (number === 2) {
      // A key that is typed before the next list is there waits for it.
      await page.keyboard.press('1');
      await expect(page.locator('[data-number="3"] [aria-pressed]').first()).toHaveAttribute('aria-pressed', 'true');
      await page.keyboard.press('1');
    }
    await expect.poll(async () => (await stored(page))[number - 1]!.doneAt).not.toBeNull();
    // It stops where it is decided.
    const next = page.locator(`[data-testid="blind-list"][data-number="${number + 1}"]`);
    await expect(next.or(further)).toBeVisible();
  }
  await expect(headline(page)).toHaveText(`embedding is preferred after ${marks.length} questions.`);
  await expect(page.getByTestId('blind-difference')).toContainText(/embedding less bm25: \.\d\d of credit/);
  const without = marks.filter((all) => all.length === 0).length;
  await expect(page.getByTestId('blind-verdict')).toContainText(
    new RegExp(`${without} questions? without a mark, counted as no difference`),
  );
  expect((await stored(page)).slice(0, marks.length).map((list) => list.marks)).toEqual(marks);
  await expect(page.getByTestId('blind-judged')).toContainText('before you call it better');
  await page.getByTestId('blind-keep').click();
  await expect(page.getByTestId('new-run-drawer')).toContainText('embedding, preferred blind');
  expect(app.errors).toEqual([]);
  expect(app.requests.filter((url) => !url.startsWith(app.url))).toEqual([]);
});

test(
  'weights of several lists are learned from marks by keyboard, and become a system with its evidence',
  { tag: '@full' },
  async ({ app }) => {
    const { page } = app;
    test.slow();
    await toBlind(app);
    await page.getByText('Weights', { exact: true }).click();
    const lists = page.getByTestId('learning-lists');
    await expect(lists.getByRole('checkbox')).toHaveCount(2);
    await page.getByTestId('learning-start').click();
    for (let number = 1; number <= 12; number++) {
      const { list } = await listOnDisk(page, number);
      if (number === 3) expect(await page.locator('#panel').ariaSnapshot()).not.toMatch(/bm25|embedding/i);
      // Who likes what the first list finds more than what the second does.
      const likes = list.shown.flatMap((passage, place) => {
        const [one, other] = list.features[list.passages.indexOf(passage)] as [number, number];
        return one > other ? [String((place + 1) % 10)] : [];
      });
      for (const key of likes) await page.keyboard.press(key);
      await expect(blindList(page).locator('[aria-pressed="true"]')).toHaveCount(likes.length);
      await page.keyboard.press('Enter');
      await expect.poll(async () => (await stored(page))[number - 1]!.doneAt).not.toBeNull();
    }
    await listOnDisk(page, 13);
    await expect(headline(page)).toHaveText(/^\d+ marks on 12 questions moved [\d.]+\s% of the weight\.$/);
    await expect(page.getByTestId('learned-moved')).toContainText('No interval is known');
    await expect(page.getByTestId('learned-weights')).toHaveCount(0);
    await page.getByTestId('blind-keep').click();

    await expect(page.getByTestId('new-run-drawer')).toContainText('bm25 + embedding, learned blind');
    await app.choose('bm25', 'embedding');
    await app.evaluate();
    await toBlind(app, 'blind-list');
    await expect(blindList(page)).toHaveAttribute('data-number', '13');
    const weights = page.getByTestId('learned-weights');
    await expect(weights.getByRole('row')).toHaveText([/^List/, /^(bm25|embedding) *50/, /^(bm25|embedding) *50/]);
    expect(app.errors).toEqual([]);
    expect(app.requests.filter((url) => !url.startsWith(app.url))).toEqual([]);
  },
);
