import { uniform } from '../../src/domain/statistics/random';
import { type App, createApp, expect, openContext, test } from './app';
import { ask } from './database';
import { type Kill, Mortal } from './faults';
import { beirFolder } from './made-collection';

/** Of each scenario; a few of them in `npm test`. */
const POINTS = process.env['HITRATE_TESTS'] === 'all' ? 20 : 2;
const TOPICS = ['apples', 'bridges', 'clouds', 'dynamos', 'engines', 'ferries', 'geese', 'harbours'];
const STORES = ['docs', 'questions', 'artifacts', 'rows', 'acts', 'results', 'resultHeaders'] as const;

function collection(): string {
  const docs = TOPICS.flatMap((topic) =>
    [1, 2, 3].map((n) => ({
      _id: `${topic}-${n}`,
      title: '',
      text: `About ${topic}: note ${n} on how ${topic} are made.`,
    })),
  );
  const questions = TOPICS.map((topic, i) => ({ _id: `q${i}`, text: `How are ${topic} made?` }));
  return beirFolder(docs, questions, { test: TOPICS.map((topic, i) => [`q${i}`, `${topic}-1`, 1] as const) });
}

const FOLDER = collection();

interface Kept {
  readonly id: string;
  readonly name: string;
  readonly counts: { readonly docs: number; readonly queries: number };
}

/** What is kept of each collection but the samples. Fails where something is half there. */
async function stored({ page }: App) {
  const [records, docs, ...keys] = await ask<[Kept[], unknown[][], ...[string, string][][]]>(
    page,
    'hitrate',
    ['collections', 'getAll'],
    ['docs', 'getAll'],
    ...STORES.map((store) => [store, 'getAllKeys'] as const),
  );
  const [docKeys, questionKeys, ...others] = keys as [[string, number][], unknown[], ...[string, string][][]];
  const ids = records.map(({ id }) => id);
  for (const [i, store] of STORES.entries()) {
    const owners = (keys[i] as unknown[]).map((key) => (Array.isArray(key) ? (key[0] as string) : (key as string)));
    expect(
      owners.filter((owner) => !ids.includes(owner)),
      `${store} of no collection`,
    ).toEqual([]);
  }
  const of = (all: readonly (readonly [string, unknown])[], id: string) =>
    all.filter(([owner]) => owner === id).map(([, key]) => key);
  const [, , acts, results, headers] = others;
  return records.map(({ id, name, counts }) => {
    const parts = docKeys.flatMap(([owner], i) => (owner === id ? [docs[i]!.length] : []));
    expect(
      parts.reduce((sum, part) => sum + part, 0),
      `documents of ${name}`,
    ).toBe(counts.docs);
    expect(questionKeys, `questions of ${name}`).toContain(id);
    expect(of(results!, id), `results of ${name}`).toEqual(of(headers!, id));
    return { id, name, counts, acts: of(acts!, id).length, results: of(results!, id) as string[] };
  });
}

/** Empties stores past the app. */
async function forget({ page, url }: App, stores: readonly string[]): Promise<void> {
  await page.goto(`${url}icons/hitrate.svg`);
  await ask(page, 'hitrate', ...stores.map((name) => [name, 'clear'] as const));
}

const atFindings = /\/r\/([0-9a-f]{12})\/findings$/;
const EVERYTHING = ['collections', ...STORES];

async function importFolder(app: App): Promise<string> {
  await app.pickFolder(FOLDER);
  await app.page.getByTestId('import-preview').getByLabel('Name').fill('Faults');
  await app.page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await app.page.waitForURL((url) => /^#\/c\/[^/]+\/data$/.test(url.hash));
  return /^#\/c\/([^/]+)/.exec(new URL(app.page.url()).hash)![1]!;
}

async function run({ page }: App): Promise<string> {
  await page.getByTestId('evaluate-button').click();
  await page.waitForURL((url) => atFindings.test(url.hash));
  return atFindings.exec(new URL(page.url()).hash)![1]!;
}

/** All lists of a result, and what they were scored as. */
async function figures({ page }: App, key: string): Promise<unknown> {
  const [results] = await ask<[{ key: string; systems: Record<string, unknown>[] }[]]>(page, 'hitrate', [
    'results',
    'getAll',
  ]);
  const { systems } = results.find((each) => each.key.startsWith(key))!;
  return systems.map(({ id, top, firstRelevant, ties, unjudged }) => ({ id, top, firstRelevant, ties, unjudged }));
}

const started = ({ page }: App) =>
  expect(page.getByTestId('add-files').or(page.getByTestId('use-documents'))).toBeVisible();

/** At most one, which is whole: imported entirely, or not at all. */
async function whole(app: App, done: readonly string[]) {
  await app.page.goto(app.url);
  await started(app);
  const found = (await stored(app)).filter(({ name }) => name === 'Faults');
  expect(found.length).toBeGreaterThanOrEqual(done.length);
  for (const { counts } of found) expect(counts).toMatchObject({ docs: 3 * TOPICS.length, queries: TOPICS.length });
  return found;
}

interface Scenario {
  readonly kills: readonly Kill[];
  /** Takes the profile back to where it begins. */
  begin(app: App): Promise<void>;
  /** @param done hears what the page shows as done */
  act(app: App, done: (what: string) => void): Promise<void>;
  /** Opens the app again: what was done is there, and nothing is half there. */
  check(app: App, done: readonly string[]): Promise<void>;
}

/** Each by how it is prepared in an empty profile. */
const SCENARIOS: Readonly<Record<string, (app: App) => Promise<Scenario>>> = {
  async 'a run'(app) {
    const id = await importFolder(app);
    const begin = async (each: App): Promise<void> => {
      await each.page.goto(`${each.url}#/c/${id}/runs?drawer=new-run`);
      await each.choose('bm25', 'embedding');
    };
    await begin(app);
    const undisturbed = await figures(app, await run(app));
    return {
      kills: ['crash', 'close'],
      async begin(each) {
        await forget(each, ['rows', 'artifacts', 'results', 'resultHeaders']);
        await begin(each);
      },
      act: async (each, done) => done(await run(each)),
      async check(each, done) {
        await begin(each);
        const { results } = (await stored(each)).find((record) => record.id === id)!;
        expect(results.map((each) => each.slice(0, 12))).toEqual(expect.arrayContaining([...done]));
        expect(await figures(each, await run(each))).toEqual(undisturbed);
      },
    };
  },

  'a judging session'(app) {
    const judge = `${app.url}#/c/sample/questions/judge`;
    const bench = async ({ page }: App, query = ''): Promise<string> => {
      await page.goto(app.url);
      await page.goto(judge + query);
      await expect(page.getByTestId('judge-bench')).toBeVisible();
      return (await page.getByTestId('judge-bench').getAttribute('data-query'))!;
    };
    const grades = async ({ page }: App) => (await ask<[{ at: number }[]]>(page, 'hitrate', ['acts', 'getAll']))[0];
    let before = 0;
    let query = '';
    return Promise.resolve({
      kills: ['close', 'worker'],
      // What was judged stays judged: judgments were made of it, and the next passages are there to judge.
      async begin(each) {
        query = await bench(each);
        before = (await grades(each)).length;
      },
      async act({ page }, done) {
        const open = page.locator('[data-testid="judge-item"][data-judged="false"]');
        for (const grade of ['2', '0', '3', '1']) {
          if ((await open.count()) === 0) return;
          const key = await open.and(page.locator('[aria-current="true"]')).getAttribute('data-key');
          await page.keyboard.press(grade);
          await expect(page.locator(`[data-key="${key}"]`)).toHaveAttribute('data-grade', grade);
          done(`${key} ${grade}`);
        }
      },
      async check(each, done) {
        expect(await bench(each, `?q=${query}`)).toBe(query);
        for (const what of done) {
          const [, key, grade] = /^(.*) (\d)$/.exec(what)!;
          await expect(each.page.locator(`[data-key="${key}"]`)).toHaveAttribute('data-grade', grade!);
        }
        // Copies of a passage are judged with it, at the same time.
        const times = new Set((await grades(each)).slice(before).map(({ at }) => at));
        expect([done.length, done.length + 1]).toContain(times.size);
      },
    });
  },

  'an import': () =>
    Promise.resolve({
      kills: ['close'],
      async begin(app) {
        await forget(app, EVERYTHING);
        await app.page.goto(app.url);
        await started(app);
      },
      act: async (app, done) => done(await importFolder(app)),
      async check(app, done) {
        await whole(app, done);
      },
    }),
};

test.describe.configure({ mode: 'parallel' });

for (const [i, [name, prepare]] of Object.entries(SCENARIOS).entries())
  test(`${name} that is killed at any point loses nothing that was shown as done, and leaves nothing half done`, async ({
    browser,
    site,
  }, info) => {
    const context = await openContext(browser);
    const mortal = await Mortal.open(context);
    const app = () => createApp(mortal.page, site.url);
    await mortal.page.goto(site.url);
    await started(app());
    const scenario = await prepare(app());
    const random = uniform(i + 1);
    const below = (bound: number): number => Math.floor(random() * bound);
    await scenario.begin(app());
    const before = await mortal.steps();
    await scenario.act(app(), () => undefined);
    const steps = (await mortal.steps()) - before;
    expect(steps).toBeGreaterThan(3);
    let held = 0;
    try {
      for (; held < POINTS; held++) {
        const [kill, at] = [scenario.kills[below(scenario.kills.length)]!, 1 + below(steps)];
        await test.step(`${kill} at step ${at} of ${steps}`, async () => {
          const done: string[] = [];
          await scenario.begin(app());
          await mortal.kill(kill, at, () => scenario.act(app(), (what) => done.push(what)));
          await scenario.check(app(), done);
        });
      }
    } finally {
      info.annotations.push({ type: 'faults', description: `${held} of ${POINTS}` });
    }
    await context.close();
  });
