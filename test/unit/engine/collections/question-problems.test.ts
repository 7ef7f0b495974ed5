import { describe, expect, it } from 'vitest';
import { docId, queryId } from '../../../../src/base/types';
import { questionProblems } from '../../../../src/engine/collections/question-problems';

const docs = new Map([[docId('d1'), 'ab \n\t\u3000 cde']]);
const query = (id: string, text = 'what?') => ({ id: queryId(id), text });
const judgment = (q: string, d: string, grade = 1) => ({ query: queryId(q), doc: docId(d), grade });
const part = (q: string, d: string, start: number, end: number) => ({ ...judgment(q, d), span: { start, end } });

describe('edited questions', () => {
  it('are sound when every judgment names what is there', () => {
    expect(questionProblems({ queries: [query('q1')], judgments: [judgment('q1', 'd1', 0)] }, docs)).toEqual([]);
  });

  it('may judge several parts of a document, and the whole of it', () => {
    const judgments = [part('q1', 'd1', 0, 4), part('q1', 'd1', 2, 10), judgment('q1', 'd1', 0)];
    expect(questionProblems({ queries: [query('q1')], judgments }, docs)).toEqual([]);
  });

  it.each([
    ['an empty id', { queries: [query('')], judgments: [] }, /no id/],
    ['an id twice', { queries: [query('q1'), query('q1')], judgments: [] }, /Two questions.*q1/],
    ['an empty text', { queries: [query('q1', ' ')], judgments: [] }, /q1.*no text/],
    ['an unknown question', { queries: [], judgments: [judgment('q1', 'd1')] }, /question “q1”, which is not there/],
    ['an unknown document', { queries: [query('q1')], judgments: [judgment('q1', 'd2')] }, /document “d2”/],
    [
      'a part of white space',
      { queries: [query('q1')], judgments: [part('q1', 'd1', 2, 7)] },
      /question “q1” is of white space alone in “d1”/,
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
      /question “q1” needs is white space alone/,
    ],
    ['a grade of no scale', { queries: [query('q1')], judgments: [judgment('q1', 'd1', -9e15)] }, /from −1000 to 1000/],
    ['half a grade', { queries: [query('q1')], judgments: [judgment('q1', 'd1', 0.5)] }, /whole number/],
    [
      'a part beyond the text',
      { queries: [query('q1')], judgments: [part('q1', 'd1', 4, 11)] },
      /part that “d1” does not have/,
    ],
    ['an empty part', { queries: [query('q1')], judgments: [part('q1', 'd1', 4, 4)] }, /does not have/],
    ['a part twice', { queries: [query('q1')], judgments: [part('q1', 'd1', 4, 6), part('q1', 'd1', 4, 6)] }, /twice/],
    ['a pair twice', { queries: [query('q1')], judgments: [judgment('q1', 'd1'), judgment('q1', 'd1')] }, /twice/],
  ])('with %s are refused in a sentence', (_, questions, message) => {
    expect(questionProblems(questions, docs).join('\n')).toMatch(message);
  });
});
