import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBounded, meanBounds, questionBounds } from '../../../../src/domain/evidence/bounds';
import type { PoolGrades } from '../../../../src/domain/evidence/pooled-question';
import { measureOf } from '../../../../src/domain/measures/parse';
import { completionsOf, type MadePool, poolOf, valuesOf } from './pools';

const EXACT = ['P@3', 'RBP(p=0.8)@3', 'RBPgraded(p=0.8)@4', 'Recall@3', 'RecallCapped@3', 'F1@3'];
const FIRST = ['HitRate@2', 'MRR@4'];
const GAIN = ['nDCG@3', 'nDCG@5', 'nDCGexp@3'];
const WIDER = ['MAP@4', 'MAPmin@2'];

const list = fc.uniqueArray(fc.integer({ min: 0, max: 7 }), { maxLength: 5 });
const grade = (maxGrade: number) =>
  fc.oneof(
    { arbitrary: fc.constant(undefined), weight: 2 },
    { arbitrary: fc.integer({ min: 0, max: maxGrade }), weight: 1 },
  );

interface Drawn {
  readonly pool: MadePool;
  readonly grades: PoolGrades;
  readonly maxGrade: number;
}

const drawn = (copies: boolean): fc.Arbitrary<Drawn> =>
  fc
    .record({
      lists: fc.tuple(list, list),
      maxGrade: fc.integer({ min: 1, max: 3 }),
      copied: fc.subarray([0, 1, 2, 3, 4, 5, 6, 7], { maxLength: copies ? 3 : 0 }),
    })
    .chain(({ lists, maxGrade, copied }) => {
      const pool = poolOf(lists, copied);
      const { length } = pool.members;
      return fc.array(grade(maxGrade), { minLength: length, maxLength: length }).map((grades) => {
        // At most five are open, to go through all completions.
        let open = 0;
        return { pool, maxGrade, grades: grades.map((each) => (each === undefined && ++open > 5 ? 0 : each)) };
      });
    });

/** By going through all completions with the measure itself. */
function enumerated({ pool, grades, maxGrade }: Drawn, text: string): [number, number] {
  const differences = [...completionsOf(grades, maxGrade)].map((completed) => {
    const [first, second] = valuesOf(pool, completed, text, maxGrade) as [number, number];
    return first - second;
  });
  return [Math.min(...differences), Math.max(...differences)];
}

const found = ({ pool, grades, maxGrade }: Drawn, text: string) =>
  questionBounds(pool.question, [0, 1], grades, { measure: measureOf(text), relevance: 1, maxGrade });

describe('bounds of a question', () => {
  it.each([...EXACT, ...FIRST, ...GAIN])('by %s are the lowest and highest of all completions', (text) => {
    fc.assert(
      fc.property(drawn(false), (each) => {
        const [low, high] = found(each, text);
        const [least, most] = enumerated(each, text);
        expect(low).toBeCloseTo(least, 10);
        expect(high).toBeCloseTo(most, 10);
      }),
      { numRuns: 150 },
    );
  });

  it.each([...EXACT, ...FIRST, ...GAIN, ...WIDER])('by %s contain all completions, of copies too', (text) => {
    fc.assert(
      fc.property(drawn(true), (each) => {
        const [low, high] = found(each, text);
        const [least, most] = enumerated(each, text);
        expect(low).toBeLessThanOrEqual(least + 1e-10);
        expect(high).toBeGreaterThanOrEqual(most - 1e-10);
      }),
      { numRuns: 150 },
    );
  });

  it('are the difference itself once all is judged, by every measure', () => {
    const pool = poolOf([
      [1, 2, 3, 4],
      [3, 5, 1, 6],
    ]);
    for (const text of [...EXACT, ...FIRST, ...GAIN, ...WIDER]) {
      const grades = [2, 0, 1, 3, 0, 1];
      const [first, second] = valuesOf(pool, grades, text, 3) as [number, number];
      const [low, high] = found({ pool, grades, maxGrade: 3 }, text);
      expect(low, text).toBeCloseTo(first - second, 12);
      expect(high, text).toBeCloseTo(first - second, 12);
    }
  });

  it('count passages outside the pool that were judged before', () => {
    const pool = poolOf([[1], [2]]);
    const question = { ...pool.question, elsewhere: [1, 0, 2] };
    const options = { measure: measureOf('Recall@1'), relevance: 1, maxGrade: 3 };
    expect(questionBounds(question, [0, 1], [1, 0], options)).toEqual([1 / 3, 1 / 3]);
  });

  it('hold nothing against a passage that both lists have at the same rank', () => {
    const pool = poolOf([
      [1, 2],
      [1, 2],
    ]);
    for (const text of ['P@2', 'nDCG@2', 'MRR@2', 'MAP@2'])
      expect(found({ pool, grades: [undefined, undefined], maxGrade: 3 }, text), text).toEqual([0, 0]);
  });

  it('are refused where they would not be bounds', () => {
    const documents = { passages: 'documents', needs: false } as const;
    expect(isBounded(measureOf('ERR@10'), documents)).toBe(false);
    expect(isBounded(measureOf('nDCG'), documents)).toBe(false);
    expect(isBounded(measureOf('nDCG@10'), documents)).toBe(true);
    expect(isBounded(measureOf('nDCG@10'), { ...documents, passages: 'chunks' })).toBe(false);
    expect(isBounded(measureOf('P@10'), { ...documents, passages: 'chunks' })).toBe(true);
    for (const text of ['Recall@10', 'RecallCapped@10', 'F1@10']) {
      expect(isBounded(measureOf(text), documents), text).toBe(true);
      expect(isBounded(measureOf(text), { ...documents, needs: true }), text).toBe(false);
    }
    expect(isBounded(measureOf('nDCG@10'), { ...documents, needs: true })).toBe(true);
    expect(() => found({ pool: poolOf([[1], [2]]), grades: [0, 0], maxGrade: 1 }, 'ERR@10')).toThrow(RangeError);
  });
});

describe('bounds of a mean', () => {
  it('are the means of the ends', () => {
    expect(
      meanBounds([
        [-1, 0.5],
        [0, 1],
      ]),
    ).toEqual([-0.5, 0.75]);
  });
});
