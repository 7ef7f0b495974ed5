import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';

import type { ComparisonJson } from '../../src/domain/report/results-json';
import { serve } from '../../tools/serve.mjs';
import { DIST } from '../../tools/site.mjs';
import { startOver } from './shared-profile';

export { expect };

/** The built app, served as `npm start` serves it, in a fresh profile. Every request and every console error is kept. */
export interface App {
  readonly url: string;
  readonly page: Page;
  readonly requests: string[];
  readonly errors: string[];
  open(): Promise<void>;
  /** Picks files as a person would, and waits for what was found or what is wrong. */
  pick(...paths: string[]): Promise<void>;
  pickFolder(path: string): Promise<void>;
  /** Keeps what was found. */
  add(name?: string): Promise<void>;
  /** Leaves only these systems chosen. */
  choose(...systems: string[]): Promise<void>;
  evaluate(): Promise<void>;
  /** What the run computed and reused, by stage. */
  counts(): Promise<Record<string, { computed: number; reused: number }>>;
}

interface TestFixtures {
  app: App;
  /**
   * `fresh`: a profile of the test's own. `shared`: that of all such tests, as on a first visit but with what was computed
   * from the samples before (see `startOver`), which saves most of an evaluation.
   */
  profile: 'fresh' | 'shared';
}

interface WorkerFixtures {
  /** The built site, served as `npm start` serves it. */
  site: { readonly url: string };
  sharedContext: BrowserContext;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  profile: ['fresh', { option: true }],
  site: [
    async ({ playwright: _ }, use) => {
      const server = await serve(DIST);
      await use(server);
      await server.close();
    },
    { scope: 'worker' },
  ],
  sharedContext: [
    async ({ browser }, use) => {
      // The service worker has tests of its own; elsewhere it would only copy every file once more.
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
      await use(context);
      await context.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ context, profile, sharedContext, site }, use) => {
    if (profile === 'fresh') return use(context);
    await startOver(sharedContext, site.url);
    await use(sharedContext);
    await sharedContext.clearPermissions();
    for (const page of sharedContext.pages()) await page.close();
  },
  app: async ({ page, site }, use) => {
    await use(createApp(page, site.url));
  },
});

export function createApp(page: Page, url: string): App {
  const requests: string[] = [];
  const errors: string[] = [];
  const context: BrowserContext = page.context();
  context.on('request', (request) => requests.push(request.url()));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  const id = (name: string) => page.getByTestId(name);

  return {
    url,
    page,
    requests,
    errors,
    async open() {
      await page.goto(url);
      await expect(id('evaluate-button')).toBeVisible();
    },
    async pick(...paths) {
      await id('import-input').setInputFiles(paths);
      await expect(id('import-preview').or(id('import-problems'))).toBeVisible();
    },
    async pickFolder(path) {
      await id('import-folder-input').setInputFiles(path);
      await expect(id('import-preview').or(id('import-problems'))).toBeVisible();
    },
    async add(name) {
      const preview = id('import-preview');
      if (name) await preview.getByLabel('Name').fill(name);
      await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
      await expect(preview).toBeHidden();
    },
    async choose(...systems) {
      for (const system of SYSTEMS)
        await page
          .getByRole('checkbox', { name: new RegExp(`^${system}(?![\\w-])`) })
          .setChecked(systems.includes(system));
    },
    async evaluate() {
      const ran = () =>
        id('counts')
          .getAttribute('data-run', { timeout: 1000 })
          .catch(() => null);
      const before = await ran();
      await id('evaluate-button').click();
      // Nothing is counted while the systems that are ready are shown.
      await expect.poll(async () => (await ran()) ?? before).not.toBe(before);
      await expect(id('results-table')).toBeVisible();
    },
    counts: () =>
      page.evaluate(() =>
        Object.fromEntries(
          [...document.querySelectorAll<HTMLElement>('[data-testid="counts"] [data-testid^="count-"]')].map(
            ({ dataset }) => [
              dataset['testid']!.replace('count-', ''),
              { computed: Number(dataset['computed']), reused: Number(dataset['reused']) },
            ],
          ),
        ),
      ),
  };
}

/** The result as the JSON export gives it. */
export interface Exported {
  systems: {
    id: string;
    measures: Record<string, number>;
    perQuery: Record<string, Record<string, number>>;
    timings: Record<string, number> | null;
  }[];
  /** Absent where one system was evaluated. */
  comparisons?: ComparisonJson[];
  manifest: Record<string, unknown>;
}

export async function download(page: Page, testId: string): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByTestId(testId).click()]);
  const stream = await file.createReadStream();
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

export const exported = async (page: Page): Promise<Exported> =>
  JSON.parse(await download(page, 'export-json')) as Exported;

/** Hit Rate and MRR of every system at every k, for the log. */
export function printTable(title: string, { systems }: Exported): void {
  const ks = [1, 2, 3, 4, 5, 10];
  console.log(
    `\n${title}\n${'system'.padEnd(22)}${ks.map((k) => `Hit@${k}`.padStart(8)).join('')}${'MRR@5'.padStart(8)}${'MRR@10'.padStart(8)}`,
  );
  for (const { id, measures } of systems) {
    const cells = [...ks.map((k) => `HitRate@${k}`), 'MRR@5', 'MRR@10'].map((name) =>
      measures[name]!.toFixed(4).padStart(8),
    );
    console.log(id.padEnd(22) + cells.join(''));
  }
}

export const SYSTEMS = ['bm25', 'embedding', 'ensemble', 'ensemble-rrf', 'ensemble-rerank', 'ensemble-rrf-rerank'];
export const KS = [1, 2, 3, 4, 5, 10];
