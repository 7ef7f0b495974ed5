import { PART_BYTES } from '../../src/adapters/model-store/part-buffer';
import { messageOf } from '../../src/ui/shared/messages/message-of';
import { type Fault, type Hub, openHub } from '../hub';
import { madeRepositories, troubled } from '../made-repositories';
import { addModel, callModel, choose, kept, lookAt, press } from './added-models';
import { type App, expect, test } from './app';

test.use({ profile: 'shared' });

const mean = madeRepositories().find(({ id }) => id === 'example/mean')!;
const WEIGHTS = 'onnx/model.onnx';
const problem = ({ page }: App) => page.getByTestId('airlock-problem');

async function withHub(repositories: Parameters<typeof openHub>[0], use: (hub: Hub) => Promise<void>): Promise<void> {
  const hub = await openHub(repositories);
  try {
    await use(hub);
  } finally {
    await hub.close();
  }
}

/** Requests for a large file at the origin that has it. */
const fetches = ({ requests }: Hub) => requests.filter(({ from, method }) => from === 'files' && method === 'GET');

test.describe('a line that is cut', () => {
  const BYTES = 40e6;
  const DATA = 'onnx/model.onnx_data';
  const large = () => troubled.large(BYTES);

  async function downloadCutOff({ page, url }: App, hub: Hub): Promise<void> {
    hub.order('example/large', DATA, { kind: 'cut', at: 20e6, times: 1000 });
    await lookAt(page, url, hub, 'example/large');
    await choose(page, WEIGHTS);
    await press(page);
  }

  test('is taken up again by itself, and what came before is not sent again', { tag: '@full' }, async ({ app }) => {
    await withHub([large()], async (hub) => {
      hub.order('example/large', DATA, { kind: 'cut', at: 25e6, times: 1 });
      const model = await addModel(app.page, app.url, hub, { repository: 'example/large', weights: WEIGHTS });
      expect(model.files.find(({ path }) => path === DATA)!.bytes).toBe(BYTES);
      const sent = fetches(hub).filter(({ sent: bytes }) => bytes > 1e6);
      expect(sent.map(({ status }) => status)).toEqual([200, 206]);
      const from = Number(/^bytes=(\d+)-$/.exec(sent[1]!.range!)![1]);
      // Files are kept by parts; what came while one was written is lost with the line.
      expect(from).toBeGreaterThanOrEqual(PART_BYTES);
      expect(from).toBeLessThanOrEqual(25e6);
      expect(sent[1]!.sent).toBe(BYTES - from);
      expect((await kept(app.page)).begun).toEqual([]);
    });
  });

  test(
    'again and again is told, what came is kept and never loaded, and another day it goes on from there',
    { tag: '@full' },
    async ({ app }) => {
      await withHub([large()], async (hub) => {
        await downloadCutOff(app, hub);
        await expect(problem(app)).toContainText(`The connection to ${hub.url} was cut`);
        await expect(problem(app)).toContainText('are kept');
        const before = await kept(app.page);
        expect(before.models).toEqual([]);
        expect(before.begun).toHaveLength(1);
        expect(before.begun[0]).toBeGreaterThanOrEqual(PART_BYTES);

        hub.mend();
        await app.page.reload();
        await app.page.getByRole('button', { name: 'Resume example/large' }).click();
        await expect(app.page.getByTestId('airlock-finished')).toBeVisible();
        const [rest] = fetches(hub).filter(({ sent }) => sent > 1e6);
        expect(rest!.status).toBe(206);
        expect(rest!.sent).toBeLessThanOrEqual(BYTES - PART_BYTES);
        const after = await kept(app.page);
        expect(after.models.map(({ name }) => name)).toEqual(['example/large']);
        expect(after.begun).toEqual([]);
      });
    },
  );

  test(
    'and a file that changed meanwhile is fetched anew, and refused where it is not the one announced',
    { tag: '@full' },
    async ({ app }) => {
      await withHub([large()], async (hub) => {
        await downloadCutOff(app, hub);
        await expect(problem(app)).toBeVisible();
        hub.mend();
        hub.order('example/large', DATA, { kind: 'replaced' });
        await app.page.getByRole('button', { name: 'Resume example/large' }).click();
        await expect(problem(app)).toContainText('is not the file that was announced');
        const after = await kept(app.page);
        expect(after.models).toEqual([]);
        expect(after.paths).not.toContain(DATA);
      });
    },
  );
});

test.describe('what a host sends instead of a file', { tag: '@full' }, () => {
  const faults: readonly [string, Fault, string | RegExp][] = [
    ['other bytes of the same length', { kind: 'altered' }, /SHA-256 is [0-9a-f]{64} in place of [0-9a-f]{64}/],
    ['a refusal to strangers (401)', { kind: 'status', status: 401 }, /gated \(401\)[^]*add it from disk/],
    ['a refusal to all (403)', { kind: 'status', status: 403 }, /\(403\)[^]*from disk/],
    ['nothing (404)', { kind: 'status', status: 404 }, /has no file onnx\/model\.onnx[^]*\(404\)/],
    ['a page to sign in', { kind: 'page' }, 'answered with a web page (HTML) in place of onnx/model.onnx'],
  ];

  for (const [what, fault, message] of faults)
    test(`${what} is told, and nothing can be loaded of it`, async ({ app }) => {
      await withHub([mean], async (hub) => {
        await lookAt(app.page, app.url, hub, mean.id);
        await choose(app.page, WEIGHTS);
        hub.order(mean.id, WEIGHTS, fault);
        await press(app.page);
        await expect(problem(app)).toContainText(message);
        await expect(app.page.getByTestId('airlock-finished')).toBeHidden();
        const half = await kept(app.page);
        expect(half.models).toEqual([]);
        expect(half.paths).not.toContain(WEIGHTS);

        // Whole files of what was begun wait for a second try, and go when the person says so.
        const forget = app.page.getByRole('button', { name: `Delete what is here of ${mean.id}` });
        await forget.click();
        await expect(forget).toBeHidden();
        expect(await kept(app.page)).toEqual({ models: [], paths: [], begun: [] });
      });
    });

  test('a configuration that is a page to sign in is told before anything is offered', async ({ app }) => {
    await withHub([mean], async (hub) => {
      hub.order(mean.id, 'config.json', { kind: 'page' });
      await lookAt(app.page, app.url, hub, mean.id);
      await expect(problem(app)).toContainText('answered with a web page (HTML) in place of config.json');
      await expect(app.page.getByTestId('airlock-offer')).toBeHidden();
      expect(await kept(app.page)).toEqual({ models: [], paths: [], begun: [] });
    });
  });

  const listings: readonly [string, string, string, string][] = [
    ['a repository that is not there, or private', 'example/nothing', 'main', 'There is no repository example/nothing'],
    ['a revision that is not there', mean.id, 'v9', 'has no revision v9'],
  ];
  for (const [what, repository, revision, message] of listings)
    test(`${what} is told`, async ({ app }) => {
      await withHub([mean], async (hub) => {
        await lookAt(app.page, app.url, hub, repository, revision);
        await expect(problem(app)).toContainText(message);
        expect(await kept(app.page)).toEqual({ models: [], paths: [], begun: [] });
      });
    });
});

test.describe('repositories that cannot be used', { tag: '@full' }, () => {
  test('are refused before anything is fetched, with why', async ({ app }) => {
    await withHub([troubled.withoutOnnx(), troubled.pickled()], async (hub) => {
      const refused = app.page.getByTestId('airlock-unusable');
      await lookAt(app.page, app.url, hub, 'example/without-onnx');
      await expect(refused).toContainText('ONNX');
      await lookAt(app.page, app.url, hub, 'example/dense-pickled');
      await expect(refused).toContainText('pytorch_model.bin');
      await expect(app.page.getByTestId('airlock-download')).toBeHidden();
      expect(fetches(hub)).toEqual([]);
    });
  });

  const graphs = [
    ['an operator that no runtime has', troubled.missingOperator(), /operator[^]*made\.up:NoSuchOperator/],
    ['weights that are no graph', troubled.corrupt(), /damaged, or is no ONNX graph/],
  ] as const;
  for (const [what, repository, message] of graphs)
    test(`${what} is told when it is loaded, and names the model`, async ({ app }) => {
      await withHub([repository], async (hub) => {
        const model = await addModel(app.page, app.url, hub, { repository: repository.id, weights: WEIGHTS });
        await app.page.goto(app.url);
        const reply = await callModel(app.page, 'encoder', 'load', model, {});
        if (!('error' in reply)) throw new Error('It was loaded.');
        const { problem } = reply.error;
        expect(problem!.code).toBe('model-unavailable');
        expect(messageOf(problem!)).toMatch(message);
        expect(messageOf(problem!)).toContain(model.id);
      });
    });
});

test.describe('a mirror', { tag: '@full' }, () => {
  test('that lists nothing is asked for the files that such repositories have', async ({ app }) => {
    const hub = await openHub([mean], { api: false });
    const model = await addModel(app.page, app.url, hub, { repository: mean.id, weights: WEIGHTS });
    expect(model.files.map(({ path }) => path)).toContain('tokenizer.json');
    await hub.close();
  });

  test('gives a commit where one is asked for, and a branch by the commit that it is at', async ({ app }) => {
    await withHub([mean], async (hub) => {
      const commit = hub.commitOf(mean.id);
      for (const revision of ['main', commit]) {
        hub.mend();
        await lookAt(app.page, app.url, hub, mean.id, revision);
        await choose(app.page, WEIGHTS);
        await press(app.page);
        await expect(app.page.getByTestId('airlock-finished')).toBeVisible();
        // A branch that moves half-way must not mix two versions.
        const files = hub.requests.filter(({ path }) => path.includes('/resolve/'));
        expect(files.length).toBeGreaterThan(0);
        for (const { path } of files) expect(path).toContain(`/resolve/${commit}/`);
      }
      const { models } = await kept(app.page);
      expect(models.map(({ id }) => id)).toEqual([`${mean.id}@${commit.slice(0, 12)}:fp32`]);
    });
  });

  test('that lists by small pages gives all of them', async ({ app }) => {
    const hub = await openHub([mean], { pageSize: 2 });
    const model = await addModel(app.page, app.url, hub, { repository: mean.id, weights: 'onnx/model_quantized.onnx' });
    expect(model.reading.weights.dtype).toBe('q8');
    await hub.close();
  });

  test('that lets pages send Range and not If-Range is gone on with all the same', async ({ app }) => {
    const hub = await openHub([troubled.large(20e6)], { ifRange: false });
    hub.order('example/large', 'onnx/model.onnx_data', { kind: 'cut', at: 12e6, times: 1 });
    await addModel(app.page, app.url, hub, { repository: 'example/large', weights: WEIGHTS });
    const statuses = fetches(hub)
      .filter(({ sent }) => sent > 1e6)
      .map(({ status }) => status);
    expect(statuses).toEqual([200, 206]);
    await hub.close();
  });

  test('that sends no ranges is fetched from the start again, and says so', async ({ app }) => {
    await withHub([troubled.large(20e6)], async (hub) => {
      const data = 'onnx/model.onnx_data';
      hub.order('example/large', data, { kind: 'cut', at: 12e6, times: 1000 });
      await lookAt(app.page, app.url, hub, 'example/large');
      await choose(app.page, WEIGHTS);
      await press(app.page);
      await expect(problem(app)).toBeVisible();
      hub.mend();
      hub.order('example/large', data, { kind: 'no-ranges' });
      await app.page.getByRole('button', { name: 'Resume example/large' }).click();
      const finished = app.page.getByTestId('airlock-finished');
      await expect(finished).toBeVisible();
      await expect(finished).toContainText(data);
      expect((await kept(app.page)).models).toHaveLength(1);
    });
  });
});
