import { gzipSync } from 'node:zlib';
import { expect, test } from './app';

/** Bytes, gzipped. */
const MOST = 150_000;

/** Files that a script of the page imports, at once or later. What a worker runs is named otherwise. */
const importsOf = (script: string): string[] =>
  [...script.matchAll(/(?:from|import\(?)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)].map(([, name]) => name!);

test('the page’s own script before the verdict is at most 150 kB gzipped', async ({ app }) => {
  const { page } = app;
  // Noted as soon as it is in the page: what is fetched after that is not before the verdict.
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('section[aria-label="Verdict"], [role="region"][aria-label="Verdict"]')) return;
      performance.mark('verdict');
      observer.disconnect();
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  await page.goto(app.url);
  await page.getByTestId('see-sample').click();
  await expect(page.getByRole('region', { name: 'Verdict' })).toBeVisible();
  const fetched = await page.evaluate(() => {
    const [{ startTime: seen }] = performance.getEntriesByName('verdict') as [PerformanceEntry];
    return performance
      .getEntriesByType('resource')
      .filter(({ name, startTime }) => name.endsWith('.js') && startTime <= seen)
      .map(({ name }) => name);
  });

  // Of what was fetched, all that the page can have fetched itself: the rest is of workers.
  const read = async (address: string): Promise<string> => (await page.request.get(address)).text();
  const sizes = new Map<string, number>();
  const entry = /src="\.\/(assets\/[\w.-]+\.js)"/.exec(await read(app.url))![1]!;
  const waiting = [new URL(entry, app.url).href];
  for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
    if (sizes.has(address) || !fetched.includes(address)) continue;
    const script = await read(address);
    sizes.set(address, gzipSync(script, { level: 9 }).length);
    for (const name of importsOf(script)) waiting.push(new URL(name, address).href);
  }
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  console.log(`${(total / 1000).toFixed(1)} kB gzipped in ${sizes.size} files before the verdict`);
  expect(sizes.size).toBeGreaterThan(2);
  // Without the app itself the sum would be of the wrong files.
  expect(total).toBeGreaterThan(50_000);
  expect(total).toBeLessThanOrEqual(MOST);
});
