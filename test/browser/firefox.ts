import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { findFirefox, FIREFOX_PREFERENCES } from '../../tools/firefox.mjs';

/** The Firefox of this machine, or null. */
export const firefoxPath: string | null = findFirefox();

/** Firefox in a fresh profile, driven by WebDriver BiDi. */
export const launchFirefox = (): Promise<Browser> =>
  puppeteer.launch({
    browser: 'firefox',
    executablePath: firefoxPath!,
    headless: true,
    extraPrefsFirefox: FIREFOX_PREFERENCES,
    // Tests end by what they see, and on a busy machine late.
    protocolTimeout: 600_000,
  });

export const byTestId = (id: string): string => `[data-testid="${id}"]`;

/** Gives files to the dialog that adds them. */
export async function give(page: Page, path: string): Promise<void> {
  // It lies below the drawer of a new run.
  if (await page.$(byTestId('evaluate-button'))) await page.keyboard.press('Escape');
  await page.click(byTestId('add-files'));
  const input = await page.waitForSelector(byTestId('files-input'));
  await (input as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(path);
}

/** Shows where systems are chosen and run. */
async function toNewRun(page: Page): Promise<void> {
  if (await page.$(byTestId('evaluate-button'))) return;
  await page.click(byTestId('new-run'));
  await page.waitForSelector(byTestId('evaluate-button'));
}

/** Leaves only these systems chosen. */
export async function choose(page: Page, ...systems: readonly string[]): Promise<void> {
  await toNewRun(page);
  await page.$$eval(
    'input[type="checkbox"]',
    (boxes, names) => {
      for (const box of boxes) {
        const label = (box.closest('label')?.innerText ?? '').trim().split(/\s/)[0]!;
        if (/^(bm25|embedding|ensemble)/.test(label) && (box as HTMLInputElement).checked !== names.includes(label))
          (box as HTMLInputElement).click();
      }
    },
    systems,
  );
}

/** Presses Evaluate once it can be pressed, and waits for the whole result. @throws what the page says where there is none */
export async function evaluate(page: Page): Promise<void> {
  await toNewRun(page);
  try {
    // A pointer would miss a button that moves while the page fills, or that cannot be pressed yet.
    await page.waitForFunction(
      (button) => {
        if (location.hash.endsWith('/findings') || document.querySelector('[role="alert"]')) return true;
        document.querySelector<HTMLButtonElement>(button)?.click();
        return false;
      },
      { polling: 200 },
      byTestId('evaluate-button'),
    );
    // While it is under way its address has no key; where it fails the settings are shown again.
    await page.waitForFunction(
      () => document.querySelector('[role="alert"]') ?? /\/r\/[0-9a-f]{12}\/findings$/.test(location.hash),
    );
  } catch (error) {
    throw new Error(`${String(error)}. The page shows: ${await page.$eval('main', (main) => main.innerText)}`, {
      cause: error,
    });
  }
  const alert = await page.$('[role="alert"]');
  if (alert) throw new Error((await alert.evaluate((element) => element.textContent)) ?? 'an alert without words');
}

/** Measures of every system in the newest result, as they are kept. */
export const measuresOf = (page: Page): Promise<Record<string, Record<string, number>>> =>
  page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('hitrate');
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error!);
    });
    const results = await new Promise<
      { createdAt: number; systems: { id: string; measures: Record<string, number> }[] }[]
    >((resolve) => {
      const reading = db.transaction('results').objectStore('results').getAll();
      reading.onsuccess = () => resolve(reading.result);
    });
    db.close();
    const newest = results.reduce((a, b) => (b.createdAt > a.createdAt ? b : a));
    return Object.fromEntries(newest.systems.map(({ id, measures }) => [id, measures]));
  });
