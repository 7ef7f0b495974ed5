import { describe, expect, it } from 'vitest';
import { docId, queryId } from '../../../../src/base/types';
import {
  checkDraft,
  draftQuestions,
  freeId,
  isSamePlace,
  needsOf,
  questionsOf,
  settled,
} from '../../../../src/ui/questions/question-draft';

const questions = {
  queries: [
    { id: queryId('a'), text: 'One?' },
    { id: queryId('b'), text: 'Two?' },
  ],
  judgments: [{ query: queryId('b'), doc: docId('d 🚲'), grade: 0 }],
};
const draft = draftQuestions(questions);
const textOf = (id: string): string | undefined => (id === 'd 🚲' ? 'a  \n b' : undefined);

describe('the draft of questions', () => {
  it('comes back unchanged, a grade of 0 included', () => expect(questionsOf(draft)).toEqual(questions));

  it('has no problem at first', () => expect(checkDraft(draft, textOf)).toEqual([]));

  const judged = (doc: string, grade: string): typeof draft => [{ ...draft[0]!, judgments: [{ doc, grade }] }];

  it.each([
    ['an empty text', [{ ...draft[0]!, text: ' ' }], ['text']],
    ['an id used twice', [draft[0]!, { ...draft[1]!, id: 'a ' }], ['id', 'id']],
    ...['one', '', '-9000000000000000'].map(
      (grade) => [`the grade “${grade}”`, judged('d 🚲', grade), ['judgments']] as const,
    ),
  ] as const)('explains %s', (_, wrong, fields) => {
    expect(checkDraft(wrong, textOf).map((problem) => problem.field)).toEqual(fields);
  });

  it.each([
    ['white space', { start: 1, end: 5 }],
    ['nothing', { start: 1, end: 1 }],
  ])('refuses a judged part that is %s, which no passage could be found for', (_, span) => {
    const problems = checkDraft([{ ...draft[0]!, judgments: [{ doc: 'd 🚲', span, grade: '1' }] }], textOf);
    expect(problems).toMatchObject([{ field: 'judgments' }]);
    expect(problems[0]!.message).toContain('white space alone');
    const wider = { start: 0, end: 5 };
    expect(checkDraft([{ ...draft[0]!, judgments: [{ doc: 'd 🚲', span: wider, grade: '1' }] }], textOf)).toEqual([]);
  });

  it('finds an id that is free', () => {
    expect(freeId([{ ...draft[0]!, id: 'new-1' }])).toBe('new-2');
  });
});

it('judgments of parts of a document come back unchanged, each with its part, and so do origin and answer', () => {
  const spans = [
    { start: 0, end: 4 },
    { start: 9, end: 12 },
  ];
  const parts = {
    queries: [{ id: queryId('a'), text: 'One?', origin: 'cloze' as const, answer: 'yes' }],
    judgments: spans.map((span, i) => ({ query: queryId('a'), doc: docId('d'), grade: i + 1, span })),
  };
  expect(questionsOf(draftQuestions(parts))).toEqual(parts);
  const [first, second] = draftQuestions(parts)[0]!.judgments;
  const others = [second!, { doc: 'd' }, { doc: 'd', span: spans[0]! }];
  expect(others.map((place) => isSamePlace(first!, place))).toEqual([false, false, true]);
});

describe('what a question needs', () => {
  const needs = [{ docs: [docId('d'), docId('e')] }, { docs: [], text: 'nowhere' }];
  const judgments = [
    { query: queryId('a'), doc: docId('d'), grade: 1 },
    { query: queryId('a'), doc: docId('e'), grade: 1 },
  ];
  const needing = { queries: [questions.queries[0]!], judgments, requirements: [{ query: queryId('a'), needs }] };
  const [question] = draftQuestions(needing) as [ReturnType<typeof draftQuestions>[number]];

  it('stays with its judgments, also where the text is edited or a judgment is taken back', () => {
    expect(questionsOf([question])).toEqual(needing);
    expect(needsOf({ ...question, text: 'Other?', judgments: [...question.judgments] })).toEqual(needs);
  });

  it('is dropped with other judgments, and does not come back once that is saved', () => {
    const changed = { ...question, judgments: question.judgments.slice(1) };
    expect(needsOf(changed)).toBeNull();
    expect(questionsOf([changed])).not.toHaveProperty('requirements');
    const [saved] = settled([changed]);
    expect(needsOf({ ...saved!, judgments: question.judgments })).toBeNull();
  });

  it('lets any document be judged where there are judgments alone, and a question have no text', () => {
    const alone = [{ ...draft[0]!, text: '', judgments: [{ doc: 'anything', grade: '2' }] }];
    expect(checkDraft(alone, null)).toEqual([]);
    expect(checkDraft(alone, textOf).map(({ field }) => field)).toEqual(['text']);
  });
});
