import { describe, expect, it } from 'vitest';
import { queryId } from '../../../../src/base/types';
import { annotated, NO_ANNOTATIONS } from '../../../../src/domain/diagnosis/annotations';
import type { Missed } from '../../../../src/domain/diagnosis/diagnose';
import {
  EVERY,
  type FilterFacts,
  filterText,
  matchingQuestions,
  parseFilter,
  type ListFilter,
} from '../../../../src/ui/diagnosis/question-filter';
import { made } from '../../domain/diagnosis/facts';

const question = (index: number, ranks: number[], text = `Question ${index}`) => ({
  index,
  id: queryId(`q${index}`),
  text,
  ranks,
});
const questions = [question(0, [1, 7]), question(1, [0, 3]), question(2, [9, 0], 'Wo steht das Gewächshaus?')];
const facts: FilterFacts = {
  k: 5,
  systems: ['a', 'b'],
  missed: new Map(),
  annotations: NO_ANNOTATIONS,
  slice: null,
};
const matching = (filter: Partial<ListFilter>, more: Partial<FilterFacts> = {}): number[] =>
  matchingQuestions(questions, { ...EVERY, ...filter }, { ...facts, ...more }).map(({ index }) => index);

describe('a filter in an address', () => {
  it('is read as it was written', () => {
    const filter: ListFilter = {
      finds: ['a & b'],
      misses: ['c', 'd'],
      nobody: true,
      cause: 'demoted',
      drop: { part: 'rerank', by: 10 },
      tag: 'typo=1',
      noted: true,
      text: 'über 50 %',
      picked: [queryId('q 1'), queryId('q&2')],
    };
    expect(parseFilter(filterText(filter), 'x')).toEqual(filter);
    expect(parseFilter(filterText(EVERY), 'x')).toEqual(EVERY);
  });

  it('lists without one what the system misses, and drops what it does not know', () => {
    expect(parseFilter(undefined, 'x')).toEqual({ ...EVERY, misses: ['x'] });
    expect(parseFilter('cause=rain&drop=moon+3&wind=1', 'x')).toEqual(EVERY);
    expect(parseFilter('drop=rerank+-1', 'x').drop).toBeNull();
  });
});

describe('matchingQuestions', () => {
  it('finds what one system finds and another misses, and what nobody finds', () => {
    expect(matching({})).toEqual([0, 1, 2]);
    expect(matching({ finds: ['a'], misses: ['b'] })).toEqual([0]);
    expect(matching({ misses: ['a'] })).toEqual([1, 2]);
    expect(matching({ nobody: true })).toEqual([2]);
    expect(matching({ picked: [queryId('q2'), queryId('q0'), queryId('gone')], finds: ['a'] })).toEqual([0]);
    expect(matching({ misses: ['gone'] })).toEqual([0, 1, 2]);
  });

  it('counts rank k as found, and the next as missed', () => {
    expect(matching({ finds: ['a'] }, { k: 9 })).toEqual([0, 2]);
    expect(matching({ finds: ['a'] }, { k: 8 })).toEqual([0]);
  });

  it('knows causes, and ranks lost in a part', () => {
    const missed = (cause: Missed['cause'], given: Parameters<typeof made.facts>[0]): Missed[] => [
      { docs: [], id: null, cause, facts: made.facts(given) },
    ];
    const known = new Map([
      [queryId('q0'), missed('demoted', { steps: [made.join(2), made.rerank(2, 12)] })],
      [
        queryId('q1'),
        missed('lost-in-fusion', { retrievers: [made.words(40), made.vectors(4)], steps: [made.join(18)] }),
      ],
      [queryId('q2'), missed('other', { retrievers: [made.words(4)], steps: [made.join(null)] })],
    ]);
    expect(matching({ cause: 'demoted' }, { missed: known })).toEqual([0]);
    expect(matching({ drop: { part: 'rerank', by: 10 } }, { missed: known })).toEqual([0]);
    expect(matching({ drop: { part: 'rerank', by: 11 } }, { missed: known })).toEqual([]);
    expect(matching({ drop: { part: 'fusion', by: 14 } }, { missed: known })).toEqual([1, 2]);
    expect(matching({ drop: { part: 'fusion', by: 15 } }, { missed: known })).toEqual([2]);
  });

  it('knows tags, notes, slices and texts', () => {
    const annotations = [
      { kind: 'tag', queries: [queryId('q0'), queryId('q2')], tag: 'typo' } as const,
      { kind: 'note', query: queryId('q2'), note: 'x' } as const,
    ].reduce(annotated, NO_ANNOTATIONS);
    expect(matching({ tag: 'typo' }, { annotations })).toEqual([0, 2]);
    expect(matching({ noted: true }, { annotations })).toEqual([2]);
    expect(matching({}, { slice: new Set([1]) })).toEqual([1]);
    expect(matching({ text: ' GEWÄCHS' })).toEqual([2]);
    expect(matching({ text: 'q1' })).toEqual([1]);
  });
});
