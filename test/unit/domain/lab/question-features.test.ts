import { describe, expect, it } from 'vitest';
import { questionFeatures } from '../../../../src/domain/lab/question-features';
import { labQuestions } from '../../../../src/domain/lab/questions';
import { gradesOf, labOf, listOf } from './make';

const featuresOf = (text: string, lists: ReturnType<typeof listOf>[]) => {
  const questions = labQuestions(labOf([{ text, lists, grades: gradesOf({}) }]));
  const { names, values } = questionFeatures(questions, ['a', 'b']);
  return Object.fromEntries(names.map((name, i) => [name, values[i]!]));
};

describe('questionFeatures', () => {
  const list = listOf({ x: 3, y: 1, z: 2 });

  it('tells length, script and digits of the text', () => {
    const chinese = featuresOf('什么是3D封装', [list, list]);
    expect(chinese['share of CJK characters']).toBeCloseTo(5 / 7, 12);
    expect(chinese['has a digit']).toBe(1);
    expect(featuresOf('what is it', [list, list])).toMatchObject({
      terms: Math.log(4),
      characters: Math.log(11),
      'share of CJK characters': 0,
      'has a digit': 0,
    });
  });

  it('tells how far the first stands out in deviations of its list, so that the scale of scores does not matter', () => {
    const small = featuresOf('', [list, listOf({ x: 300, y: 100, z: 200 })]);
    expect(small['a: first above mean']).toBeCloseTo(1 / Math.sqrt(2 / 3), 12);
    expect(small['b: first above mean']).toBeCloseTo(small['a: first above mean']!, 12);
    expect(small['b: first above second']).toBeCloseTo(small['a: first above second']!, 12);
  });

  it('counts what the first ten of two lists share', () => {
    expect(featuresOf('', [list, listOf({ x: 1, w: 2 })])['a and b: first 10 shared']).toBe(0.1);
  });

  it('is a number for lists that are empty, or of one document', () => {
    for (const value of Object.values(featuresOf('', [[], listOf({ x: 1 })]))) expect(value).toBeTypeOf('number');
    expect(Object.values(featuresOf('', [[], listOf({ x: 1 })])).every(Number.isFinite)).toBe(true);
  });
});
