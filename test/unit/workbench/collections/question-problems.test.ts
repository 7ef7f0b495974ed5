import { describe, expect, it } from 'vitest';
import { docId, queryId } from '../../../../src/base/types';
import type { Questions } from '../../../../src/contract/storage';
import { questionProblems } from '../../../../src/workbench/collections/save-questions';

const docs = new Map([[docId('d1'), 'ab \n\t\u3000 cde']]);
const query = (id: string, text = 'what?') => ({ id: queryId(id), text });
const judgment = (q: string, d: string, grade = 1) => ({ query: queryId(q), doc: docId(d), grade });
const part = (q: string, d: string, start: number, end: number) => ({ ...judgment(q, d), span: { start, end } });

const ofD1 = { query: 'q1', doc: 'd1' };
const blankNeed = {
  query: queryId('q1'),
  needs: [{ docs: [docId('d1')], places: [{ doc: docId('d1'), start: 2, end: 4 }] }],
};

describe('edited questions', () => {
  it('are sound when every judgment names what is there', () => {
    expect(questionProblems({ queries: [query('q1')], judgments: [judgment('q1', 'd1', 0)] }, docs)).toEqual([]);
  });

  it('may judge several parts of a document, and the whole of it', () => {
    const judgments = [part('q1', 'd1', 0, 4), part('q1', 'd1', 2, 10), judgment('q1', 'd1', 0)];
    expect(questionProblems({ queries: [query('q1')], judgments }, docs)).toEqual([]);
  });

  it.each<[string, Partial<Questions>, string, object | null]>([
    ['an empty id', { queries: [query('')] }, 'question-without-id', null],
    ['an id twice', { queries: [query('q1'), query('q1')] }, 'question-repeated', { query: 'q1' }],
    ['an empty text', { queries: [query('q1', ' ')] }, 'question-empty', { query: 'q1' }],
    ['an unknown question', { judgments: [judgment('q2', 'd1')] }, 'judgment-without-question', { query: 'q2' }],
    ['an unknown document', { judgments: [judgment('q1', 'd2')] }, 'judgment-without-document', { ...ofD1, doc: 'd2' }],
    ['a part of white space', { judgments: [part('q1', 'd1', 2, 7)] }, 'judgment-blank', { ...ofD1, start: 2, end: 7 }],
    ['a need of white space', { requirements: [blankNeed] }, 'need-blank', { query: 'q1' }],
    ['a grade of no scale', { judgments: [judgment('q1', 'd1', -9e15)] }, 'judgment-grade', ofD1],
    ['a part beyond the text', { judgments: [part('q1', 'd1', 4, 11)] }, 'judgment-outside', ofD1],
    ['an empty part', { judgments: [part('q1', 'd1', 4, 4)] }, 'judgment-outside', ofD1],
    ['a part twice', { judgments: [part('q1', 'd1', 4, 6), part('q1', 'd1', 4, 6)] }, 'judgment-repeated', ofD1],
    ['a pair twice', { judgments: [judgment('q1', 'd1'), judgment('q1', 'd1')] }, 'judgment-repeated', ofD1],
  ])('with %s are refused', (_, questions, code, data) => {
    const found = questionProblems({ queries: [query('q1')], judgments: [], ...questions }, docs);
    expect(found).toContainEqual({ code, data });
  });
});
