import { describe, expect, it } from 'vitest';
import type { QuestionSet } from '../../../../src/domain/questions/add';
import { Places } from '../../../../src/domain/judging/places';
import { addJudged as addTo } from '../../../../src/domain/questions/add-judged';
import { docId, queryId } from '../../../../src/base/types';

const [a, b, q1] = [docId('a'), docId('b'), queryId('q1')];
const part = { doc: a, start: 3, end: 9 };
const before: QuestionSet & { readonly judgedActs: number } = {
  queries: [
    { id: q1, text: 'What is ground?', origin: 'imported' },
    { id: queryId('written-1'), text: 'Another' },
  ],
  judgments: [
    { query: q1, doc: a, grade: 1 },
    { query: q1, doc: a, grade: 2, span: { start: 3, end: 9 } },
    { query: queryId('written-1'), doc: b, grade: 1 },
  ],
  requirements: [{ query: q1, needs: [{ docs: [a] }] }],
  judgedActs: 4,
};
const places = new Places(new Map([a, b].map((id) => [id, { text: 'The ground is grey.' }])));
const addJudged = (questions: typeof before, question: Parameters<typeof addTo>[1]) =>
  addTo(questions, question, places);
const asked = (text: string, judged: Parameters<typeof addTo>[1]['judged'], answer = '') => ({
  text,
  judged,
  answer,
});

describe('adding a question that was judged', () => {
  it('gives it a free id, its origin and its judgments, of parts where parts were judged', () => {
    const { questions, id, isNew } = addJudged(
      before,
      asked(
        ' Who drives? ',
        [
          { at: part, grade: 3 },
          { at: b, grade: 0 },
        ],
        ' Nobody. ',
      ),
    );
    expect([id, isNew]).toEqual(['written-2', true]);
    expect(questions.queries.at(-1)).toEqual({ id, text: 'Who drives?', origin: 'written', answer: 'Nobody.' });
    expect(questions.judgments.slice(3)).toEqual([
      { query: id, doc: a, grade: 3, span: { start: 3, end: 9 } },
      { query: id, doc: b, grade: 0 },
    ]);
    expect({
      ...questions,
      queries: questions.queries.slice(0, 2),
      judgments: questions.judgments.slice(0, 3),
    }).toEqual(before);
  });

  it('gives the judgments to a question that is there, and replaces those of the same place alone', () => {
    const { questions, id, isNew } = addJudged(before, asked('what is ground', [{ at: part, grade: 0 }]));
    expect([id, isNew]).toEqual(['q1', false]);
    expect(questions.queries).toEqual(before.queries);
    expect(questions.judgments).toEqual([
      before.judgments[0],
      before.judgments[2],
      { query: q1, doc: a, grade: 0, span: { start: 3, end: 9 } },
    ]);
    expect(questions.requirements).toEqual(before.requirements);
  });

  it('keeps what a question needs, texts that nothing meets too; what is relevant and meets none is one more', () => {
    const needs = [
      { docs: [a], places: [part], text: 'ground' },
      { docs: [], text: 'nowhere' },
    ];
    const placed = { ...before, requirements: [{ query: q1, needs }] };
    const given = (at: Parameters<typeof addTo>[1]['judged'][number]['at'], grade: number | null) =>
      addJudged(placed, asked('What is ground?', [{ at, grade }])).questions.requirements;
    expect(given(b, 0)).toEqual([{ query: q1, needs }]);
    expect(given({ doc: a, start: 0, end: 9 }, 1)).toEqual([{ query: q1, needs }]);
    expect(given(b, 1)).toEqual([{ query: q1, needs: [...needs, { docs: [b] }] }]);
    expect(addJudged(before, asked('Another', [{ at: a, grade: 1 }])).questions.requirements).toEqual(
      before.requirements,
    );
  });

  it('takes a judgment back', () => {
    const { questions } = addJudged(before, asked('What is ground?', [{ at: a, grade: null }]));
    expect(questions.judgments).toEqual(before.judgments.slice(1));
  });

  it('writes an answer to a question that is there, and leaves one that it has', () => {
    const answered = addJudged(before, asked('What is ground?', [], 'Rails.')).questions;
    expect(answered.queries[0]).toEqual({ ...before.queries[0], answer: 'Rails.' });
    expect(addJudged(answered, asked('What is ground?', [])).questions.queries[0]!.answer).toBe('Rails.');
  });
});
