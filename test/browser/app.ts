import { type Browser, type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test';

import type { TemplateId } from '../../src/domain/experiment/templates';
import type { ComparisonJson } from '../../src/domain/report/results-json';
import { serve } from '../../tools/serve.mjs';
import { DIST } from '../../tools/site.mjs';
import { startOver } from './shared-profile';

export { expect };

export type App = ReturnType<typeof createApp>;

type Given = Parameters<Locator['setInputFiles']>[0];

/** Each place by the link of the rail and, where there is one, the link of its screen. */
const PLACES = {
  Data: ['Data', 'Overview'],
  Documents: ['Data', 'Documents'],
  'Question editor': ['Data', 'Questions and judgments'],
  Judges: ['Data', 'Judges'],
  Findings: ['Findings', null],
  Questions: ['Questions', 'Diagnose'],
  Judge: ['Questions', 'Judge blind'],
  Runs: ['Runs', 'History'],
  Try: ['Playground', 'Ask a question'],
  'Fusion lab': ['Playground', 'Tune the fusion'],
} as const;
type Place = keyof typeof PLACES | 'New run';

/** The address of the sample's systems, where they are chosen and run: a drawer over its runs. */
export const NEW_RUN = '#/c/sample/runs?drawer=new-run';

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
      const context = await openContext(browser);
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
  app: async ({ page, site }, use, info) => {
    await use(createApp(page, site.url));
    // A log from elsewhere is all there is of a failure that comes once in a hundred runs.
    if (info.status !== info.expectedStatus && !page.isClosed())
      console.log(`${info.title}: the page was\n${page.url()}\n${await page.locator('body').ariaSnapshot()}`);
  },
});

/** Another profile, which is closed by who opened it. */
export const openContext = (browser: Browser): Promise<BrowserContext> =>
  browser.newContext({
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
  });

/** Shows where systems are chosen and run. */
export async function toNewRun(page: Page): Promise<void> {
  const button = page.getByTestId('evaluate-button');
  if (await button.isVisible()) return;
  // After a reload the address opens it by itself.
  if (!isAtNewRun(page)) await page.getByTestId('new-run').click();
  await expect(button).toBeVisible();
}

/** Fills the drawer of a new run from a template. */
export async function chooseTemplate(page: Page, id: TemplateId): Promise<void> {
  await toNewRun(page);
  const templates = page.getByTestId('templates');
  if ((await templates.getAttribute('open')) === null) await templates.locator('summary').click();
  await page.getByTestId(`template-${id}`).click();
  await expect(page.getByTestId('chosen-template')).toBeVisible();
}

const isAtNewRun = (page: Page): boolean => new URL(page.url()).hash.includes('drawer=');

/** Closes the drawer of a new run, if it is open: what lies below it cannot be clicked. */
export async function leaveNewRun(page: Page): Promise<void> {
  const drawer = page.getByTestId('new-run-drawer');
  // After a reload the address opens it again.
  if (isAtNewRun(page)) await expect(drawer).toBeVisible();
  if (!(await drawer.isVisible())) return;
  await drawer.getByRole('button', { name: 'Close', exact: true }).first().click();
  await expect(drawer).toBeHidden();
}

/** The built app in a page of its own. Every request and every console error is kept. */
export function createApp(page: Page, url: string) {
  const requests: string[] = [];
  const errors: string[] = [];
  const context: BrowserContext = page.context();
  context.on('request', (request) => requests.push(request.url()));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  const id = (name: string) => page.getByTestId(name);

  const given = id('import-preview').or(id('import-problems'));
  const atPlace = (screen: string) => expect(page.locator(`#panel[data-screen="${screen}"]`)).toBeVisible();

  /** The dialog is opened by the rail, and on the start page by its own button. */
  async function toDialog(input: string, files: Given): Promise<void> {
    await leaveNewRun(page);
    await id('add-files').or(id('use-documents')).click();
    await id(input).setInputFiles(files);
  }

  /** Waits for the collection that is kept next, which opens at another address. */
  async function opening(keep: () => Promise<void>): Promise<void> {
    const before = page.url();
    await keep();
    await page.waitForURL((url) => url.href !== before && /^#\/c\/[^/]+\/data$/.test(url.hash));
    await atPlace('data');
  }

  return {
    url,
    page,
    requests,
    errors,
    /** What was asked for beyond the site. */
    beyond: (): string[] =>
      requests.filter((each) => !each.startsWith(`${new URL(url).origin}/`) && !/^(data|blob):/.test(each)),
    /** Opens the sample where its systems are chosen and run. */
    async open(): Promise<void> {
      await page.goto(`${url}${NEW_RUN}`);
      await expect(id('evaluate-button')).toBeVisible();
    },
    /** Goes to a place of the open collection by the rail and the links of its screen. */
    async show(place: Place): Promise<void> {
      if (place === 'New run') return toNewRun(page);
      await leaveNewRun(page);
      const [screen, part] = PLACES[place];
      const follow = async (nav: string, name: string): Promise<void> => {
        const link = page.getByRole('navigation', { name: nav, exact: true }).getByRole('link', { name });
        if ((await link.getAttribute('aria-current')) !== 'page') await link.click();
        await expect(link).toHaveAttribute('aria-current', 'page');
      };
      await follow('Screens', screen);
      if (part !== null) await follow(screen, part);
    },
    /** Opens a collection by the menu of the header, and waits until it is there. */
    async openCollection(name: string): Promise<void> {
      await leaveNewRun(page);
      await id('collection-menu').click();
      await id('collection-list')
        .getByRole('button', { name: new RegExp(`^${name}`) })
        .click();
      await expect(id('collection-menu')).toContainText(name);
      await page.waitForURL((url) => /^#\/c\/[^/]+\/(data$|(r\/[^/]+\/)?findings)/.test(url.hash));
    },
    /** Gives files, or one folder, to the dialog that adds them, as a person would. */
    give: (files: Given): Promise<void> => toDialog('files-input', files),
    giveFolder: (path: string): Promise<void> => toDialog('folder-input', path),
    giveFiles: (...paths: string[]): Promise<void> => toDialog('files-input', paths),
    /** Gives files, and waits for what was found of a collection or what is wrong. */
    async pick(...paths: string[]): Promise<void> {
      await toDialog('files-input', paths);
      await expect(given).toBeVisible();
    },
    async pickFolder(path: string): Promise<void> {
      await toDialog('folder-input', path);
      await expect(given).toBeVisible();
    },
    /** Keeps what was found, and goes to where systems are chosen and run. */
    async add(name?: string): Promise<void> {
      const preview = id('import-preview');
      const keep = async (): Promise<void> => {
        await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
        await expect(preview).toBeHidden();
      };
      if (name) await preview.getByLabel('Name').fill(name);
      // What is added to the open collection has no name of its own.
      await ((await preview.getByLabel('Name').isVisible()) ? opening(keep) : keep());
      await toNewRun(page);
    },
    /** Keeps the documents that were found, and shows them at their collection. */
    async keepDocuments(name?: string): Promise<void> {
      const preview = id('documents-preview');
      await expect(preview).toBeVisible();
      if (name) await preview.getByLabel('Name').fill(name);
      await opening(() => page.getByRole('button', { name: 'Keep', exact: true }).click());
      await expect(preview).toBeHidden();
    },
    /** Leaves only these systems chosen. */
    async choose(...systems: string[]): Promise<void> {
      await toNewRun(page);
      for (const system of SYSTEMS) {
        const box = page.getByRole('checkbox', { name: new RegExp(`^${system}(?![\\w-])`) });
        const checked = systems.includes(system);
        // By the keyboard: what an estimate adds above may move the box between the halves of a click.
        if ((await box.isChecked()) !== checked) await box.press('Space');
        await expect(box).toBeChecked({ checked });
      }
    },
    /** Runs the systems that are chosen, and shows their statistics. */
    async evaluate(): Promise<void> {
      await toNewRun(page);
      await id('evaluate-button').click();
      // While it is under way its address has no key.
      await page.waitForURL((url) => /\/r\/[0-9a-f]{12}\/findings$/.test(url.hash));
      await this.statistics();
    },
    /** Shows every measure and test of the run that is shown. */
    async statistics(): Promise<void> {
      await atPlace('findings');
      const details = id('statistics');
      const isOpen = () => details.evaluate((each: HTMLDetailsElement) => each.open);
      // What is above it may still be drawn, and move it away from the pointer.
      await expect(async () => {
        if (!(await isOpen())) await details.locator('summary').first().click();
        expect(await isOpen()).toBe(true);
      }).toPass();
      await expect(id('counts')).toBeVisible();
    },
    /** What the run computed and reused, by stage. */
    counts: (): Promise<Record<string, { computed: number; reused: number }>> =>
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

/** By the keyboard: what is above the button may still be drawn, and move it away from the pointer. */
export async function download(page: Page, testId: string): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByTestId(testId).press('Enter')]);
  const stream = await file.createReadStream();
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

export const exported = async (page: Page): Promise<Exported> =>
  JSON.parse(await download(page, 'export-json')) as Exported;

export const SYSTEMS = ['bm25', 'embedding', 'ensemble', 'ensemble-rrf', 'ensemble-rerank', 'ensemble-rrf-rerank'];
export const KS = [1, 2, 3, 4, 5, 10];
