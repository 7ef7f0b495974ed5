import { expect, test } from 'vitest';
import { docId } from '../../../../../src/base/types';
import type { Proposal } from '../../../../../src/domain/questions/candidate';
import { DEFAULT_MIX, mixShares } from '../../../../../src/domain/questions/generate/mix';
import { select } from '../../../../../src/domain/questions/generate/select';

const proposals = (['keywords', 'relation', 'title'] as const).flatMap((origin) =>
  Array.from({ length: 40 }, (_, i): Proposal => {
    const place = { doc: docId(`${i}`), start: 0, end: 1 };
    return { text: `${origin} ${i}`, origin, language: 'en', place, value: i };
  }),
);
const counts = (shares: Record<string, number>, limit: number): number[] => {
  const chosen = select(proposals, { limit, seed: 1, shares });
  return ['keywords', 'relation', 'title'].map((origin) => chosen.filter((each) => each.origin === origin).length);
};

test('the choice has the proportions of the mix', () => {
  expect(counts({ keywords: 10, relation: 30, title: 0 }, 40)).toEqual([10, 30, 0]);
  expect(counts({}, 30)).toEqual([10, 10, 10]);
});

test('others take the place of an origin that has too few', () => {
  expect(counts({ keywords: 1, relation: 9, title: 0 }, 60)).toEqual([20, 40, 0]);
});

test('the parts are shares of those that are chosen', () => {
  expect(mixShares({ kinds: ['keywords', 'relation'], shares: { keywords: 10, relation: 30, title: 60 } })).toEqual({
    keywords: 0.25,
    relation: 0.75,
  });
  expect(mixShares({ kinds: ['title'], shares: { title: 0 } })).toEqual({ title: 0 });
  expect(Object.values(mixShares(DEFAULT_MIX)).reduce((sum, part) => sum + part, 0)).toBeCloseTo(1, 12);
});
