import { type Page, test as base } from '@playwright/test';
import { securityHeaders } from '../../src/adapters/offline/headers.js';
import { serve } from '../../tools/serve.mjs';
import { DIST } from '../../tools/site.mjs';
import { type Hub, openHub } from '../hub';
import { airlockUrl, fetchModel, look, modelsIn, repository } from './airlock';
import { expect, NEW_RUN } from './app';
import { openElsewhere, reaches } from './elsewhere';

type Elsewhere = Awaited<ReturnType<typeof openElsewhere>>;

const SMALL = 'example/small';

const test = base.extend<{ hub: Hub; elsewhere: Elsewhere }>({
  hub: async ({ browserName: _ }, use) => {
    const hub = await openHub([repository(SMALL)]);
    await use(hub);
    await hub.close();
  },
  elsewhere: async ({ browserName: _ }, use) => {
    const elsewhere = await openElsewhere();
    await use(elsewhere);
    await elsewhere.close();
  },
});

test.use({ serviceWorkers: 'allow' });

const bare = { prefix: '/some/where/', headers: {} };

/** Opens the page of documents and waits until its service worker serves all that is opened next. */
async function installed(page: Page, url: string): Promise<void> {
  await page.goto(url);
  // On a host without headers the page loads once more.
  await expect.poll(() => page.evaluate(() => crossOriginIsolated).catch(() => false)).toBe(true);
  await page.evaluate(() => navigator.serviceWorker.ready);
}

/** The other ways out of a page: whether each was let through. */
const leaks = (page: Page, url: string): Promise<string[]> =>
  page.evaluate(async (address) => {
    const outcome = (set: (yes: () => void, no: () => void) => void): Promise<boolean> =>
      new Promise((resolve) => {
        set(
          () => resolve(true),
          () => resolve(false),
        );
        setTimeout(() => resolve(false), 2000);
      });
    const ways: Record<string, () => Promise<boolean>> = {
      image: () =>
        outcome((yes, no) => Object.assign(new Image(), { onload: yes, onerror: no, src: `${address}image` })),
      script: () =>
        outcome((yes, no) => {
          const script = Object.assign(document.createElement('script'), { onload: yes, onerror: no });
          script.src = `${address}script`;
          document.head.append(script);
        }),
      socket: () =>
        outcome((yes, no) => {
          const socket = new WebSocket(`${address.replace('http', 'ws')}socket`);
          socket.onopen = yes;
          socket.onerror = no;
        }),
      worker: () =>
        outcome((yes, no) => {
          const worker = new Worker(URL.createObjectURL(new Blob(['postMessage(1)'], { type: 'text/javascript' })));
          worker.onmessage = yes;
          worker.onerror = no;
        }),
      frame: () =>
        outcome((yes) => {
          const frame = Object.assign(document.createElement('iframe'), { src: `${address}frame`, onload: yes });
          document.body.append(frame);
          setTimeout(() => frame.remove(), 1500);
        }).then(() => false),
      beacon: async () => (navigator.sendBeacon(`${address}beacon`), false),
    };
    const open: string[] = [];
    for (const [name, way] of Object.entries(ways)) if (await way().catch(() => false)) open.push(name);
    return open;
  }, url);

const hosts = [
  { name: 'the server of npm start', options: {}, controlled: false, isStory: true },
  {
    name: 'the server of npm start, once the service worker controls the page',
    options: {},
    controlled: true,
    isStory: false,
  },
  {
    name: 'a host without headers, under a sub-path, at the first visit',
    options: bare,
    controlled: false,
    isStory: false,
  },
  {
    name: 'a host without headers, under a sub-path, once the service worker controls the page',
    options: bare,
    controlled: true,
    isStory: true,
  },
];

for (const { name, options, controlled, isStory } of hosts)
  test(
    `on ${name}, the airlock reaches the hosts that its address names and no other, and the page of documents none`,
    { tag: isStory ? [] : '@full' },
    async ({ page, hub, elsewhere }) => {
      const server = await serve(DIST, options);
      if (controlled) await installed(page, server.url);
      const answers = new Map<string, boolean>();
      page.on('response', (response) => answers.set(response.url(), response.fromServiceWorker()));

      const address = airlockUrl(server.url, hub, SMALL);
      await page.goto(address);
      await expect(page.getByTestId('airlock-host')).toHaveText(hub.url);
      expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(controlled);
      expect(await reaches(page, hub.url), 'the mirror').toBe(true);
      expect(await reaches(page, hub.filesUrl), 'where it redirects to').toBe(true);
      expect(await reaches(page, elsewhere.url), 'another host').toBe(false);
      expect(await leaks(page, elsewhere.url)).toEqual([]);
      expect(elsewhere.asked).toEqual([]);

      await page.goto(address);
      await look(page);
      await fetchModel(page);
      expect(answers.get(address), 'who served the page').toBe(controlled);
      const toHub = [...answers].filter(([url]) => url.startsWith(hub.url) || url.startsWith(hub.filesUrl));
      expect(toHub.length).toBeGreaterThan(5);
      expect(
        toHub.filter(([, fromWorker]) => fromWorker),
        'the service worker leaves other origins alone',
      ).toEqual([]);

      // Without the mirror in its address the same page reaches neither.
      await page.goto(`${server.url}airlock.html`);
      await expect(page.getByTestId('airlock-host')).toHaveText('huggingface.co');
      expect(await reaches(page, hub.url)).toBe(false);
      // A page of documents that carries the query is none the wiser.
      await page.goto(`${server.url}?mirror=${hub.url}&via=${hub.filesUrl}${NEW_RUN}`);
      await expect(page.getByTestId('evaluate-button')).toBeVisible();
      expect(await reaches(page, hub.url)).toBe(false);
      expect((await modelsIn(page)).map(({ id }) => id)).toEqual([expect.stringContaining(SMALL)]);
      expect(elsewhere.asked).toEqual([]);
      await server.close();
    },
  );

test(
  'the airlock is there offline, with the policy of the address that it is opened by',
  { tag: '@full' },
  async ({ page, hub, elsewhere }) => {
    const server = await serve(DIST, bare);
    await installed(page, server.url);
    await server.close();
    await page.goto(airlockUrl(server.url, hub, SMALL));
    expect(await reaches(page, elsewhere.url)).toBe(false);
    await look(page);
    await fetchModel(page);
    await page.goto(`${server.url}airlock.html`);
    await expect(page.getByTestId('airlock-stored')).toContainText(SMALL);
    expect(await reaches(page, hub.url)).toBe(false);
  },
);

test(
  'on a host that sends the policy of documents for every file, the page says so and names the header; the service worker mends it',
  { tag: '@full' },
  async ({ page, hub }) => {
    const server = await serve(DIST, { headers: securityHeaders() });
    const address = airlockUrl(server.url, hub, SMALL);
    await page.goto(address);
    await page.getByRole('button', { name: 'Look' }).click();
    const refusal = page.getByTestId('airlock-refusal');
    await expect(refusal).toContainText('The server that Hitrate comes from forbids it');
    const { search } = new URL(address);
    const { 'Content-Security-Policy': policy } = securityHeaders({ path: 'airlock.html', search });
    await expect(refusal.locator('pre')).toHaveText(`Content-Security-Policy: ${policy}`);
    expect(hub.requests).toEqual([]);

    await installed(page, server.url);
    await page.goto(address);
    await look(page);
    await fetchModel(page);
    await server.close();
  },
);
