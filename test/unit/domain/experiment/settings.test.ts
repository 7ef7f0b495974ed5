import { describe, expect, it } from 'vitest';
import { DEFAULT_ANALYZER } from '../../../../src/domain/text/analyzer-spec';
import type { ModelCard } from '../../../../src/domain/models/configuration';
import { buildExperiment, DEFAULT_SETTINGS, type Settings } from '../../../../src/domain/experiment/settings';

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

describe('the analyzer of an experiment', () => {
  const analyzers = (languages: readonly (readonly [string, number])[], changes: Partial<Settings> = {}) => {
    const models = { embeddingModel: 'encoder', rerankerModel: 'reranker' };
    const sources = {
      documents: true,
      runs: [],
      languages: languages.map(([language, share]) => ({ language, share })),
    };
    const { systems } = buildExperiment({ ...DEFAULT_SETTINGS, ...models, ...changes }, [encoder, reranker], sources);
    return systems.flatMap(({ retrievers }) =>
      retrievers.flatMap((each) => (each.kind === 'minisearch' ? [each.analyzer.stemmer] : [])),
    );
  };
  const all = (stemmer: string | null) => Array.from({ length: 5 }, () => stemmer);

  it('has the stems of the commonest language that has a stemmer', () => {
    expect(analyzers([['en', 1]])).toEqual(all('en'));
    expect(
      analyzers([
        ['zh', 0.6],
        ['de', 0.3],
        ['en', 0.1],
      ]),
    ).toEqual(all('de'));
  });

  it('has none where nothing is known, where no language has a stemmer, and where it has few documents', () => {
    expect(analyzers([])).toEqual(all(null));
    expect(
      analyzers([
        ['zh', 0.7],
        ['ja', 0.3],
      ]),
    ).toEqual(all(null));
    expect(
      analyzers([
        ['zh', 0.95],
        ['en', 0.05],
      ]),
    ).toEqual(all(null));
  });

  it('is the one that is set, whatever the language', () => {
    const lexical = { ...DEFAULT_SETTINGS.lexical, analyzer: DEFAULT_ANALYZER };
    expect(analyzers([['en', 1]], { lexical })).toEqual(all(null));
  });
});
