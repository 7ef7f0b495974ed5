import { describe, expect, it } from 'vitest';
import { docId, queryId } from '../../../../src/domain/types';
import { checkDraft, draftQuestions, freeId, questionsOf } from '../../../../src/ui/state/question-draft';

const questions = {
  queries: [
    { id: queryId('a'), text: 'One?' },
    { id: queryId('b'), text: 'Two?' },
  ],
  judgments: [{ query: queryId('b'), doc: docId('d 🚲'), grade: 0 }],
};
const draft = draftQuestions(questions);
const isDoc = (id: string): boolean => id === 'd 🚲';

describe('the draft of questions', () => {
  it('comes back unchanged, a grade of 0 included', () => expect(questionsOf(draft)).toEqual(questions));

  it('has nothing to mend at first', () => expect(checkDraft(draft, isDoc)).toEqual([]));

  it('explains an empty text, an id used twice, an unknown document, and a grade that is no whole number', () => {
    const judged = (doc: string, grade: string): typeof draft => [{ ...draft[0]!, judgments: [{ doc, grade }] }];
    const fields = (wrong: typeof draft): string[] => checkDraft(wrong, isDoc).map((problem) => problem.field);
    expect(fields([{ ...draft[0]!, text: ' ' }])).toEqual(['text']);
    expect(fields([draft[0]!, { ...draft[1]!, id: 'a ' }])).toEqual(['id', 'id']);
    expect(fields(judged('gone', '1'))).toEqual(['judgments']);
    expect(fields(judged('d 🚲', '1.5'))).toEqual(['judgments']);
    expect(fields(judged('d 🚲', ''))).toEqual(['judgments']);
  });

  it('finds an id that is free', () => {
    expect(freeId([{ ...draft[0]!, id: 'new-1' }])).toBe('new-2');
  });
});
