import { describe, expect, it } from 'vitest';
import {
  previousStages,
  NO_PARTS,
  type SystemSpec,
  lostByFusing,
  soleRetriever,
  trainsOnQuestions,
} from '../../../../src/domain/experiment/parts';
import { DEFAULT_ANALYZER } from '../../../../src/domain/text/analyzer-spec';
import { parseExperiment } from '../../../../src/domain/experiment/experiment';
import { bareSystem, changedSystems } from '../../system-parts';

describe('previousStages', () => {
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

const [retriever] = bareSystem.retrievers;

describe('soleRetriever', () => {
  it('is the retriever of a system that is nothing else, whatever its name and its chunking', () => {
    expect(soleRetriever(bareSystem)).toBe(retriever);
    expect(soleRetriever({ ...bareSystem, id: 'other', chunker: { kind: 'whole' } as never })).toBe(retriever);
  });

  it.each(changedSystems)('is none of a system with %s, which a fusion of its list would drop', (_, system) => {
    expect(parseExperiment({ ...experiment, systems: [system] })).toMatchObject({ ok: true });
    expect(soleRetriever(system)).toBeNull();
    expect(lostByFusing(system)).toHaveLength(1);
  });

  it('is none of several retrievers', () => {
    expect(soleRetriever({ ...bareSystem, retrievers: [retriever!, retriever!] })).toBeNull();
  });

  it('reads systems that were kept before some part was', () => {
    const { id, retrievers } = bareSystem;
    expect(soleRetriever({ id, retrievers } as never)).toBe(retriever);
  });
});

const experiment = {
  schema: 1,
  depth: 10,
  lists: 'depth',
  ks: [1],
  measures: ['MAP'],
  relevance: 1,
  missing: 'zero',
} as const;

describe('trains on questions', () => {
  const system = (parts: object): SystemSpec => ({ id: 'a', retrievers: [], ...parts }) as unknown as SystemSpec;

  it('is so of cross-validated rankers and trained fusions, and not of a saved ranker or a system without training', () => {
    expect(trainsOnQuestions(system({}))).toBe(false);
    expect(trainsOnQuestions(system({ learned: { kind: 'saved' } }))).toBe(false);
    expect(trainsOnQuestions(system({ learned: { kind: 'cross-validated' } }))).toBe(true);
    expect(trainsOnQuestions(system({ crossFitted: { folds: 5 } }))).toBe(true);
  });
});
