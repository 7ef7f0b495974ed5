import { describe, expect, it } from 'vitest';
import { docId, queryId } from '../../../../src/base/types';
import { clickJudgments } from '../../../../src/domain/automatic-judges/click-judgments';
import { type ClickSummary, clickSummary } from '../../../../src/domain/click-logs/summary';
import { golden, goldenLog } from '../click-logs/golden-log';

const summary = clickSummary(goldenLog());
const ground = {
  queries: [
    { id: queryId('one'), text: 'Q0 ?' },
    { id: queryId('two'), text: 'q1' },
  ],
  docs: ['d0', 'd1', 'd2'].map(docId),
};

describe('judgments from clicks', () => {
  it('are grades by clicks over expected clicks, of questions by their texts and passages that are there', () => {
    const found = clickJudgments(summary, ground, { by: 'coec', minImpressions: 1 });
    const cut = (coec: number): number => [0.5, 1, 2].filter((from) => coec >= from).length;
    const expected = golden.coec
      .filter(({ query, doc }) => query < 2 && doc < 3)
      .map(({ query, doc, coec }) => `${['one', 'two'][query]} d${doc} ${cut(coec)}`);
    expect(found.judgments.map(({ query, doc, score }) => `${query} ${doc} ${score}`).toSorted()).toEqual(expected);
    expect(new Set(expected.map((each) => each.at(-1))).size).toBeGreaterThan(2);
    expect(found).toMatchObject({ questions: 2, few: 0, unknownQueries: 20, unknownDocs: 4 });
    expect(found.judgments.every(({ span }) => span === null)).toBe(true);
  });

  it('need impressions, effective ones where they are weighted', () => {
    const most = Math.max(...golden.coec.filter(({ query }) => query < 2).map(({ shown }) => shown));
    const of = (by: 'coec' | 'weighted', minImpressions: number): number =>
      clickJudgments(summary, ground, { by, minImpressions }).judgments.length;
    expect(of('coec', most)).toBeGreaterThan(0);
    expect(of('weighted', most)).toBe(0);
    expect(of('coec', most + 1)).toBe(0);
  });

  it('by weighted clicks differ from those that take better passages for better positions', () => {
    const grades = (by: 'coec' | 'weighted'): unknown[] =>
      clickJudgments(summary, ground, { by, minImpressions: 1 }).judgments.map(({ score }) => score);
    expect(grades('weighted')).toHaveLength(grades('coec').length);
    expect(grades('weighted')).not.toEqual(grades('coec'));
    expect(() => clickJudgments({ ...summary, weighted: null }, ground, { by: 'weighted', minImpressions: 1 })).toThrow(
      RangeError,
    );
  });

  it('are of parts of documents where passages are named by their places, and of any id without documents', () => {
    const renamed: ClickSummary = { ...summary, docs: summary.docs.map((name) => (name === 'd1' ? 'd0#4-9' : name)) };
    const parts = clickJudgments(renamed, ground, { by: 'coec', minImpressions: 1 }).judgments;
    expect(parts.filter(({ doc }) => doc === 'd0').map(({ span }) => span)).toEqual(
      expect.arrayContaining([null, { start: 4, end: 9 }]),
    );
    const all = clickJudgments(summary, { ...ground, docs: [] }, { by: 'coec', minImpressions: 1 });
    expect(all).toMatchObject({ questions: 2, unknownDocs: 0 });
  });
});
