import { describe, expect, it } from 'vitest';
import { trainBayesfuse } from '../../../../../src/domain/fusion/methods/bayesfuse';
import { expectFused, fused, lists, question } from '../make';

const absent = Math.log(0.001 / 0.999);

describe('Bayes-fuse', () => {
  it('adds the log odds of the interval of each rank, and the lowest for a list without the document', () => {
    const found = fused(lists('a b c d e f', 'f g'), { method: 'bayesfuse', logOdds: [[2, 1], [3]] });
    expect(found['a']).toBeCloseTo(2 + absent, 14);
    expect(found['e']).toBeCloseTo(2 + absent, 14);
    expect(found['f']).toBeCloseTo(1 + 3, 14);
    expect(found['g']).toBeCloseTo(absent + 3, 14);
  });

  it('takes a rank beyond what was trained for absent', () => {
    expectFused(
      lists('a b c d e f'),
      { method: 'bayesfuse', logOdds: [[0]] },
      { a: 0, b: 0, c: 0, d: 0, e: 0, f: absent },
    );
  });
});

describe('trainBayesfuse', () => {
  const odds = (p: number) => Math.log(p / (1 - p));

  it('takes the precision of each interval, averaged, with 0 as .001', () => {
    const [trained] = trainBayesfuse([question('a b c d e f', 'a f'), question('g h', '')]);
    expect(trained).toHaveLength(9);
    expect(trained![0]).toBeCloseTo(odds(1 / 5 / 2), 14);
    expect(trained![1]).toBeCloseTo(odds(1 / 5 / 2), 14);
    expect(trained![2]).toBeCloseTo(absent, 14);
  });

  it('keeps the odds finite where all are relevant', () => {
    expect(trainBayesfuse([question('a b c d e', 'a b c d e')])[0]![0]).toBeCloseTo(Math.log(1 / 0.001), 14);
  });
});
