import { describe, expect, it } from 'vitest';
import { docId, queryId } from '../../../../src/base/types';
import { clickJudgments } from '../../../../src/domain/automatic-judges/click-judgments';
import { type ClickSummary, clickSummary } from '../../../../src/domain/click-logs/click-rates';
import { golden, goldenLog } from '../click-logs/golden-log';

const summary = clickSummary(goldenLog());
const ground = {
  queries: [
    { id: queryId('one'), text: 'Q0 ?' },
    { id: queryId('two'), text: 'q1' },
  ],
  docs: ['0', '1', '2'].map(docId),
};

describe('judgments from clicks', () => {
  it('are grades by clicks over expected clicks, of questions by their texts and passages that are there', () => {
    const found = clickJudgments(summary, ground, 1);
    const cut = (coec: number): number => [0.5, 1, 2].filter((from) => coec >= from).length;
    const expected = golden.coec
      .filter(({ query, doc }) => query < 2 && doc < 3)
      .map(({ query, doc, coec }) => `${['one', 'two'][query]} ${doc} ${cut(coec)}`);
    expect(found.judgments.map(({ query, doc, score }) => `${query} ${doc} ${score}`).toSorted()).toEqual(expected);
    expect(new Set(expected.map((each) => each.at(-1))).size).toBeGreaterThan(2);
    expect(found).toMatchObject({ questions: 2, few: 0, unknownQueries: 20, unknownDocs: 4 });
    expect(found.judgments.every(({ span }) => span === null)).toBe(true);
  });

  it('need impressions', () => {
    const most = Math.max(...golden.coec.filter(({ query }) => query < 2).map(({ shown }) => shown));
    expect(clickJudgments(summary, ground, most).judgments.length).toBeGreaterThan(0);
    expect(clickJudgments(summary, ground, most + 1).judgments).toEqual([]);
  });

  it('are of parts of documents where passages are named by their places, and of any id without documents', () => {
    const renamed: ClickSummary = { ...summary, docs: summary.docs.map((name) => (name === '1' ? '0#4-9' : name)) };
    const parts = clickJudgments(renamed, ground, 1).judgments;
    expect(parts.filter(({ doc }) => doc === '0').map(({ span }) => span)).toEqual(
      expect.arrayContaining([null, { start: 4, end: 9 }]),
    );
    const all = clickJudgments(summary, { ...ground, docs: [] }, 1);
    expect(all).toMatchObject({ questions: 2, unknownDocs: 0 });
  });
});
