import { describe, expect, it } from 'vitest';
import { checkSomethingToLearn, finish } from '../../../../src/domain/ltr/training';
import { dataOf } from './made';

describe('a training', () => {
  it('has nothing to learn where grades differ between questions alone', () => {
    expect(() =>
      checkSomethingToLearn(
        dataOf([
          [
            [1, 0],
            [1, 0],
          ],
          [[0, 0]],
        ]),
      ),
    ).toThrow('nothing to learn');
    expect(() =>
      checkSomethingToLearn(
        dataOf([
          [
            [1, 0],
            [1, 0],
          ],
          [
            [0, 0],
            [2, 0],
          ],
        ]),
      ),
    ).not.toThrow();
  });

  it('is ended by whom it tells its steps', () => {
    const ended: string[] = [];
    function* counting(name: string): Generator<number, string> {
      for (let i = 0; i < 3; i++) yield i;
      ended.push(name);
      return name;
    }
    const steps: number[] = [];
    expect(finish(counting('whole'), (step) => steps.push(step))).toBe('whole');
    expect(steps).toEqual([0, 1, 2]);
    const stopped = () =>
      finish(counting('stopped'), (step) => {
        if (step === 1) throw new Error('enough');
      });
    expect(stopped).toThrow('enough');
    expect(ended).toEqual(['whole']);
  });
});
