import { describe, expect, it } from 'vitest';
import { docId, queryId } from '../../../../src/base/types';
import { questionProblems } from '../../../../src/workbench/collections/save-questions';

const docs = new Map([[docId('d1'), 'ab \n\t\u3000 cde']]);
const query = (id: string, text = 'what?') => ({ id: queryId(id), text });
const judgment = (q: string, d: string, grade = 1) => ({ query: queryId(q), doc: docId(d), grade });
const part = (q: string, d: string, start: number, end: number) => ({ ...judgment(q, d), span: { start, end } });

const ofD1 = { query: 'q1', doc: 'd1' };

describe('edited questions', () => {
  it('are sound when every judgment names what is there', () => {
    expect(questionProblems({ queries: [query('q1')], judgments: [judgment('q1', 'd1', 0)] }, docs)).toEqual([]);
  });

  it('may judge several parts of a document, and the whole of it', () => {
    const judgments = [part('q1', 'd1', 0, 4), part('q1', 'd1', 2, 10), judgment('q1', 'd1', 0)];
    expect(questionProblems({ queries: [query('q1')], judgments }, docs)).toEqual([]);
  });

  it.each([
    ['an empty id', { queries: [query('')], judgments: [] }, { code: 'question-without-id', data: null }],
    [
      'an id twice',
      { queries: [query('q1'), query('q1')], judgments: [] },
      { code: 'question-repeated', data: { query: 'q1' } },
    ],
    [
      'an empty text',
      { queries: [query('q1', ' ')], judgments: [] },
      { code: 'question-empty', data: { query: 'q1' } },
    ],
    [
      'an unknown question',
      { queries: [], judgments: [judgment('q1', 'd1')] },
      { code: 'judgment-without-question', data: { query: 'q1' } },
    ],
    [
      'an unknown document',
      { queries: [query('q1')], judgments: [judgment('q1', 'd2')] },
      { code: 'judgment-without-document', data: { query: 'q1', doc: 'd2' } },
    ],
    [
      'a part of white space',
      { queries: [query('q1')], judgments: [part('q1', 'd1', 2, 7)] },
      { code: 'judgment-blank', data: { ...ofD1, start: 2, end: 7 } },
    ],
    [
      'a need of white space',
      {
        queries: [query('q1')],
        judgments: [],
        requirements: [
          { query: queryId('q1'), needs: [{ docs: [docId('d1')], places: [{ doc: docId('d1'), start: 2, end: 4 }] }] },
        ],
      },
      { code: 'need-blank', data: { query: 'q1' } },
    ],
    [
      'a grade of no scale',
      { queries: [query('q1')], judgments: [judgment('q1', 'd1', -9e15)] },
      { code: 'judgment-grade', data: ofD1 },
    ],
    [
      'half a grade',
      { queries: [query('q1')], judgments: [judgment('q1', 'd1', 0.5)] },
      { code: 'judgment-grade', data: ofD1 },
    ],
    [
      'a part beyond the text',
      { queries: [query('q1')], judgments: [part('q1', 'd1', 4, 11)] },
      { code: 'judgment-outside', data: ofD1 },
    ],
    [
      'an empty part',
      { queries: [query('q1')], judgments: [part('q1', 'd1', 4, 4)] },
      { code: 'judgment-outside', data: ofD1 },
    ],
    [
      'a part twice',
      { queries: [query('q1')], judgments: [part('q1', 'd1', 4, 6), part('q1', 'd1', 4, 6)] },
      { code: 'judgment-repeated', data: ofD1 },
    ],
    [
      'a pair twice',
      { queries: [query('q1')], judgments: [judgment('q1', 'd1'), judgment('q1', 'd1')] },
      { code: 'judgment-repeated', data: ofD1 },
    ],
  ])('with %s are refused', (_, questions, problem) => {
    expect(questionProblems(questions, docs)).toContainEqual(problem);
  });
});
