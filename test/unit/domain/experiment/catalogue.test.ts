import { describe, expect, it } from 'vitest';
import { catalogue, metadataCatalogue, withEveryAnalyzer } from '../../../../src/domain/experiment/catalogue';
import { ANALYZER_CHOICES, DEFAULT_ANALYZER } from '../../../../src/domain/text/analyzer-spec';
import type { FieldSummary } from '../../../../src/domain/dataset/corpus';
import type { EmbeddingConfiguration } from '../../../../src/domain/models/configuration';
import { composedOf } from '../../../../src/domain/experiment/composed';
import { parseExperiment } from '../../../../src/domain/experiment/experiment';
import { modelCatalogue } from '../../../../src/domain/experiment/model-catalogue';
import { modelCard } from '../../../model-card';
import { buildExperiment, DEFAULT_SETTINGS, namingOf, type Settings } from '../../../../src/domain/experiment/settings';

describe('withEveryAnalyzer', () => {
  const made = (id: string) => withEveryAnalyzer([id], ANALYZER_CHOICES, catalogue);

  it('makes a system with each analyzer of what reads words, named by it', () => {
    const systems = made('tf-idf');
    expect(systems.map(({ id }) => id)).toEqual(ANALYZER_CHOICES.map(({ id }) => `tf-idf, ${id}`));
    const used = systems.map(({ retrievers: [first] }) => first && 'analyzer' in first && first.analyzer);
    expect(used).toEqual(ANALYZER_CHOICES.map(({ spec }) => spec));
  });

  it('makes one system of what reads vectors, whatever group it stands in', () => {
    expect(made('rocchio').map(({ id }) => id)).toEqual(['rocchio']);
    expect(made('mmr').map(({ id }) => id)).toEqual(['mmr']);
  });
});

const field = (name: string, rest: Partial<FieldSummary> = {}): FieldSummary => ({
  ...{ name, docs: 10, values: ['a', 'b'], examples: ['a'], range: null, ...rest },
});
const idsOf = (...fields: FieldSummary[]): string[] =>
  metadataCatalogue(DEFAULT_ANALYZER, fields).map(({ system }) => system.id);

describe('systems that read metadata', () => {
  it('are a route, a filter and a boost for each category, and all routes together', () => {
    expect(idsOf(field('kind'), field('place'))).toEqual([
      ...['kind-route', 'filter-by-kind', 'boost-by-kind'],
      ...['place-route', 'filter-by-place', 'boost-by-place'],
      'metadata-routes',
    ]);
  });

  it('are none for numbers and for fields of too many values', () => {
    expect(idsOf(field('price', { range: [1, 9] }), field('note', { values: null }))).toEqual([]);
  });

  it('are of four fields at most, with a weight for each route and one for the text', () => {
    const entries = metadataCatalogue(
      DEFAULT_ANALYZER,
      ['a', 'b', 'c', 'd', 'e'].map((name) => field(name)),
    );
    expect(entries).toHaveLength(4 * 3 + 1);
    expect(entries.at(-1)?.system.retrievers).toHaveLength(5);
    expect(entries.at(-1)?.system.fusion).toMatchObject({ method: 'wsum', weights: [1, 1, 1, 1, 1] });
  });
});

const reading: EmbeddingConfiguration = {
  task: 'embedding',
  weights: { path: 'onnx/model.onnx', dtype: 'fp32', externalData: [] },
  pooling: 'mean',
  normalise: true,
  dense: [],
  queryPrefix: 'query: ',
  passagePrefix: 'passage: ',
  maxTokens: 512,
  flat: false,
};
const RANKER = { task: 'reranking', weights: reading.weights, logit: 'only', relevant: 1, maxTokens: 128 } as const;
const cards = [
  modelCard('hitrate-embedding', 'embedding'),
  modelCard('hitrate-reranker', 'reranking', { interpolation: 0.2 }),
  modelCard('org/e5@1:q8', 'embedding', { name: 'e5', revision: 'r-e5', maxTokens: 512, reading, device: 'webgpu' }),
  modelCard('org/rerank@1:q8', 'reranking', { name: 'rerank', interpolation: null, reading: RANKER }),
];
const build = (settings: Partial<Settings>) =>
  buildExperiment({ ...DEFAULT_SETTINGS, systems: [], ...settings }, cards);
const composed = modelCatalogue(DEFAULT_ANALYZER, DEFAULT_SETTINGS, cards).map(({ system }) => system);

describe('systems with other models', () => {
  it('are those of models that the settings do not name, and one without the prefixes', () => {
    expect(composed.map(({ id }) => id)).toEqual(['e5', 'bm25 + e5', 'e5, no prefixes', 'rerank reranks']);
  });

  it('are sound experiments, each model read as its card says', () => {
    const spec = build({ composed });
    expect(parseExperiment(spec).ok).toBe(true);
    expect(spec.systems[0]!.retrievers[0]).toMatchObject({
      model: 'org/e5@1:q8',
      revision: 'r-e5',
      device: 'webgpu',
      queryPrefix: 'query: ',
      passagePrefix: 'passage: ',
      pooling: 'mean',
      normalise: true,
      maxTokens: 512,
    });
    expect(spec.systems[2]!.retrievers[0]).toMatchObject({ queryPrefix: '', passagePrefix: '' });
    expect(spec.systems[3]!.rerank).toMatchObject({ model: 'org/rerank@1:q8', interpolation: 0 });
  });

  it('keep their models when they are taken out of an experiment', () => {
    const { systems } = build({ composed });
    const naming = namingOf(DEFAULT_SETTINGS, cards);
    expect(systems.map((system) => composedOf(system, naming))).toEqual(composed);
  });
});

describe('prefixes', () => {
  it('of the settings are put before texts of the model that they name, and of no other', () => {
    const spec = build({ systems: ['embedding'], composed: [composed[0]!], queryPrefix: 'Ask: ' });
    expect(spec.systems.map(({ retrievers: [first] }) => (first as { queryPrefix: string }).queryPrefix)).toEqual([
      'Ask: ',
      'query: ',
    ]);
  });

  it('that a model wants are there where the settings have none', () => {
    const spec = build({ systems: ['embedding'], embeddingModel: 'org/e5@1:q8' });
    expect(spec.systems[0]!.retrievers[0]).toMatchObject({ queryPrefix: 'query: ', passagePrefix: 'passage: ' });
  });
});

it('the device that is named is taken for every model, whatever was measured', () => {
  const spec = build({ composed: [composed[0]!], device: 'wasm-single' });
  expect(spec.systems[0]!.retrievers[0]).toMatchObject({ device: 'wasm-single' });
});
