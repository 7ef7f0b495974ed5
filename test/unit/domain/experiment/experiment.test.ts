import { describe, expect, it } from 'vitest';
import { DEFAULT_ANALYZER } from '../../../../src/domain/text/analyzer-spec';
import { parseExperiment, type SystemSpec } from '../../../../src/domain/experiment/experiment';
import { NO_PARTS, onMeasuredDevices } from '../../../../src/domain/experiment/parts';
import { buildExperiment, DEFAULT_SETTINGS } from '../../../../src/domain/experiment/settings';
import { composedSystem } from '../../../../src/domain/experiment/composed';
import { vectorsBy } from '../../../../src/domain/experiment/catalogue';
import type { Device, ModelCard } from '../../../../src/domain/models/configuration';
import { modelCard } from '../../../model-card';

const bm25 = {
  ...({ kind: 'minisearch', analyzer: DEFAULT_ANALYZER, k1: 1.2, b: 0.7, delta: 0.5, score: 'bm25+' } as const),
};
const dense = {
  ...{ kind: 'dense', model: 'hitrate-embedding', revision: 'abc', device: 'wasm', queryPrefix: '' },
  ...{ passagePrefix: '', maxTokens: 256, search: { kind: 'nearest', metric: 'cosine' } },
};

const system: SystemSpec = { id: 'bm25', retrievers: [bm25], ...NO_PARTS };
const RRF = { method: 'rrf', constant: 60, weights: [1, 1] } as const;
const hybrid = { id: 'hybrid', retrievers: [bm25, dense], ...NO_PARTS, fusion: RRF };
const imported = { id: 'other', retrievers: [{ kind: 'run', name: 'other', hash: 'abc' }], ...NO_PARTS };
const spec = {
  ...{ schema: 1, systems: [system, hybrid], depth: 100, lists: 'depth', ks: [1, 5] },
  ...{ measures: ['nDCG@5', 'MAP'], relevance: 1, missing: 'zero' },
};

function pathsOf(input: unknown): string[] {
  const parsed = parseExperiment(input);
  return parsed.ok ? [] : parsed.problems.map((problem) => problem.path);
}

describe('parseExperiment', () => {
  it('refuses an unknown field with its path, so that a typo does not run another experiment', () => {
    expect(pathsOf({ ...spec, deph: 50 })).toEqual(['deph']);
    expect(pathsOf({ ...spec, systems: [{ ...system, retrievers: [{ ...bm25, K1: 2 }] }] })).toEqual([
      'systems.0.retrievers.0.K1',
    ]);
  });

  it.each([
    ['depth', { depth: 0 }],
    ['ks.1', { ks: [1, 2.5] }],
    ['relevance', { relevance: 0 }],
    ['schema', { schema: 2 }],
    ['lists', { lists: 'all' }],
    ['systems', { systems: [] }],
    ['systems.0.retrievers', { systems: [{ ...system, retrievers: [] }] }],
    ['systems.0.retrievers.0.b', { systems: [{ ...system, retrievers: [{ ...bm25, b: 1.5 }] }] }],
    ['systems.0.fusion', { systems: [{ ...hybrid, fusion: null }] }],
    ['systems.0.fusion.weights', { systems: [{ ...hybrid, fusion: { ...hybrid.fusion, weights: [1] } }] }],
    ['systems.0.fusion.weights', { systems: [{ ...hybrid, fusion: { ...hybrid.fusion, weights: [0, 0] } }] }],
    ['systems', { systems: [system, { ...hybrid, id: 'bm25' }] }],
    ['ks', { depth: 4, measures: ['MAP'] }],
    ['measures', { measures: [] }],
    ['measures.1', { measures: ['MAP', 'nDCG@0'] }],
    ['measures.0', { measures: ['ndcg_cut_5'] }],
    ['measures.1', { measures: ['MAP', 'MAP'] }],
    ['measures.0', { measures: ['Recall@101'] }],
    ['missing', { missing: 'ignore' }],
    ['systems.0.retrievers.0.hash', { systems: [{ ...imported, retrievers: [{ kind: 'run', name: 'r' }] }] }],
  ])('names %s where it is wrong', (path, change) => {
    expect(pathsOf({ ...spec, ...change })).toEqual([path]);
  });

  it('does not hold runs of other systems to the depth of the lists made here', () => {
    expect(pathsOf({ ...spec, systems: [imported], ks: [500], measures: ['Recall@1000'] })).toEqual([]);
  });
});

const card = (id: string, task: ModelCard['task'], device: Device): ModelCard => modelCard(id, task, { device });

describe('an experiment on measured devices', () => {
  const guessed = [
    card(DEFAULT_SETTINGS.embeddingModel, 'embedding', 'wasm'),
    card(DEFAULT_SETTINGS.rerankerModel, 'reranking', 'wasm'),
    card('gone', 'embedding', 'wasm'),
  ];
  const retriever = { kind: 'vectors', search: { kind: 'nearest', metric: 'cosine' } } as const;
  const rewrites = { name: 'f', hash: 'h' };
  const asked = composedSystem('asked', [{ kind: 'rewritten', rewrites, original: true, constant: 60, retriever }]);
  const named = composedSystem('named', [{ ...vectorsBy('nearest'), model: 'gone' } as ReturnType<typeof vectorsBy>]);
  const settings = { ...DEFAULT_SETTINGS, device: 'auto', composed: [asked, named] } as const;
  const sources = { documents: true, languages: [], runs: [] };
  const spec = buildExperiment(settings, guessed, sources);

  it('is what would have been built after the measurement, and nothing else of it is another', () => {
    const measured = [
      card(DEFAULT_SETTINGS.embeddingModel, 'embedding', 'webgpu'),
      card(DEFAULT_SETTINGS.rerankerModel, 'reranking', 'wasm-single'),
      card('gone', 'embedding', 'wasm'),
    ];
    const moved = { ...spec, systems: spec.systems.map((system) => onMeasuredDevices(system, measured)) };
    expect(moved).not.toEqual(spec);
    expect(moved).toEqual(buildExperiment(settings, measured, sources));
  });

  it('names a model that was deleted meanwhile as before, so that its run says that it is not here', () => {
    expect(spec.systems.map((system) => onMeasuredDevices(system, []))).toEqual(spec.systems);
  });
});
