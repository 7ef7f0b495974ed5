import { describe, expect, it } from 'vitest';
import { uniform } from '../../../../src/domain/statistics/random';
import { randomOrder } from '../../../../src/domain/statistics/random-order';

type Place = (length: number, random: () => number) => number;

const anywhere: Place = (length, random) => Math.floor(random() * length);
/** The best of three tries: a third of the way from a random order to the best one. */
const weak: Place = (length, random) => Math.min(...[0, 0, 0].map(() => anywhere(length, random)));
const good: Place = (length, random) => Math.floor(random() ** 3 * length);
const turnedRound: Place = (length, random) => length - 1 - good(length, random);

/** Lists of ten with one or two relevant documents. */
const listsBy = (place: Place, questions: number, random: () => number): number[][] =>
  Array.from({ length: questions }, () => {
    const gains = new Array<number>(10).fill(0);
    for (let left = random() < 0.5 ? 1 : 2; left > 0; left--) gains[place(10, random)] = 1 + Math.floor(random() * 2);
    return gains;
  });

/** In how many of 300 samples it is said, with a fixed seed. */
function said(place: Place, questions: number): number {
  const random = uniform(questions);
  const samples = Array.from({ length: 300 }, () => randomOrder(listsBy(place, questions, random)));
  return samples.filter((each) => each !== null).length / samples.length;
}

describe('an order that is no better than a random one', () => {
  it.each([5, 10, 20, 50, 200])('is not said of a weak system, nor of a good one: %s questions', (questions) => {
    expect(said(weak, questions)).toBeLessThan(0.01);
    expect(said(good, questions)).toBeLessThan(0.01);
  });

  it('is said of a random order as soon as there are questions enough, and of one that is turned round', () => {
    expect([9, 20, 100, 200].map((questions) => Math.round(said(anywhere, questions) * 10) / 10)).toEqual([
      0, 0.6, 0.9, 1,
    ]);
    expect(said(turnedRound, 20)).toBe(1);
    expect(randomOrder(listsBy(turnedRound, 50, uniform(1)))).toMatchObject({ isReversed: true });
    expect(randomOrder(listsBy(anywhere, 500, uniform(1)))).toMatchObject({ isReversed: false, questions: 500 });
  });

  it('has the mean and the variance of all orders', () => {
    const discount = (rank: number) => 1 / Math.log2(rank + 1);
    const expected = (discount(1) + discount(2) + discount(3)) / 3;
    // The last of three, a hundred times: (its gain − the mean of all orders) / (the best − that mean).
    const found = randomOrder(Array.from({ length: 100 }, () => [0, 0, 2]));
    expect(found!.share).toBeCloseTo((discount(3) - expected) / (1 - expected), 12);
    // Orders of one relevant document in turn are exactly as random, and the margin that is left of .2 is that of all orders.
    const inTurn = (times: number) =>
      Array.from({ length: 3 * times }, (_, i) => [0, 1, 2].map((at) => +(at === i % 3)));
    const spread = Math.sqrt([1, 2, 3].reduce((sum, rank) => sum + (discount(rank) - expected) ** 2, 0) / 3);
    const least = ((2.3263 * spread) / (1 - expected) / 0.2) ** 2 / 3;
    expect([Math.floor(least), Math.ceil(least)].map((times) => randomOrder(inTurn(times)) !== null)).toEqual([false, true]); // prettier-ignore
  });

  it.each([
    ['no questions', []],
    ['nothing relevant', [[0, 0, 0], []]],
    ['nothing else', [[1], [1, 1]]],
    ['few questions', new Array<number[]>(9).fill([0, 0, 1])],
  ])('cannot be told of %s', (_, lists) => expect(randomOrder(lists)).toBeNull());
});
