import type { Page } from '@playwright/test';
import { type App, expect, SYSTEMS, test } from './app';

const QUESTION = 'how often are the rails of the tram ground?';

async function ask(app: App, question: string): Promise<void> {
  const { page } = app;
  await app.show('Try');
  await page.getByRole('textbox', { name: 'Question' }).fill(question);
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('try-columns')).toBeVisible();
}

const column = (page: Page, system: string) => page.getByRole('region', { name: `Passages of ${system}`, exact: true });
const numbers = (texts: readonly string[]): number[] =>
  texts.map((text) => Number(text.replace('\u2212', '-').replaceAll(',', '')));

test('a question is tried on all systems, explained, graded and added, and is then evaluated with the others', async ({
  app,
}) => {
  const { page } = app;
  await app.open();
  await ask(app, QUESTION);
  // Three systems of all are shown at once: those in the address.
  await expect(page.getByTestId('try-column')).toHaveCount(3);
  const chosen = page.getByTestId('try-systems');
  await expect(chosen.getByRole('checkbox')).toHaveCount(SYSTEMS.length);
  await expect(chosen.getByRole('checkbox', { name: 'Show ensemble-rerank', exact: true })).toBeDisabled();
  await chosen.getByRole('checkbox', { name: 'Show ensemble', exact: true }).uncheck();
  await chosen.getByRole('checkbox', { name: 'Show ensemble-rerank', exact: true }).check();
  const shown = ['bm25', 'embedding', 'ensemble-rerank'];
  for (const system of shown) await expect(column(page, system).getByRole('listitem')).toHaveCount(10);
  expect(decodeURIComponent(page.url())).toContain('systems=bm25,embedding,ensemble-rerank');

  // The shares of the terms are those of the score that is shown.
  const first = column(page, 'bm25').getByRole('listitem').first();
  await first.getByRole('button', { name: 'Why' }).click();
  const shares = numbers(await first.locator('tbody td:last-child').allInnerTexts());
  expect(shares.length).toBeGreaterThan(2);
  const [score] = numbers([await first.getByTitle('Score').innerText()]);
  expect(Math.abs(shares.reduce((sum, share) => sum + share, 0) - score!)).toBeLessThan(0.02);
  const marked = await first.locator('mark').allInnerTexts();
  expect(marked.map((text) => text.toLowerCase())).toContain('tram');

  // A reranked passage tells its logit and where it stood before; vectors mark no words.
  const reranked = column(page, 'ensemble-rerank').getByRole('listitem').first();
  await reranked.getByRole('button', { name: 'Why' }).click();
  await expect(reranked.getByTestId('try-why')).toContainText(/logit .* \+ .* × .*before\) = /);
  await expect(column(page, 'embedding').locator('mark')).toHaveCount(0);

  // The same passage is marked in other columns, and one goes there.
  const target = page.locator('[data-passage="en-tram-12"][data-system="embedding"]');
  await column(page, 'bm25')
    .locator('[data-passage="en-tram-12"]')
    .getByRole('button', { name: /in embedding/ })
    .click();
  await expect(target).toBeFocused();
  await expect(page.locator('.looked')).toHaveCount(shown.length);

  await target.getByRole('button', { name: 'Document' }).click();
  await expect(page.getByTestId('whole-document')).toContainText('hand-guided grinder');
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('whole-document')).toBeHidden();

  await target.getByRole('button', { name: 'Grade 3' }).click();
  await column(page, 'bm25').getByRole('listitem').first().getByRole('button', { name: 'Grade 0' }).click();
  // One passage has one grade, wherever it is shown.
  await expect(page.getByRole('button', { name: 'Grade 3', pressed: true })).toHaveCount(shown.length);
  await page.getByRole('textbox', { name: 'Answer' }).fill('Each May.');
  await page.getByTestId('try-add').click();
  await expect(page.getByTestId('try-add-state')).toHaveText('Saved as question written-1, with 2 judgments.');

  await app.show('Question editor');
  await page.getByLabel('Search questions').fill(QUESTION);
  await page.getByRole('button', { name: /how often are the rails/ }).click();
  await expect(page.getByLabel('Grade of en-tram-12')).toHaveValue('3');
  await app.show('Try');
  await expect(page.getByTestId('try-column')).toHaveCount(3);

  // What was embedded and reranked for the trial is there already.
  await app.show('New run');
  await app.choose('bm25', 'embedding');
  await app.evaluate();
  const counts = await app.counts();
  expect(counts['passage-vectors']!.computed).toBe(0);
  expect(counts['question-vectors']).toEqual({ computed: 156, reused: 1 });
  expect(app.errors).toEqual([]);
  expect(app.requests.filter((url) => !url.startsWith(app.url))).toEqual([]);
});

test.describe('in a profile that has tried before', () => {
  test.use({ profile: 'shared' });

  test(
    'the passages of a system become a prompt that can be changed and copied',
    { tag: '@full' },
    async ({ app, context }) => {
      const { page } = app;
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await app.open();
      await app.choose('bm25');
      await ask(app, QUESTION);
      await page.getByTestId('try-context').locator('summary').first().click();
      await page.getByLabel('How many').selectOption('2');
      const prompt = page.getByTestId('try-prompt');
      await expect(prompt).toHaveValue(/\[1\] [^]*\[2\] [^]*Question: how often are the rails/);
      await expect(prompt).not.toHaveValue(/\[3\] /);
      await page.getByText('Change the prompt').click();
      const template = page.getByRole('textbox', { name: /are filled in/ });
      await template.fill('Only {question}');
      await expect(page.getByText('The prompt has no {context}')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Copy the prompt' })).toBeDisabled();
      await template.fill('{question}\n{context}');
      await page.getByRole('button', { name: 'Copy the prompt' }).click();
      await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toBe(await prompt.inputValue());
      expect(copied.startsWith(`${QUESTION}\n[1] `)).toBe(true);
      const size = await page.getByTestId('try-prompt-size').innerText();
      expect(size).toContain(`${new Intl.NumberFormat('en').format(copied.length)} characters`);
      expect(app.errors).toEqual([]);
    },
  );

  test(
    'a trial is cancelled; unsaved changes of questions keep one from being added; a narrow screen shows one system',
    { tag: '@full' },
    async ({ app }) => {
      const { page } = app;
      await page.setViewportSize({ width: 390, height: 844 });
      await app.open();
      await app.show('Try');
      await page.getByRole('textbox', { name: 'Question' }).fill('半导体设备');
      await page.keyboard.press('Enter');
      await page.getByTestId('try-cancel').click();
      await expect(page.getByTestId('try-button')).toBeVisible();
      await expect(page.getByTestId('try-columns')).toBeHidden();

      await app.show('New run');
      await app.choose('bm25', 'embedding');
      await ask(app, '电车的轨道');
      await expect(column(page, 'bm25')).toBeVisible();
      await expect(column(page, 'embedding')).toBeHidden();
      await page.getByRole('group', { name: 'System that is shown' }).getByText('embedding', { exact: true }).click();
      await expect(column(page, 'embedding')).toBeVisible();
      await expect(column(page, 'bm25')).toBeHidden();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

      await app.show('Question editor');
      await page.getByRole('button', { name: 'Add a question' }).click();
      await app.show('Try');
      await column(page, 'bm25')
        .or(column(page, 'embedding'))
        .getByRole('button', { name: 'Grade 2' })
        .locator('visible=true')
        .first()
        .click();
      await expect(page.getByTestId('try-add-state')).toContainText('unsaved changes of questions');
      await expect(page.getByTestId('try-add')).toBeDisabled();
      expect(app.errors).toEqual([]);
    },
  );

  test(
    'passages of two chunkings are linked by their place, and a graded one is saved as a part of its document',
    { tag: '@full' },
    async ({ app }) => {
      const { page } = app;
      const cut = (size: number) => ({
        kind: 'recursive',
        size,
        overlap: 0,
        separators: 'latin',
        context: 'none',
      });
      const paragraphs = [
        'The harbour of Dellamere has two walls, and the older of them was built by prisoners in a single winter.',
        'A keeper lived in the tower of the new wall, and every evening he carried forty litres of oil up the stair.',
        'The lamp was put out in the year of the flood, when the keeper left for the mainland with his sister.',
        'Since then the tower belongs to the gulls, which the children of the town count on the first of May.',
      ];
      await app.open();
      await app.give({
        name: 'harbour.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from(paragraphs.join('\n\n')),
      });
      await app.keepDocuments();
      await app.choose('bm25');
      // As the Chunking section remembers them, for the collection that is open.
      await page.evaluate(
        (chunkings) => {
          const id = JSON.parse(localStorage.getItem('hitrate.collection')!) as string;
          localStorage.setItem('hitrate.chunkings', JSON.stringify({ [id]: chunkings }));
        },
        [cut(120), cut(300)],
      );
      await page.reload();
      await ask(app, 'how much oil did the keeper carry?');
      await expect(page.getByTestId('try-column')).toHaveCount(2);
      const [short, long] = [page.getByTestId('try-column').first(), page.getByTestId('try-column').last()];
      const found = short.getByRole('listitem').first();
      await expect(found).toContainText('forty litres of oil');
      await found.getByRole('button', { name: 'Grade 3' }).click();
      const around = long.getByRole('listitem').filter({ hasText: 'forty litres of oil' });
      await expect(around).toContainText('judged 3');
      await found.getByRole('button', { name: /^Rank .* go there$/ }).click();
      await expect(around).toBeFocused();

      await around.getByRole('button', { name: 'Document' }).click();
      const mark = page.getByTestId('whole-document').locator('mark');
      await expect(mark).toContainText(paragraphs[1]!);
      await expect(mark).not.toContainText(paragraphs[3]!);
      await page.keyboard.press('Escape');

      await page.getByTestId('try-add').click();
      await expect(page.getByTestId('try-add-state')).toContainText('Saved as question written-1');
      const kept = await page.evaluate(
        () =>
          new Promise((resolve, reject) => {
            const open = indexedDB.open('hitrate');
            open.onerror = () => reject(open.error!);
            open.onsuccess = () => {
              const all = open.result.transaction('questions').objectStore('questions').getAll();
              all.onsuccess = () => resolve(all.result);
            };
          }),
      );
      const from = paragraphs[0]!.length + 2;
      const span = { start: from, end: from + paragraphs[1]!.length };
      expect(JSON.stringify(kept)).toContain(JSON.stringify(span).slice(1, -1));
      expect(app.errors).toEqual([]);
    },
  );
});
