import { describe, expect, it } from 'vitest';
import { catalogue, vectorsBy } from '../../../../src/domain/experiment/catalogue';
import { type ComposedSystem, composedSystem } from '../../../../src/domain/experiment/composed';
import { DEFAULT_SETTINGS, sixSystems } from '../../../../src/domain/experiment/settings';
import { boxesOf, settingsBehind } from '../../../../src/ui/settings/pipeline';

const six = sixSystems(DEFAULT_SETTINGS);
const shown = (system: ComposedSystem, metadata = false, lists: 'depth' | 'k' = 'depth') =>
  boxesOf(system, { depth: 100, lists }, metadata).map(({ id, text }) => [id, text]);

describe('the boxes of a system', () => {
  it('are its steps, in the order in which they act', () => {
    expect(shown(six['ensemble-rrf-rerank'])).toEqual([
      ['analyzer', 'Words, CJK as bigrams'],
      ['retrievers', 'BM25+ (MiniSearch) + vectors by cosine'],
      ['fusion', 'Reciprocal rank fusion'],
      ['rerank', 'The first 20'],
      ['cut', '100 passages'],
    ]);
    const atK = [
      ['rerank', 'All that are found'],
      ['cut', 'At each k'],
    ];
    expect(shown(six['ensemble-rrf-rerank'], false, 'k').slice(3)).toEqual(atK);
  });

  it('leave out what a system cannot have, and show what it could', () => {
    const vectors = composedSystem('v', [vectorsBy('nearest')], { threshold: 0.3 });
    expect(shown(vectors, true)).toEqual([
      ['retrievers', 'Vectors by cosine'],
      ['metadata', null],
      ['rerank', null],
      ['cut', '100 passages, score from 0.3'],
    ]);
  });

  it('name what joins lists, learned or trained', () => {
    const fusionOf = (id: string) =>
      shown(catalogue().find(({ system }) => system.id === id)!.system).find(([box]) => box === 'fusion')?.[1];
    expect(['fuse-isr', 'fuse-probfuse', 'lambda-mart'].map(fusionOf)).toEqual(['ISR', 'ProbFuse', 'LambdaMART']);
  });
});

it('the steps of a ready-made system lead to the settings that it shares', () => {
  const all = (id: keyof typeof six) =>
    (['analyzer', 'retrievers', 'fusion', 'rerank', 'cut'] as const).map((box) => settingsBehind(box, six[id]));
  expect(all('ensemble-rerank')).toEqual([
    ['Lexical'],
    ['Lexical', 'Embedding'],
    ['Ensemble'],
    ['Reranker'],
    ['Lists'],
  ]);
  expect(settingsBehind('fusion', six['ensemble-rrf'])).toEqual(['Reciprocal rank fusion']);
  expect(settingsBehind('retrievers', six.embedding)).toEqual(['Embedding']);
});
