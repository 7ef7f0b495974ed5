import { describe, expect, it } from 'vitest';
import { createLearner } from '../../../../src/adapters/ltr/learner';
import { ClickLogBuilder } from '../../../../src/domain/click-logs/click-log';
import { clickPairs, renumberedPairs } from '../../../../src/domain/click-logs/click-pairs';
import { DEFAULT_FEATURES, featureColumns } from '../../../../src/domain/ltr/learned-spec';
import { packRankings } from '../../../../src/domain/run/packed';
import { docId, queryId } from '../../../../src/base/types';
import { uniform } from '../../domain/ltr/made';

const features = { ...DEFAULT_FEATURES, terms: [] };
const DOCS = ['a', 'b', 'c', 'd', 'e'];

/** Lists of one route that scores by chance, and clicks at its first places on what has a high score by another route. */
function logged(queries: number) {
  const random = uniform(5);
  const scores = Array.from({ length: queries }, () => DOCS.map(() => [random(), random()] as const));
  const builder = new ClickLogBuilder();
  for (let i = 0; i < queries * 30; i++) {
    const own = scores[i % queries]!;
    const order = [...DOCS.keys()].sort((x, y) => own[y]![0] - own[x]![0]);
    builder.add({
      query: `query ${i % queries}`,
      arm: null,
      randomised: false,
      time: NaN,
      shown: order.map((doc, k) => ({
        doc: DOCS[doc]!,
        position: k + 1,
        clicked: random() < 1 / (k + 1) && random() < own[doc]![1],
      })),
    });
  }
  const log = builder.finish();
  const places = new Map(DOCS.map((doc, place) => [doc, place]));
  const pairs = renumberedPairs(
    clickPairs(log),
    (query) => Number(log.queries[query]!.slice('query '.length)),
    (doc) => places.get(log.docs[doc]!),
  );
  const route = (at: 0 | 1) =>
    packRankings(
      scores.map((own) => own.map((each, doc) => ({ doc, score: each[at] })).sort((x, y) => y.score - x.score)),
    );
  const candidates = {
    questions: scores.map((_, q) => ({ id: queryId(`q${q}`), text: `query ${q}` })),
    docs: DOCS.map((doc) => docId(doc)),
    routes: [route(0), route(1)],
    depth: 10,
    judged: packRankings(scores.map(() => [])),
    numbers: [],
  };
  return { candidates, features, meanLength: null, pairs };
}

describe('a ranker of clicks in the worker', () => {
  it('reads the columns of learned rankers, and sees that lower positions are clicked less', async () => {
    const steps: number[] = [];
    const { model, bias, queries, pairs } = await createLearner().learnClicks(logged(220), ({ step }) =>
      steps.push(step),
    );
    expect(model.features).toEqual(featureColumns(features, 2));
    expect(queries).toBe(220);
    expect(pairs).toBeGreaterThan(10_000);
    expect(bias.clicked[0]).toBe(1);
    expect(bias.clicked[2]).toBeLessThan(0.6);
    expect(steps.length).toBeGreaterThan(0);
  });

  it('says what there is too little of', async () => {
    const learner = createLearner();
    await expect(learner.learnClicks(logged(100), () => undefined)).rejects.toMatchObject({
      code: 'few-clicked-pairs',
      data: { why: 'queries', there: 100, needed: 200 },
    });
  });
});
