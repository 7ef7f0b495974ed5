import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { docId, type Ranking } from '../../../../src/base/types';
import { changedPart, changeSplit, rankingChanged } from '../../../../src/domain/label-changes/change-split';
import { DocumentTrace } from '../../../../src/domain/label-changes/documents-step';

const row = (...values: number[]): Float64Array => Float64Array.from(values);

describe('the change of a figure', () => {
  it('is the part of the labels and the part of the rankings', () => {
    // One question: lists and labels of the first run .2, new lists .5 by old labels, old lists .4 by new labels, both .9.
    const values = { before: row(0.2), after: row(0.9), afterByFormer: row(0.5) };
    const mean = changeSplit({ ...values, beforeByLatter: row(0.4) });
    expect([mean.order, mean.rankings[0], mean.labels[0]]).toEqual(['mean', expect.closeTo(0.4), expect.closeTo(0.3)]);
    const first = changeSplit({ ...values, beforeByLatter: null });
    expect([first.order, first.rankings[0], first.labels[0]]).toEqual([
      'rankings-first',
      expect.closeTo(0.3),
      expect.closeTo(0.4),
    ]);
    // Not the two effects each on its own, which leave what they do together to nobody: .3 + .2 is not .7.
    expect(mean.rankings[0]! + mean.labels[0]!).toBeCloseTo(0.7, 12);
  });

  it('adds up, is all of one part where the other stayed, and is the same read backwards', () => {
    const value = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(value, value, value, value, (a, b, c, d) => {
        const of = (before: number, after: number, afterByFormer: number, beforeByLatter: number) => {
          const { labels, rankings } = changeSplit({
            before: row(before),
            after: row(after),
            afterByFormer: row(afterByFormer),
            beforeByLatter: row(beforeByLatter),
          });
          return [labels[0]!, rankings[0]!] as const;
        };
        const [labels, rankings] = of(a, b, c, d);
        expect(labels + rankings).toBeCloseTo(b - a, 10);
        // The labels stayed: both labellings give the same values.
        expect(of(a, b, b, a)[0]).toBeCloseTo(0, 12);
        // The rankings stayed.
        expect(of(a, b, a, b)[1]).toBeCloseTo(0, 12);
        const [labelsBack, rankingsBack] = of(b, a, d, c);
        expect([labelsBack, rankingsBack]).toEqual([expect.closeTo(-labels, 10), expect.closeTo(-rankings, 10)]);
      }),
    );
  });

  it('has no parts where a value is missing', () => {
    const { labels, rankings } = changeSplit({
      before: row(0.5),
      after: row(0.5),
      afterByFormer: row(NaN),
      beforeByLatter: null,
    });
    expect([labels[0], rankings[0]]).toEqual([NaN, NaN]);
  });
});

describe('a list', () => {
  const list = (...ids: string[]): Ranking => ids.map((id, i) => ({ id: docId(id), score: -i }));
  const trace = new DocumentTrace([
    { to: '', documents: [{ kind: 'renamed', from: docId('a'), to: [docId('b')] }], parts: [] },
  ]);

  it('is the same where documents were renamed, and another where others come first', () => {
    expect(rankingChanged(list('a', 'c'), list('b', 'c'), trace, null)).toBe(false);
    expect(rankingChanged(list('a#0-9', 'c'), list('b#0-9', 'c'), trace, null)).toBe(false);
    expect(rankingChanged(list('a', 'c'), list('c', 'b'), trace, null)).toBe(true);
    expect(rankingChanged(list('a#0-9'), list('b#0-8'), trace, null)).toBe(true);
    expect(rankingChanged(list('a'), list('b', 'c'), trace, null)).toBe(true);
  });

  it('is read as far as the measure does', () => {
    expect(rankingChanged(list('a', 'c'), list('b', 'd'), trace, 1)).toBe(false);
    expect(rankingChanged(list('a', 'c'), list('b', 'd'), trace, 2)).toBe(true);
  });
});

it('each question has one of four changes', () => {
  expect([changedPart(true, false), changedPart(false, true), changedPart(true, true), changedPart(false, false)]).toEqual(
    ['labels', 'rankings', 'both', 'neither'],
  ); // prettier-ignore
});
