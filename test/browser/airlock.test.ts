import type { Page } from '@playwright/test';
import { type Hub, type HubRepository, openHub } from '../hub';
import { fixture, file, json, tokenizer } from '../hub-repositories';
import { choose, kept, lookAt, press } from './added-models';
import { expect, test } from './app';
import { looks } from './axe';

const SMALL = 'example/small';
const LARGE = 'example/large';
const LARGE_BYTES = 40_000_000;
const WEIGHTS = 'onnx/model.onnx';

/** A small embedding model, with weights of so many bytes: the airlock fetches and checks them, and runs none. */
const repository = (id: string, bytes: number): HubRepository => ({
  id,
  files: [
    json('config.json', { model_type: 'bert', architectures: ['BertModel'], hidden_size: 64 }),
    ...tokenizer('wordpiece'),
    file(WEIGHTS, weightsOf(bytes), true),
  ],
});

function weightsOf(bytes: number): Buffer {
  const content = Buffer.alloc(bytes, fixture('bert-64.onnx'));
  content.writeUInt32LE(bytes, 0);
  return content;
}

const sentByFiles = ({ requests }: Hub) => requests.filter(({ from, method }) => from === 'files' && method === 'GET');

const finished = (page: Page) => expect(page.getByTestId('airlock-finished')).toBeVisible();

test('a model is fetched from a mirror that redirects; stopped, it goes on after a reload; what is altered or not named is refused', async ({
  app,
}) => {
  const { page, requests, errors, url } = app;
  const hub = await openHub([repository(SMALL, 300_000), repository(LARGE, LARGE_BYTES)]);
  const address = (id: string) =>
    `${url}airlock.html?${new URLSearchParams({ repo: id, mirror: hub.url, via: hub.filesUrl })}`;

  await test.step('what is fetched is on this machine, and the page of documents is not asked', async () => {
    await page.goto(address(SMALL));
    await expect(page.getByLabel('Repository')).toHaveValue(SMALL);
    await expect(page.getByTestId('airlock-host')).toHaveText(hub.url);
    expect(hub.requests, 'nothing is asked before the button is pressed').toEqual([]);
    await page.getByRole('button', { name: 'Look' }).click();
    await expect(page.getByTestId('airlock-offer')).toContainText(hub.commitOf(SMALL).slice(0, 12));
    expect(sentByFiles(hub), 'no weights are fetched before they are chosen').toEqual([]);
    await looks(page, 'an offer');
    await press(page);
    await finished(page);
    await expect(page.getByTestId('airlock-stored')).toContainText(SMALL);
    const databases = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
    expect(databases, 'that of documents is not opened').toEqual(['hitrate-models']);
    const allowed = [url, hub.url, hub.filesUrl].map((each) => new URL(each).origin);
    expect([...new Set(requests.map((each) => new URL(each).origin))].sort()).toEqual(allowed.sort());
    await page.getByTestId('airlock-finished').getByRole('link', { name: 'Back to Hitrate' }).click();
    await expect(page.getByTestId('see-sample')).toBeVisible();
    const { models } = await kept(page);
    expect(models.map(({ id }) => id)).toEqual([`${SMALL}@${hub.commitOf(SMALL).slice(0, 12)}:fp32`]);
  });

  await test.step('what is kept of a download that was stopped is not sent again', async () => {
    hub.order(LARGE, WEIGHTS, { kind: 'slow', bytesPerSecond: 8_000_000 });
    await lookAt(page, url, hub, LARGE);
    await choose(page, WEIGHTS);
    await press(page);
    const transfer = page.getByTestId('airlock-transfer');
    await expect
      .poll(async () => Number(await transfer.getByRole('progressbar').getAttribute('value')))
      .toBeGreaterThan(9_000_000);
    await transfer.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByTestId('airlock-begun')).toContainText(LARGE);
    await expect(page.getByTestId('airlock-problem')).toBeHidden();
    expect((await kept(page)).models).toHaveLength(1);
    hub.mend();
    await page.reload();
    await page.getByRole('button', { name: `Resume ${LARGE}` }).click();
    await finished(page);
    const sent = sentByFiles(hub);
    expect(sent[0]!.range).toMatch(/^bytes=[1-9]\d+-$/);
    expect(sent.reduce((sum, request) => sum + request.sent, 0)).toBeLessThan(LARGE_BYTES - 7_000_000);
    expect((await kept(page)).models).toHaveLength(2);
    expect(errors).toEqual([]);
  });

  await test.step('an altered file, and a host that the address does not name, are refused with why', async () => {
    await page.evaluate(() => void indexedDB.deleteDatabase('hitrate-models'));
    hub.order(SMALL, WEIGHTS, { kind: 'altered' });
    await lookAt(page, url, hub, SMALL);
    await choose(page, WEIGHTS);
    await press(page);
    await expect(page.getByTestId('airlock-problem')).toContainText('is not the file that was announced');
    await expect(page.getByTestId('airlock-offer'), 'it can be tried again').toBeVisible();
    hub.mend();
    await page.goto(address(SMALL).replace(/&via=[^&]*/, ''));
    await page.getByRole('button', { name: 'Look' }).click();
    await choose(page, WEIGHTS);
    await press(page);
    await expect(page.getByTestId('airlock-refusal')).toContainText('does not name');
    expect(sentByFiles(hub)).toEqual([]);
    expect((await kept(page)).models).toEqual([]);
  });
  await hub.close();
});
