import { describe, expect, it } from 'vitest';
import { type Doc, docId, type Judgment, queryId, type Requirement } from '../../../../src/base/types';
import { JudgedText } from '../../../../src/domain/chunk/judged-text';
import { chunkId } from '../../../../src/domain/chunk/recursive';
import { chunkedTruth } from '../../../../src/domain/chunk/chunked-truth';
import { SAME_PLACE } from '../../../../src/domain/chunk/spans';

describe('judged text', () => {
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

    it('never finds what is judged of a document that is not there', () => {
      const judgments = [judged({}), judged({ doc: docId('gone'), grade: 2 })];
      expect(new JudgedText(docs, { judgments }).retrieved(q, []).needs(2)).toEqual([[]]);
      const { qrels, requirements } = chunkedTruth(
        docs,
        [{ id: d, place: { doc: d, start: 0, end: 18 } }],
        { judgments },
        1,
      );
      expect([...qrels.get(q)!]).toEqual([[d, 1], ['gone', 2]]); // prettier-ignore
      expect(requirements.get(q)).toEqual([{ docs: [d] }, { docs: ['gone'] }]);
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
});

const a = docId('a');
const b = docId('b');
const q = queryId('q');
const docs = [
  { id: a, title: '', text: 'x'.repeat(100) },
  { id: b, title: '', text: 'y'.repeat(40) },
];
const chunk = (doc: typeof a, start: number, end: number) => ({
  id: chunkId(doc, { start, end }),
  place: { doc, start, end },
});
const judged = (doc: typeof a, start: number, end: number, grade = 1): Judgment => ({
  query: q,
  doc,
  grade,
  span: { start, end },
});

describe('judgments of spans, of chunks', () => {
  const quarters = [0, 25, 50, 75].map((start) => chunk(a, start, start + 25));

  it('reach both of two chunks that have half each', () => {
    const { qrels, requirements } = chunkedTruth(docs, quarters, { judgments: [judged(a, 15, 35)] }, 1);
    expect([...qrels.get(q)!.keys()]).toEqual(['a#0-25', 'a#25-50']);
    // One thing is needed, and either gives it.
    expect(requirements.get(q)).toEqual([{ docs: ['a#0-25', 'a#25-50'] }]);
  });

  it('give a chunk the best of several grades, and keep a grade of 0 apart from no judgment', () => {
    const judgments = [judged(a, 0, 20, 0), judged(a, 5, 25, 2), judged(a, 50, 75, 0)];
    const { qrels, requirements } = chunkedTruth(docs, quarters, { judgments }, 1);
    expect([...qrels.get(q)!]).toEqual([
      ['a#0-25', 2],
      ['a#50-75', 0],
    ]);
    expect(requirements.get(q)).toHaveLength(1);
  });

  it('need only what is relevant at the threshold of the experiment', () => {
    const judgments = [judged(a, 0, 20, 1), judged(b, 0, 20, 2)];
    const { requirements } = chunkedTruth(docs, [...quarters, chunk(b, 0, 40)], { judgments }, 2);
    expect(requirements.get(q)).toEqual([{ docs: ['b#0-40'] }]);
  });

  it('take a judgment of a whole document for each of its chunks, and need one of them', () => {
    const judgments: Judgment[] = [{ query: q, doc: a, grade: 1 }];
    const { qrels, requirements } = chunkedTruth(docs, quarters, { judgments }, 1);
    expect(qrels.get(q)!.size).toBe(4);
    expect(requirements.get(q)).toEqual([{ docs: quarters.map(({ id }) => id) }]);
  });

  it('take needs as they are stated, at any of their places', () => {
    const requirements: Requirement[] = [
      {
        query: q,
        needs: [
          {
            docs: [a, b],
            places: [
              { doc: a, start: 0, end: 10 },
              { doc: b, start: 0, end: 10 },
            ],
            text: 'twice',
          },
          { docs: [], text: 'nowhere' },
        ],
      },
    ];
    const truth = chunkedTruth(
      docs,
      [...quarters, chunk(b, 0, 40)],
      { judgments: [judged(a, 0, 10)], requirements },
      1,
    );
    expect(truth.requirements.get(q)).toEqual([
      { ...requirements[0]!.needs[0]!, docs: ['a#0-25', 'b#0-40'] },
      { docs: [], text: 'nowhere' },
    ]);
  });

  it('reject the plausible wrong rules: any overlap at all, and half of the chunk', () => {
    const touching = chunkedTruth(docs, quarters, { judgments: [judged(a, 0, 26)] }, 1);
    expect([...touching.qrels.get(q)!.keys()]).toEqual(['a#0-25']);
    // A sentence in a long chunk is a small part of the chunk, and yet what is looked for is there.
    const long = chunkedTruth(docs, [chunk(a, 0, 100)], { judgments: [judged(a, 40, 50)] }, 1);
    expect([...long.qrels.get(q)!.keys()]).toEqual(['a#0-100']);
    expect(SAME_PLACE).toBe(0.5);
  });
});
