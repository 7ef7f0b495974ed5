import { PART_BYTES } from '../../src/adapters/model-store/writing';
import { messageOf } from '../../src/ui/shared/messages/message-of';
import { type Hub, openHub } from '../hub';
import { troubled } from '../made-repositories';
import { addModel, callModel, choose, kept, lookAt, press } from './added-models';
import { type App, expect, test } from './app';

test.use({ profile: 'shared' });

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
});

test.describe('repositories that cannot be used', { tag: '@full' }, () => {
  const graphs = [
    ['an operator that no runtime has', troubled.missingOperator(), /made\.up:NoSuchOperator/],
    ['weights that are no graph', troubled.corrupt(), /protobuf|damaged/],
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
