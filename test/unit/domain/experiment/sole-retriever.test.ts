import { describe, expect, it } from 'vitest';
import { parseExperiment } from '../../../../src/domain/experiment/experiment';
import { lostByFusing, soleRetriever } from '../../../../src/domain/experiment/sole-retriever';
import { bareSystem, changedSystems } from '../../system-parts';

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
