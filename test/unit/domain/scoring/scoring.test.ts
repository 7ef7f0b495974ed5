import { describe, expect, it } from 'vitest';
import { hashText } from '../../../../src/base/hash';
import { docId, queryId } from '../../../../src/base/types';
import { passageTruth } from '../../../../src/domain/scoring/ground-truth';
import { keyOfQuestions } from '../../../../src/domain/scoring/questions-key';
import { UnjudgedShare } from '../../../../src/domain/scoring/score-columns';
import { questionsKey } from '../../../../src/workbench/kernel/questions';
import { judged } from '../measures/make';

/** The share at k of rankings with these judgments. */
function shareAt(k: number, rankings: readonly (readonly [ids: string, grades: Record<string, number>])[]): number {
  const share = new UnjudgedShare(k);
  for (const [ids, grades] of rankings) share.add(judged(ids, grades));
  return share.value;
}

describe('the share of unjudged passages', () => {
  it('is of those retrieved within k, of all questions together', () => {
    const rankings = [
      ['a x y', { a: 1 }],
      ['b', { b: 0 }],
    ] as const;
    expect(shareAt(10, rankings)).toBe(2 / 4);
    expect(shareAt(2, rankings)).toBe(1 / 3);
    expect(shareAt(1, rankings)).toBe(0);
  });

  it('counts a negative grade as unjudged', () => {
    expect(shareAt(5, [['a b', { a: -1, b: 0 }]])).toBe(1 / 2);
  });

  it('is not lowered by questions without results, and 0 where there are no others', () => {
    expect(
      shareAt(5, [
        ['x', { a: 1 }],
        ['', { a: 1 }],
      ]),
    ).toBe(1);
    expect(shareAt(5, [['', { a: 1 }]])).toBe(0);
  });
});

describe('the key of questions', () => {
  const [query, doc] = [queryId('q'), docId('d')];
  const questions = {
    queries: [
      { id: query, text: 'what', unanswerable: true, excluded: [doc] } as const,
      { id: queryId('b'), text: '' },
    ],
    judgments: [{ query, doc, grade: 2, span: { start: 1, end: 3 } }],
    requirements: [{ query, needs: [{ docs: [doc], places: [{ doc, start: 0, end: 1 }] }, { docs: [] }] }],
  };

  it('is the hash of their sorted lines, at once as in stretches', async () => {
    const lines = ['["b",""]', '["q","d",2,1,3]', '["q","what",0,["d"]]', '["q",[[["d"],[["d",0,1]]],[]]]'];
    expect(keyOfQuestions(questions)).toBe(hashText(lines.join('\n')));
    expect(await questionsKey(questions)).toBe(keyOfQuestions(questions));
  });

  it('are the truth of whole documents where nothing was cut', () => {
    const truth = passageTruth([], null, questions, 1);
    expect(truth).toMatchObject({ maxGrade: 2, text: null });
    expect(truth.qrels.get(query)?.get(doc)).toBe(2);
  });
});
