import { describe, expect, it } from 'vitest';
import { docId, queryId } from '../../../../src/base/types';
import { questionOrder, countedQuestions } from '../../../../src/domain/evidence/counted';
import type { JudgingAct } from '../../../../src/domain/judging/acts';
import type { JudgingPlan } from '../../../../src/domain/judging/plan';

const ids = Array.from({ length: 8 }, (_, i) => queryId(`q${i}`));
const queries = ids.map((id) => ({ id, text: id }));
const order = questionOrder('s', ids);
const inOrder = order.map((at) => ids[at]!);

const plan = (queue: JudgingPlan['queue'], completed: typeof ids): JudgingPlan => ({
  queue,
  seed: 's',
  measure: 'nDCG@10',
  depth: 10,
  systems: ['a', 'b'],
  pair: ['a', 'b'],
  completed,
});

const judged = (
  of: typeof ids,
  doc = 'd',
): { query: (typeof ids)[number]; doc: ReturnType<typeof docId>; grade: number }[] =>
  of.map((query) => ({ query, doc: docId(doc), grade: 1 }));

const acts = (of: typeof ids): JudgingAct[] =>
  judged(of).map((each) => ({ ...each, span: null, round: 1, note: '', milliseconds: 0, at: 0 }));

const counted = (...given: Parameters<typeof countedQuestions>) => {
  const { queries: kept, judging } = countedQuestions(...given);
  return { kept: kept.map(({ id }) => id), judging };
};

describe('the questions that count in a run', () => {
  it('are those with judgments where nothing is judged by hand', () => {
    const some = ids.slice(2, 5);
    const collection = { queries, judgments: judged(some) };
    expect(counted(collection, null, [])).toEqual({ kept: some, judging: null });
    expect(counted(collection, plan('questions', []), [])).toEqual({ kept: some, judging: null });
  });

  it('are the completed ones at the head of the random order, in the order of the collection', () => {
    const touched = inOrder.slice(0, 5);
    // The fourth is begun and not complete: the fifth does not count, complete as it is.
    const completed = [...inOrder.slice(0, 3), inOrder[4]!];
    const { kept, judging } = counted(
      { queries, judgments: judged(touched) },
      plan('questions', completed),
      acts(touched),
    );
    expect(kept).toEqual(ids.filter((id) => inOrder.slice(0, 3).includes(id)));
    expect(judging).toEqual({ queue: 'questions', seed: 's', complete: 3, of: 8 });
  });

  it('are all with judgments once the last is complete', () => {
    const done = { queries, judgments: judged(ids) };
    expect(counted(done, plan('questions', ids), acts(ids))).toEqual({ kept: ids, judging: null });
  });

  it('hold judgments that came with the collection for complete, also where some were added by hand', () => {
    const given = { queries, judgments: [...judged(ids, 'elsewhere'), ...judged(ids.slice(0, 2))] };
    expect(counted(given, plan('questions', []), acts(ids.slice(0, 2)))).toEqual({ kept: ids, judging: null });
  });

  it('are in random order where an earlier version judged the most informative first', () => {
    const touched = inOrder.slice(0, 5);
    const collection = { queries, judgments: judged(touched) };
    const { kept, judging } = counted(
      collection,
      plan('informative', [inOrder[0]!, ...inOrder.slice(3, 5)]),
      acts(touched),
    );
    expect(kept).toEqual([inOrder[0]]);
    expect(judging).toEqual({ queue: 'questions', seed: 's', complete: 1, of: 8 });
  });

  it('are none of those whose passages an earlier version drew, which says nothing of the others', () => {
    const collection = { queries, judgments: judged(inOrder.slice(0, 3)) };
    expect(counted(collection, plan('passages', inOrder.slice(0, 3)), acts(inOrder.slice(0, 3)))).toMatchObject({
      kept: [],
      judging: { queue: 'questions', complete: 0 },
    });
    const given = { queries, judgments: [...judged(ids, 'elsewhere'), ...judged(ids)] };
    expect(counted(given, plan('passages', []), acts(ids))).toEqual({ kept: ids, judging: null });
  });
});
