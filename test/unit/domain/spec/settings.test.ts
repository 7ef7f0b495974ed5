import { describe, expect, it } from 'vitest';
import { buildExperiment, DEFAULT_SETTINGS, type ModelCard, type Settings } from '../../../../src/domain/spec/settings';

const card = { revision: 'r', maxTokens: 512, dimensions: null, bytes: 1, languages: [] };
const encoder: ModelCard = { ...card, id: 'encoder', task: 'embedding', name: 'E', interpolation: null };
const reranker: ModelCard = { ...card, id: 'reranker', task: 'reranking', name: 'R', interpolation: 0.35 };

function interpolations(changes: Partial<Settings>, cards: readonly ModelCard[]): (number | undefined)[] {
  const models = { embeddingModel: 'encoder', rerankerModel: 'reranker' };
  const { systems } = buildExperiment({ ...DEFAULT_SETTINGS, ...models, ...changes }, cards);
  return ['ensemble', 'ensemble-rerank', 'ensemble-rrf-rerank'].map(
    (id) => systems.find((system) => system.id === id)?.rerank?.interpolation,
  );
}

describe('α of an experiment', () => {
  it('is that of the card of the reranker, unless one is set; ranks alone are never added to a logit', () => {
    expect(interpolations({}, [encoder, reranker])).toEqual([undefined, 0.35, 0]);
    expect(interpolations({ interpolation: 0.5 }, [encoder, reranker])).toEqual([undefined, 0.5, 0]);
    expect(interpolations({ interpolation: 0 }, [encoder, reranker])).toEqual([undefined, 0, 0]);
  });

  it('must come from one of both', () => {
    const cards = [encoder, { ...reranker, interpolation: null }];
    expect(() => interpolations({}, cards)).toThrow(/“reranker” names no interpolation/);
    expect(interpolations({ interpolation: 0.1 }, cards)).toEqual([undefined, 0.1, 0]);
  });
});
