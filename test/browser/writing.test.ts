import type { Page } from '@playwright/test';
import { DEFAULT_PROMPT, DEFAULT_WRITING, promptFor, writingPrompt } from '../../src/domain/questions/prompts';
import { onnxRuntimePath } from '../../tools/onnxruntime.mjs';
import { openGreedy, TINY_CHAT } from '../greedy';
import { kept } from './added-models';
import { type App, expect, exported, test, toNewRun } from './app';
import { addFromDisk, closeModels, openModels } from './models-dialog';

test.use({ profile: 'shared' });

const MAX = 32;

/** The sample with the tiny chat model on this machine. @returns its id */
async function openWithModel({ page, open }: App): Promise<string> {
  await open();
  await openModels(page);
  await addFromDisk(page, TINY_CHAT);
  await closeModels(page);
  await toNewRun(page);
  return (await kept(page)).models[0]!.id;
}

const limit = async (page: Page): Promise<void> => page.getByLabel('Tokens of a reply at most').fill(String(MAX));

/** What ONNX Runtime for Node says to a prompt; null where it was not installed. */
async function reference(prompt: string): Promise<string | null> {
  if (onnxRuntimePath() === null) return null;
  return (await openGreedy())(prompt, MAX);
}

test('a model of this machine asks questions, which are reviewed and marked as its own, and writes rewrites that a system is asked by', async ({
  app,
}) => {
  const { page } = app;
  const model = await openWithModel(app);
  await app.show('Question editor');
  await page.getByTestId('questions-model').click();
  await limit(page);
  await page.getByLabel('Passages', { exact: true }).fill('4');
  // The first passage as the page shows it, to ask ONNX Runtime for Node the same.
  await page.getByRole('button', { name: 'Copy the prompt' }).waitFor();
  await page.getByRole('button', { name: 'Ask about 4 passages' }).click();
  const result = page.getByTestId('own-model-result');
  await expect(result).toContainText('read 4 passages and wrote');
  await expect(page.getByTestId('model-passage')).toContainText('Passage 5 of');
  const items = page.getByTestId('review-item');
  expect(await items.count()).toBeGreaterThan(0);
  await expect(items.first()).toContainText(model);
  // A reply that cannot be read is listed with its passage.
  const failed = page.getByTestId('failed-replies');
  const questions = Number(/wrote (\d+) question/.exec(await result.innerText())![1]);
  expect(questions).toBe(await items.count());
  if (questions < 4) await expect(failed).toContainText(/no question from the model/);

  await items.first().getByRole('checkbox').first().setChecked(true);
  const text = await items.first().getByRole('textbox').inputValue();
  await page.getByRole('button', { name: /^Add \d* ?question/ }).click();
  await expect(page.getByTestId('questions-notes')).toContainText('added');
  await page.getByRole('searchbox').fill(text);
  await expect(page.locator('#panel, main').getByRole('button', { name: text })).toContainText(model);

  await app.show('New run');
  await page.getByRole('button', { name: 'Write rewrites by a model' }).click();
  const panel = page.getByTestId('write-rewrites');
  await limit(page);
  await page.getByLabel('Rewrites of each question').fill('2');
  await expect(page.getByTestId('rewrites-kept')).toContainText('0 of');
  await panel.getByRole('button', { name: 'Write', exact: true }).click();
  await expect(page.getByTestId('writing-now')).toContainText(/[3-9] of \d+ questions/);
  await page.getByRole('button', { name: 'Stop and take what is written' }).click();
  const written = page.getByTestId('rewrites-result');
  await expect(written).toContainText('It was stopped');
  await expect(written).toContainText(/kept as “2 rewrites by tiny-chat, prompt [0-9a-f]{6}”/);
  await expect(page.getByTestId('rewrites-kept')).toContainText('from before');
  await expect(panel.getByRole('button', { name: 'Resume writing' })).toBeEnabled();
  await expect(page.getByTestId('brought')).toContainText('2 rewrites by tiny-chat');

  await page.getByRole('button', { name: /^Add 3 systems with 2 rewrites by/ }).click();
  await app.choose('bm25');
  await app.evaluate();
  const { systems } = await exported(page);
  expect(systems.map(({ id }) => id)).toContain('bm25 with rewrites');
  expect(app.errors).toEqual([]);
});

test(
  'the reply of a page’s worker is that of ONNX Runtime for Node, token for token',
  { tag: '@full' },
  async ({ app }) => {
    test.skip(onnxRuntimePath() === null, 'ONNX Runtime for Node is not here (npm test installs it)');
    const { page } = app;
    await openWithModel(app);
    const question = 'Which depot can re-profile wheels?';
    await app.show('Try');
    await page.getByRole('textbox', { name: 'Question' }).fill(question);
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('try-columns')).toBeVisible();
    await page.getByTestId('try-context').locator('summary').first().click();
    await page.getByLabel('How many').selectOption('1');
    await limit(page);
    const answer = page.getByTestId('model-answer');
    for (const prompt of [
      promptFor(DEFAULT_PROMPT, { passage: 'Cisterns hold the rain of a whole year.', count: 2 }),
      writingPrompt(DEFAULT_WRITING.rewrites, question),
      writingPrompt(DEFAULT_WRITING.hyde, question),
    ]) {
      // A prompt of one's own: what is filled in stands where a person put it.
      await page.getByText('Change the prompt').click();
      await page.locator('textarea[id$="-template"]').fill(`${prompt}\n{question}{context}`);
      await page.getByText('Change the prompt').click();
      const shown = await page.getByTestId('try-prompt').inputValue();
      await page.getByRole('button', { name: 'Have it answered' }).click();
      await expect(answer).toContainText('tokens read');
      await expect(answer).not.toContainText('The prompt has changed');
      expect(await answer.locator('p.pre').innerText()).toBe(await reference(shown));
    }
  },
);
