import type { StoredModel } from '../../src/contract/models';
import { type Hub, openHub } from '../hub';
import { madeRepositories } from '../made-repositories';
import { addModel } from './added-models';
import { type App, expect, type Exported, exported, test } from './app';
import { addSystems, set, smallCollection } from './models-dialog';

test.use({ profile: 'shared' });

const named = (id: string) => madeRepositories().find((repository) => repository.id === id)!;
const prompted = named('example/cls-with-prompts-and-weights-at-the-root');
const reranker = named('example/reranker-one-logit');

const add = (app: App, hub: Hub, { id, fp32 }: typeof prompted): Promise<StoredModel> =>
  addModel(app.page, app.url, hub, { repository: id, weights: fp32 });

const BUNDLED = 'Hitrate embedding 0.2';

interface Manifest {
  readonly models: { readonly id: string; readonly revision: string }[];
  readonly devices: Record<string, { readonly model: string; readonly device: string }>;
  readonly experiment: {
    readonly systems: {
      readonly id: string;
      readonly retrievers: { readonly kind: string; readonly device?: string; readonly queryPrefix?: string }[];
      readonly rerank: { readonly device: string } | null;
    }[];
  };
}

const manifestOf = ({ manifest }: Exported): Manifest => manifest as unknown as Manifest;

test('added and bundled models are compared in one experiment, with the hub gone', async ({ app }) => {
  const { page } = app;
  const hub = await openHub([prompted, reranker]);
  const encoder = await add(app, hub, prompted);
  const crossEncoder = await add(app, hub, reranker);
  await hub.close();
  await app.open();
  await app.pick(smallCollection('in-use'));
  await app.add('Small');
  await set(page, 'Embedding', { Model: encoder.name, Device: 'wasm' });
  await set(page, 'Reranker', { Model: crossEncoder.name });
  await app.choose('embedding', 'ensemble-rerank');
  await addSystems(page, [BUNDLED, `${encoder.name}, no prefixes`]);
  app.requests.length = 0;
  await app.evaluate();
  const result = await exported(page);
  const systems = ['embedding', 'ensemble-rerank', BUNDLED, `${encoder.name}, no prefixes`];
  expect(result.systems.map(({ id }) => id)).toEqual(systems);
  const { models, devices, experiment } = manifestOf(result);
  for (const { id, revision } of [encoder, crossEncoder]) expect(models).toContainEqual({ id, revision });
  expect(models.map(({ id }) => id)).toContain('hitrate-embedding');
  expect(models).toHaveLength(3);
  // Each was loaded, on the device that was asked for, and both embedding models are told apart.
  expect(Object.values(devices).map(({ model, device }) => [model, device])).toEqual(
    expect.arrayContaining([
      [encoder.id, 'wasm'],
      [crossEncoder.id, 'wasm'],
      ['hitrate-embedding', 'wasm'],
    ]),
  );
  const prefixes = (place: number) => experiment.systems[place]!.retrievers[0]!.queryPrefix;
  expect([prefixes(0), prefixes(2), prefixes(3)]).toEqual(['ask: ', '', '']);
  expect(experiment.systems[1]!.rerank).toMatchObject({ device: 'wasm', revision: crossEncoder.revision });
  // Of each model, and with and without prefixes, but not once more for the fusion.
  const counts = await app.counts();
  expect(counts['passage-vectors']!.computed).toBe(18);
  expect(counts['rerank']!.computed).toBeGreaterThan(0);
  expect(app.beyond()).toEqual([]);
  expect(app.errors).toEqual([]);
});
