import { type Page, test as base } from '@playwright/test';
import { serve } from '../../tools/serve.mjs';
import { DIST } from '../../tools/site.mjs';
import { type Hub, openHub } from '../hub';
import { airlockUrl, fetchModel, look, modelsIn, recordDatabases, repository } from './airlock';
import { expect } from './app';

interface Fixtures {
  readonly hub: Hub;
  readonly site: { readonly url: string };
  readonly errors: string[];
}

const SMALL = 'example/small';
const LARGE = 'example/large';
const LARGE_BYTES = 40_000_000;

const test = base.extend<Fixtures>({
  hub: async ({ browserName: _ }, use) => {
    const hub = await openHub([repository(SMALL), repository(LARGE, LARGE_BYTES)]);
    await use(hub);
    await hub.close();
  },
  site: async ({ browserName: _ }, use) => {
    const server = await serve(DIST);
    await use(server);
    await server.close();
  },
  errors: async ({ page }, use) => {
    const errors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(error.message));
    await use(errors);
  },
});

const transfer = (page: Page) => page.getByTestId('airlock-transfer');
const begun = (page: Page) => page.getByTestId('airlock-begun');

test('a model is fetched from a mirror that redirects, and the page of documents finds it; no database of documents is opened', async ({
  page,
  hub,
  site,
  errors,
}) => {
  const requests: string[] = [];
  page.context().on('request', (request) => requests.push(request.url()));
  const databases = await recordDatabases(page.context());

  await page.goto(airlockUrl(site.url, hub, SMALL));
  await expect(page.getByLabel('Repository')).toHaveValue(SMALL);
  await expect(page.getByTestId('airlock-host')).toHaveText(hub.url);
  await expect(page.getByTestId('airlock-stored')).toBeHidden();
  expect(hub.requests, 'nothing is asked before the button is pressed').toEqual([]);

  await look(page);
  await expect(page.getByTestId('airlock-offer')).toContainText(hub.commitOf(SMALL).slice(0, 12));
  expect(
    hub.requests.filter(({ from }) => from === 'files'),
    'no weights are fetched before they are chosen',
  ).toEqual([]);
  await fetchModel(page);
  await expect(page.getByTestId('airlock-finished')).toContainText(`${SMALL} is on this machine`);
  await expect(page.getByTestId('airlock-stored')).toContainText(SMALL);

  expect(await databases()).toEqual(['hitrate-models']);
  const allowed = [site.url, hub.url, hub.filesUrl].map((url) => new URL(url).origin);
  expect([...new Set(requests.map((url) => new URL(url).origin))].sort()).toEqual(allowed.sort());
  expect(errors).toEqual([]);

  await page.getByTestId('airlock-finished').getByRole('link', { name: 'Back to Hitrate' }).click();
  await expect(page.getByTestId('see-sample')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/');
  const [model, ...others] = await modelsIn(page);
  expect(others).toEqual([]);
  expect(model!.id).toBe(`${SMALL}@${hub.commitOf(SMALL).slice(0, 12)}:fp32`);
  expect(model!.files.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['config.json', 'onnx/model.onnx', 'tokenizer.json', 'tokenizer_config.json']),
  );
  expect(model!.kept).toBe(model!.files.reduce((sum, { bytes }) => sum + bytes, 0));
  expect(await databases(), 'the recording sees that of documents, too').toContain('hitrate');
});

test('a cancelled download is listed, goes on after a reload without sending again what is kept, and is no model before', async ({
  page,
  hub,
  site,
  errors,
}) => {
  hub.order(LARGE, 'onnx/model.onnx', { kind: 'slow', bytesPerSecond: 8_000_000 });
  await page.goto(airlockUrl(site.url, hub, LARGE));
  await look(page);
  await page.getByTestId('airlock-download').click();
  await expect(transfer(page).getByRole('progressbar', { name: 'All files' })).toBeVisible();
  await expect
    .poll(async () => Number(await transfer(page).getByRole('progressbar').getAttribute('value')))
    .toBeGreaterThan(9_000_000);
  await expect(transfer(page)).toContainText('a second');
  await transfer(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(begun(page)).toContainText(LARGE);
  await expect(page.getByTestId('airlock-problem')).toBeHidden();
  expect(await modelsIn(page)).toEqual([]);

  hub.mend();
  await page.reload();
  await begun(page)
    .getByRole('button', { name: `Resume ${LARGE}` })
    .click();
  await expect(page.getByTestId('airlock-finished')).toBeVisible();
  await expect(begun(page)).toBeHidden();
  // A range is asked for leave first (CORS).
  const sent = hub.requests.filter(({ from, method }) => from === 'files' && method === 'GET');
  expect(sent[0]!.range).toMatch(/^bytes=[1-9]\d+-$/);
  expect(sent.reduce((sum, request) => sum + request.sent, 0)).toBeLessThan(LARGE_BYTES - 7_000_000);
  const [model] = await modelsIn(page);
  expect(model!.kept).toBeGreaterThan(LARGE_BYTES);
  expect(errors).toEqual([]);
});

test('what was begun can be deleted', { tag: '@full' }, async ({ page, hub, site }) => {
  hub.order(LARGE, 'onnx/model.onnx', { kind: 'slow', bytesPerSecond: 4_000_000 });
  await page.goto(airlockUrl(site.url, hub, LARGE));
  await look(page);
  await page.getByTestId('airlock-download').click();
  await expect.poll(() => hub.requests.some(({ from, sent }) => from === 'files' && sent > 0)).toBe(true);
  await transfer(page).getByRole('button', { name: 'Cancel' }).click();
  await begun(page)
    .getByRole('button', { name: `Delete what is here of ${LARGE}` })
    .click();
  await expect(begun(page)).toBeHidden();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Look' })).toBeVisible();
  await expect(begun(page)).toBeHidden();
});

test('a file that is refused is told with what to do, and nothing of it is a model', async ({ page, hub, site }) => {
  hub.order(SMALL, 'onnx/model.onnx', { kind: 'altered' });
  await page.goto(airlockUrl(site.url, hub, SMALL));
  await look(page);
  await page.getByTestId('airlock-download').click();
  await expect(page.getByTestId('airlock-problem')).toContainText('is not the file that was announced');
  await expect(page.getByTestId('airlock-offer'), 'it can be tried again').toBeVisible();
  expect(await modelsIn(page)).toEqual([]);
});

test('a redirect to a host that the address does not name is refused, and the page says why', async ({
  page,
  hub,
  site,
}) => {
  await page.goto(airlockUrl(site.url, hub, SMALL).replace(/&via=[^&]*/, ''));
  await look(page);
  await page.getByTestId('airlock-download').click();
  await expect(page.getByTestId('airlock-refusal')).toContainText('does not name');
  expect(await modelsIn(page)).toEqual([]);
  expect(hub.requests.filter(({ from }) => from === 'files')).toEqual([]);
});

test('it works with the keyboard alone, and fits a phone', { tag: '@full' }, async ({ page, hub, site }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(airlockUrl(site.url, hub, SMALL));
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await wide()).toBeLessThanOrEqual(0);
  // The page loads what it shows after its policy: a key that comes before goes nowhere.
  const skip = page.getByRole('link', { name: 'Skip to the model' });
  await skip.waitFor({ state: 'attached' });
  await page.keyboard.press('Tab');
  await expect(skip).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Repository')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('airlock-offer')).toBeVisible();
  expect(await wide()).toBeLessThanOrEqual(0);
  await page.getByTestId('airlock-download').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('airlock-finished')).toBeVisible();
  expect(await wide()).toBeLessThanOrEqual(0);
});
