import { describe, expect, it } from 'vitest';
import { docId, queryId, type Doc, type Judgment } from '../../../../src/base/types';
import { JudgedText } from '../../../../src/domain/chunk/judged-text';

const q = queryId('q');
const d = docId('d');
const docs: Doc[] = [
  { id: d, title: 'Title', text: 'one two three four' },
  { id: docId('emoji'), title: '', text: '🙂🙂 five' },
];
const judged = (changes: Partial<Judgment>): Judgment => ({ query: q, doc: d, grade: 1, ...changes });
const spans = [judged({ span: { start: 4, end: 7 } }), judged({ grade: 2, span: { start: 14, end: 18 } })];

describe('judged text', () => {
  it('has a need of one place for each span that is relevant by the threshold', () => {
    const { needs } = new JudgedText(docs, { judgments: spans }).retrieved(q, []);
    expect(needs(1)).toEqual([[{ doc: d, start: 4, end: 7 }], [{ doc: d, start: 14, end: 18 }]]);
    expect(needs(2)).toEqual([[{ doc: d, start: 14, end: 18 }]]);
    expect(new JudgedText(docs, { judgments: spans }).retrieved(queryId('other'), []).needs(1)).toEqual([]);
  });

  it('takes a judgment of a whole document for all its text', () => {
    const { needs } = new JudgedText(docs, { judgments: [judged({})] }).retrieved(q, []);
    expect(needs(1)).toEqual([[{ doc: d, start: 0, end: 18 }]]);
  });

  it('takes needs that are stated, with every place that gives them, instead of the judgments', () => {
    const places = [
      { doc: d, start: 0, end: 3 },
      { doc: docId('emoji'), start: 5, end: 9 },
    ];
    const requirements = [{ query: q, needs: [{ docs: [d], places }, { docs: [] }, { docs: [d] }] }];
    const { needs } = new JudgedText(docs, { judgments: spans, requirements }).retrieved(q, []);
    expect(needs(1)).toEqual([
      [places[0], { doc: docId('emoji'), start: 3, end: 7 }],
      [],
      [{ doc: d, start: 0, end: 18 }],
    ]);
  });

  it('knows passages and documents by their names, in code points, and leaves out what is not there', () => {
    const text = new JudgedText(docs, { judgments: [] });
    const tokens = new Map([[docId('d#4-7'), 2]]);
    const { passages } = text.retrieved(q, ['d#4-7', 'gone#0-3', 'emoji', 'gone', 'emoji#4-7'].map(docId), tokens);
    expect(passages).toEqual([
      { doc: d, start: 4, end: 7, tokens: 2 },
      { doc: docId('emoji'), start: 0, end: 7, tokens: null },
      { doc: docId('emoji'), start: 2, end: 5, tokens: null },
    ]);
    expect(['d#4-7', 'gone#0-3', 'emoji', 'gone'].map((id) => text.textOf(docId(id)))).toEqual([
      'two',
      '',
      '🙂🙂 five',
      '',
    ]);
  });
});
