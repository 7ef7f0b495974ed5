import { describe, expect, it } from 'vitest';
import { judgmentsBadge } from '../../../../../src/domain/verdict/badges/judgments';
import { comparedSystems } from '../../../../../src/domain/verdict/inference';
import type { JudgedLists, VerdictInput } from '../../../../../src/domain/verdict/types';
import { input, judgedLists, system } from '../input';
import { vector } from '../../statistics/close';
import { rowsIn } from '../../../../rows';

const badge = (given: VerdictInput, sign: 1 | -1 = 1) => {
  const compared = comparedSystems(given, sign);
  return judgmentsBadge(given, compared, 0, compared.questions);
};

/** `P@2` of lists of two, of which the first is recommended. */
function given(judged: JudgedLists, values: readonly (readonly number[])[], rest: Partial<VerdictInput> = {}) {
  return input(
    values.map((row, i) => system(String(i), vector(...row), 1, { unjudged: 0.5 })),
    { measure: 'P@2', judged, ...rest },
  );
}

describe('judgmentsBadge', () => {
  it('is ok where everything is judged', () => {
    const judged = judgedLists([
      ['a! b-', 'a! b-'],
      ['b- c-', 'b- a!'],
    ]);
    expect(badge(given(judged, rowsIn('0.5 0.5, 0 0.5')))).toMatchObject({ state: 'ok', cause: null, rivals: [] });
  });

  it('is amber where unjudged passages could put another ahead by more than the margin, and says by how much', () => {
    const judged = judgedLists([
      ['a! b-', 'a! b-'],
      ['b- x', 'x y'],
    ]);
    const found = badge(given(judged, rowsIn('0.5 0.5, 0 0')));
    // Now −.5; at most (0 + .5) / 2, as x and y become relevant.
    expect(found).toMatchObject({ state: 'amber', cause: 'bounds', k: 10, unjudged: 0.5 });
    expect(found.rivals).toEqual([{ system: '1', ahead: 0.25 }]);
    expect(badge(given(judged, rowsIn('0.5 0.5, 0 0'), { margin: 0.25 }))).toMatchObject({ state: 'ok', rivals: [] });
  });

  it('names only those that are not ahead by more than the margin already', () => {
    const judged = judgedLists([
      ['b- c-', 'b- c-'],
      ['a! x', 'a! x'],
    ]);
    expect(badge(given(judged, rowsIn('0 0, 0.5 0.5')))).toMatchObject({ state: 'ok', rivals: [] });
  });

  it('takes the highest grade of the scale', () => {
    const lists = judgedLists([['a!'], ['x']]);
    const of = (maxGrade: number) =>
      badge(given({ ...lists, maxGrade }, [[1], [0]], { measure: 'nDCG@1', margin: 0 })).rivals[0]?.ahead;
    // The ideal passage is theirs then, of which `a` has a third of the gain.
    expect(of(1)).toBeUndefined();
    expect(of(3)).toBeCloseTo(2 / 3, 10);
  });

  it('turns a measure of which less is better', () => {
    const judged = judgedLists([['a! x'], ['y z']]);
    // Both of the other’s become judged, and the recommended one’s stays a hole: .5 less.
    expect(badge(given(judged, [[0.5], [1]], { measure: 'Hole@2' }), -1).rivals[0]!.ahead).toBeCloseTo(0.5, 12);
  });

  it('cannot say anything where the kept lists are too short, unless all is judged', () => {
    const unknown = input([system('0', vector(0.5, 0.5), 1, { unjudged: 0.1 }), system('1', vector(0, 0))]);
    expect(badge(unknown)).toMatchObject({ state: 'amber', cause: 'unbounded', rivals: [], alone: [] });
    expect(badge(input([system('0', vector(0.5, 0.5)), system('1', vector(0, 0))]))).toMatchObject({ state: 'ok' });
    const uncounted = input([system('0', vector(0.5, 0.5)), system('1', vector(0, 0), 1, { unjudged: null })]);
    expect(badge(uncounted).cause).toBe('unbounded');
  });

  it('compares on judged passages alone, those behind moving up', () => {
    const judged = judgedLists([
      ['a! b-', 'a! b-', 'a! b-'],
      ['x y a! b-', 'x a! b-', 'b- x a!'],
    ]);
    const found = badge(given(judged, rowsIn('0.5 0.5 0.5, 0 0.5 0'), { measure: 'MRR@2' }));
    // Without x and y the second finds a first twice, and in second place once.
    expect(found.alone).toHaveLength(1);
    expect(found.alone[0]!.system).toBe('1');
    expect(found.alone[0]!.test.difference).toBeCloseTo((0 + 0 + 0.5) / 3, 10);
    expect(found.alone[0]!.test).toMatchObject({ finding: 'open', comparisons: 1 });
  });

  it('is over the questions that are compared', () => {
    const judged = judgedLists([
      ['a! b-', 'a! b-'],
      ['b- x', 'x y'],
    ]);
    const found = badge(
      given(
        judged,
        [
          [0.5, NaN],
          [0, 0],
        ],
        { margin: 0 },
      ),
    );
    expect(found.rivals).toEqual([]);
    expect(
      badge(
        given(
          judged,
          [
            [NaN, 0.5],
            [0, 0],
          ],
          { margin: 0 },
        ),
      ).rivals,
    ).toEqual([{ system: '1', ahead: 0.5 }]);
  });
});
