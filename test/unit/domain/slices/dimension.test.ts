import { describe, expect, it } from 'vitest';
import { distinct, type Membership, partition } from '../../../../src/domain/slices/dimension';

const tag = (key: string): Membership => ({ key, label: { code: 'tag', data: { tag: key } } });
const times = (count: number, key: string | null): (Membership | null)[] =>
  Array.from({ length: count }, () => (key === null ? null : tag(key)));
const sizes = (memberships: readonly (Membership | null)[]): [string, number][] | undefined =>
  partition('origin', memberships)?.slices.map(({ id, questions }) => [id, questions.length]);

describe('partition', () => {
  it('has slices of ten questions or more, those in none left out', () => {
    const found = partition('origin', [...times(10, 'a'), ...times(5, null), ...times(12, 'b')])!;
    expect(found).toMatchObject({ id: 'origin', kind: 'origin', field: null });
    expect(found.slices.map(({ id, questions }) => [id, questions[0], questions.length])).toEqual([
      ['origin:a', 0, 10],
      ['origin:b', 15, 12],
    ]);
  });

  it('joins smaller ones, and says how many', () => {
    const found = partition('origin', [...times(20, 'a'), ...times(6, 'b'), ...times(5, 'c'), ...times(10, 'd')])!;
    expect(found.slices.map(({ id, label, questions }) => [id, label.data, questions.length])).toEqual([
      ['origin:a', { tag: 'a' }, 20],
      ['origin:d', { tag: 'd' }, 10],
      ['origin:other', { slices: 2 }, 11],
    ]);
  });

  it('leaves out what is too small even when it is joined', () => {
    expect(sizes([...times(20, 'a'), ...times(10, 'b'), ...times(9, 'c')])).toEqual([
      ['origin:a', 20],
      ['origin:b', 10],
    ]);
  });

  it('is none with fewer than two slices', () => {
    expect(partition('origin', times(50, 'a'))).toBeNull();
    expect(partition('origin', [...times(50, 'a'), ...times(9, 'b')])).toBeNull();
    expect(partition('origin', [])).toBeNull();
  });

  it('shows the largest where there are more than eight', () => {
    const many = Array.from({ length: 10 }, (_, i) => times(10 + i, `t${i}`)).flat();
    const found = sizes(many)!;
    expect(found.map(([id]) => id)).toEqual([...[3, 4, 5, 6, 7, 8, 9].map((i) => `origin:t${i}`), 'origin:other']);
    expect(found.at(-1)![1]).toBe(10 + 11 + 12);
  });

  it('tells a slice that is called other from those that were joined', () => {
    const found = sizes([...times(10, 'other'), ...times(10, 'a'), ...times(10, 'b')])!;
    expect(found.map(([id]) => id)).toEqual(['origin:other', 'origin:a', 'origin:b']);
  });

  it('shows slices in a given order', () => {
    const found = partition('length', [...times(10, 'long'), ...times(10, 'short')], { order: ['short', 'long'] })!;
    expect(found.slices.map(({ id }) => id)).toEqual(['length:short', 'length:long']);
  });

  it('names metadata by its field', () => {
    const found = partition('metadata', [...times(10, 'red'), ...times(10, 'blue')], { field: 'colour' })!;
    expect([found.id, found.field, found.slices[0]!.id]).toEqual(['metadata:colour', 'colour', 'metadata:colour:red']);
  });
});

describe('distinct', () => {
  it('has each division of the questions once', () => {
    const language = partition('language', [...times(10, 'en'), ...times(10, 'zh')]);
    const script = partition('script', [...times(10, 'Latn'), ...times(10, 'Hani')]);
    const other = partition('length', [...times(11, 'a'), ...times(10, 'b')]);
    expect(distinct([language, null, script, other]).map(({ kind }) => kind)).toEqual(['language', 'length']);
  });
});
