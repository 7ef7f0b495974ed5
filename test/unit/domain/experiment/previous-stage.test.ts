import { describe, expect, it } from 'vitest';
import { previousStages } from '../../../../src/domain/experiment/previous-stage';
import { DEFAULT_ANALYZER } from '../../../../src/domain/text/analyzer-spec';
import { NO_PARTS, type SystemSpec } from '../../../../src/domain/experiment/parts';

const RERANK = { model: 'm', candidates: 20 } as unknown as SystemSpec['rerank'];
const OTHER = { model: 'm', candidates: 50 } as unknown as SystemSpec['rerank'];
const BOOST = { kind: 'question', field: 'f', weight: 1 } as unknown as NonNullable<SystemSpec['boost']>;
const words = { kind: 'minisearch', analyzer: DEFAULT_ANALYZER } as unknown as SystemSpec['retrievers'][number];
const vectors = { kind: 'dense' } as unknown as SystemSpec['retrievers'][number];
const system = (id: string, parts: Partial<SystemSpec> = {}): SystemSpec => ({
  id,
  retrievers: [words],
  ...NO_PARTS,
  ...parts,
});

describe('previousStages', () => {
  it('finds the system without the reranker', () => {
    const systems = [
      system('words'),
      system('words-rerank', { rerank: RERANK }),
      system('vectors-rerank', { retrievers: [vectors], rerank: RERANK }),
    ];
    expect(previousStages(systems)).toEqual([null, { system: 'words', part: 'rerank' }, null]);
  });

  it('takes the last stage away, and that alone', () => {
    const systems = [
      system('words'),
      system('boosted', { boost: BOOST }),
      system('boosted-rerank', { boost: BOOST, rerank: RERANK }),
      system('rerank-50', { rerank: OTHER }),
      system('threshold', { rerank: OTHER, threshold: 0.5 }),
    ];
    expect(previousStages(systems)).toEqual([
      null,
      { system: 'words', part: 'boost' },
      { system: 'boosted', part: 'rerank' },
      { system: 'words', part: 'rerank' },
      { system: 'rerank-50', part: 'threshold' },
    ]);
  });

  it('is none where only the system before the last is missing', () => {
    const systems = [system('words'), system('boosted-rerank', { boost: BOOST, rerank: RERANK })];
    expect(previousStages(systems)).toEqual([null, null]);
  });
});
