import { describe, expect, it } from 'vitest';
import { onMeasuredDevices } from '../../../../src/domain/experiment/measured-devices';
import { buildExperiment, DEFAULT_SETTINGS } from '../../../../src/domain/experiment/settings';
import { composedSystem } from '../../../../src/domain/experiment/composed';
import { vectorsBy } from '../../../../src/domain/experiment/catalogue';
import type { ModelCard } from '../../../../src/domain/models/configuration';

const card = (id: string, task: ModelCard['task'], device: ModelCard['device']): ModelCard => ({
  id,
  task,
  name: id,
  revision: 'r',
  maxTokens: 9,
  dimensions: 3,
  interpolation: task === 'reranking' ? 1 : null,
  bytes: 1,
  languages: [],
  ...(device && { device }),
});

describe('an experiment on measured devices', () => {
  const guessed = [
    card(DEFAULT_SETTINGS.embeddingModel, 'embedding', 'wasm'),
    card(DEFAULT_SETTINGS.rerankerModel, 'reranking', 'wasm'),
    card('gone', 'embedding', 'wasm'),
  ];
  const asked = composedSystem('asked', [
    {
      kind: 'rewritten',
      rewrites: { name: 'f', hash: 'h' },
      original: true,
      constant: 60,
      retriever: { kind: 'vectors', search: { kind: 'nearest', metric: 'cosine' } },
    },
  ]);
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
    const moved = onMeasuredDevices(spec, measured);
    expect(moved).not.toEqual(spec);
    expect(moved).toEqual(buildExperiment(settings, measured, sources));
  });

  it('names a model that was deleted meanwhile as before, so that its run says that it is not here', () => {
    expect(onMeasuredDevices(spec, [])).toEqual(spec);
  });
});
