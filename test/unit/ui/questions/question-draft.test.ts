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

  it('explains an empty text, an id used twice, an unknown document, and a grade that is no whole number', () => {
    const judged = (doc: string, grade: string): typeof draft => [{ ...draft[0]!, judgments: [{ doc, grade }] }];
    const fields = (wrong: typeof draft): string[] => checkDraft(wrong, textOf).map((problem) => problem.field);
    expect(fields([{ ...draft[0]!, text: ' ' }])).toEqual(['text']);
    expect(fields([draft[0]!, { ...draft[1]!, id: 'a ' }])).toEqual(['id', 'id']);
    expect(fields(judged('gone', '1'))).toEqual(['judgments']);
    expect(fields(judged('d 🚲', '1.5'))).toEqual(['judgments']);
    expect(fields(judged('d 🚲', ''))).toEqual(['judgments']);
    expect(fields(judged('d 🚲', '-9000000000000000'))).toEqual(['judgments']);
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

describe('judgments of parts of a document', () => {
  const parts = {
    queries: [{ id: queryId('a'), text: 'One?', origin: 'cloze' as const, answer: 'yes' }],
    judgments: [
      { query: queryId('a'), doc: docId('d'), grade: 1, span: { start: 0, end: 4 } },
      { query: queryId('a'), doc: docId('d'), grade: 2, span: { start: 9, end: 12 } },
    ],
  };

  it('come back unchanged, each with its part, and so do origin and answer', () => {
    expect(questionsOf(draftQuestions(parts))).toEqual(parts);
  });

  it('are distinguished by their parts', () => {
    const [first, second] = draftQuestions(parts)[0]!.judgments;
    expect(isSamePlace(first!, second!)).toBe(false);
    expect(isSamePlace(first!, { doc: 'd' })).toBe(false);
    expect(isSamePlace(first!, { doc: 'd', span: { start: 0, end: 4 } })).toBe(true);
  });
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
    expect(checkDraft(alone, textOf).map(({ field }) => field)).toEqual(['text', 'judgments']);
  });
});
