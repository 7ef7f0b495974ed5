import { describe, expect, it } from 'vitest';
import type { ResultRecord } from '../../../../src/contract/result';
import { namedCaveat, weighedCaveats } from '../../../../src/ui/findings/caveats';
import { bestOf, figureText, firstColumns, rankedColumns } from '../../../../src/ui/results/ranked-columns';
import { latencyOf } from '../result';

const system = (id: string, value: number, milliseconds?: number) => ({
  id,
  answered: 9,
  measures: { 'nDCG@10': value, 'MRR@10': 0.5 },
  ties: {},
  unjudged: { 10: 0.25 },
  timings: null,
  ...(milliseconds === undefined ? {} : { latency: latencyOf(milliseconds) }),
});

const result = {
  spec: { measures: ['nDCG@10', 'MRR@10'], ks: [10], missing: 'zero' },
  queries: Array.from({ length: 10 }),
  systems: [system('a', 0.7851, 2.6), system('b', 0.7849, 316), system('c', 0.5)],
  warnings: [],
} as unknown as ResultRecord;

type Caveat = Parameters<typeof namedCaveat>[0];

const column = (id: string) => rankedColumns(result).find((each) => each.id === id)!;

describe('the columns of the table', () => {
  it('are those that some system has a figure for', () => {
    expect(rankedColumns(result).map(({ id }) => id)).toEqual(['nDCG@10', 'MRR@10', 'latency', 'latency-p95', 'download-bytes', 'unjudged@10', 'unanswered']); // prettier-ignore
  });

  it('write a figure as it is written elsewhere, and say where there is none', () => {
    const [a, , c] = result.systems;
    expect(figureText(column('nDCG@10'), a!)).toBe('.785');
    expect(figureText(column('latency'), a!)).toBe('2.6 ms');
    expect(figureText(column('latency'), c!)).toBe('—');
    expect(figureText(column('unanswered'), a!)).toBe('1');
  });

  it('mark the best as shown: a difference that cannot be read is none', () => {
    expect([...bestOf(column('nDCG@10'), result.systems)]).toEqual(['a', 'b']);
    expect([...bestOf(column('latency'), result.systems)]).toEqual(['a']);
    expect([...bestOf(column('unjudged@10'), result.systems)]).toEqual([]);
  });

  it('are three measures and the latency at first', () => {
    const first = (measures: string[], measure: string) => firstColumns({ spec: { measures } } as never, measure);
    const six = ['HitRate', 'MRR', 'P', 'nDCG'].flatMap((name) => [1, 5, 10].map((k) => `${name}@${k}`));
    expect(first(six, 'nDCG@10')).toEqual(['nDCG@10', 'HitRate@5', 'MRR@10', 'latency']);
    expect(first(six, 'HitRate@5')).toEqual(['HitRate@5', 'MRR@10', 'P@10', 'latency']);
    expect(first(['MAP', 'nDCG@10', 'nDCG@5'], 'nDCG@10')).toEqual(['nDCG@10', 'MAP', 'nDCG@5', 'latency']);
    expect(firstColumns({ spec: { measures: six } } as never, 'nDCG@1', 1)).toEqual(['nDCG@1', 'HitRate@1', 'MRR@1', 'latency']); // prettier-ignore
    expect(first(['MAP'], 'MAP')).toEqual(['MAP', 'latency']);
  });
});

describe('caveats', () => {
  const weighed = (warnings: readonly unknown[], ties: Record<string, unknown> = {}) => {
    const systems = result.systems.map((each, i) => (i === 0 ? { ...each, ties } : each));
    return weighedCaveats({ ...result, systems, warnings } as ResultRecord, 'nDCG@10').map(
      ({ caveat, isLarge }) => `${caveat.code} ${isLarge ? 'large' : 'small'}`,
    );
  };
  const tied = { code: 'ties', data: { systems: [] } };

  it('of ties are large where another system lies within the range', () => {
    expect(weighed([tied], { 'nDCG@10': { low: 0.78, high: 0.79, questions: 1 } })).toEqual(['ties large']);
    expect(weighed([tied], { 'nDCG@10': { low: 0.785, high: 0.79, questions: 1 } })).toEqual(['ties small']);
    expect(weighed([tied], { 'MRR@10': { low: 0, high: 1, questions: 1 } })).toEqual(['ties small']);
  });

  it('come in the order of what they could change', () => {
    const unjudged = (share: number) => ({ code: 'unjudged', data: { k: 10, systems: [{ id: 'a', share }] } });
    expect(weighed([{ code: 'one-thread', data: null }, unjudged(0.84)])).toEqual([
      'unjudged large',
      'one-thread small',
    ]);
    expect(weighed([unjudged(0.2)])).toEqual(['unjudged small']);
    const cut = (count: number) => ({
      code: 'truncated-passages',
      data: { systems: [{ id: 'a', cut: count, of: 200 }] },
    });
    expect(weighed([cut(20), cut(3)])).toEqual(['truncated-passages large', 'truncated-passages small']);
  });

  it('that an earlier version kept as sentences are small', () => {
    expect(weighed([{ code: 'few-questions', message: 'Only 3.' }])).toEqual(['few-questions small']);
  });

  it('name systems as the table does', () => {
    const nameOf = (id: string) => `The ${id}`;
    const unjudged: Caveat = { code: 'unjudged', data: { k: 10, systems: [{ id: 'bm25', share: 0.8 }] } };
    expect(namedCaveat(unjudged, nameOf)).toEqual({
      code: 'unjudged',
      data: { k: 10, systems: [{ id: 'The bm25', share: 0.8 }] },
    });
    const unknown: Caveat = { code: 'unknown-documents', data: { system: 'theirs', documents: 3 } };
    expect(namedCaveat(unknown, nameOf)).toMatchObject({ data: { system: 'The theirs', documents: 3 } });
    const others: readonly Caveat[] = [
      { code: 'unjudged-questions', data: { system: null, questions: 2 } },
      { code: 'one-thread', data: null },
      { code: 'ties', message: 'Old.' },
    ];
    expect(others.map((each) => namedCaveat(each, nameOf))).toEqual(others);
  });
});
