import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test as base } from '@playwright/test';
import { serve } from '../../tools/serve.mjs';
import { DIST } from '../../tools/site.mjs';
import { createApp, NEW_RUN } from './app';
import { openFront } from './front';

const MODEL = 'models/hitrate-embedding/onnx/model_quantized.onnx';

base.describe('a host without headers', () => {
  base.use({ serviceWorkers: 'allow' });

  base(
    'under a sub-path, first behind a portal of which nothing is kept: then the app isolates itself and works with the server gone',
    async ({ page }) => {
      const server = await serve(DIST, { prefix: '/some/where/', headers: {} });
      const front = await openFront(server.url);
      const url = `${front.url}some/where/`;
      const onDemand = `assets/${readdirSync(join(DIST, 'assets')).find((each) => /jspi-.*\.wasm$/.test(each))!}`;
      const isKept = (path: string) =>
        page.evaluate((each) => caches.match(each, { ignoreSearch: true }).then(Boolean), path);
      const isActive = () =>
        page.evaluate(() => navigator.serviceWorker.getRegistration().then((each) => Boolean(each?.active)));

      front.answers = { portal: /model_quantized\.onnx$/ };
      await page.goto(`${url}${NEW_RUN}`);
      const problem = page.getByTestId('site-problem');
      await expect(problem).toContainText(
        /hitrate-\w+\/onnx\/model_quantized\.onnx could not be kept: .* MB there, and 31 B of text\/html came/,
      );
      expect(await isKept(MODEL)).toBe(false);
      expect(await isActive()).toBe(false);

      front.answers = {};
      await problem.getByRole('button', { name: 'Reload' }).click();
      await expect.poll(() => page.evaluate(() => crossOriginIsolated).catch(() => false)).toBe(true);
      await expect(page.getByTestId('evaluate-button')).toBeVisible();
      expect(await isKept(MODEL)).toBe(true);

      front.answers = { portal: /jspi/ };
      const statusOf = () => page.evaluate(async (path) => (await fetch(path)).status, onDemand);
      expect(await statusOf()).toBe(502);
      await expect(problem).toContainText(`${onDemand} could not be kept`);
      expect(await isKept(onDemand)).toBe(false);
      front.answers = {};
      expect(await statusOf()).toBe(200);
      await Promise.all([front.close(), server.close()]);
      expect(await statusOf(), 'of what is kept').toBe(200);
      await page.reload();
      const app = createApp(page, url);
      await app.choose('embedding', 'ensemble-rerank');
      await app.evaluate();
      expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    },
  );
});

// A host may answer with its front page for what is missing, or with 404.
for (const [part, answers] of [
  ['a screen', { portal: /\/assets\// }],
  ['a worker', { gone: /\/assets\/(page|lexical)-/ }],
  ['a binary of a worker', { gone: /\/assets\/page-|\.wasm$/ }],
] as const)
  base(`${part} that a replaced site no longer has: the page offers to reload`, async ({ page }) => {
    const server = await serve(DIST);
    const front = await openFront(server.url);
    const app = createApp(page, front.url);
    if (part === 'a screen') await page.goto(front.url);
    else await app.open();
    if (part === 'a worker') await app.choose('bm25');
    front.answers = answers;
    await (
      part === 'a screen' ? page.getByRole('button', { name: 'Glossary' }) : page.getByTestId('evaluate-button')
    ).click();
    const problem = page.getByTestId('site-problem');
    await expect(problem).toContainText('The server no longer has a part of this page');
    front.answers = {};
    await problem.getByRole('button', { name: 'Reload' }).click();
    await expect(problem).toBeHidden();
    await expect(page.getByTestId(part === 'a screen' ? 'see-sample' : 'evaluate-button')).toBeVisible();
    await Promise.all([front.close(), server.close()]);
  });
