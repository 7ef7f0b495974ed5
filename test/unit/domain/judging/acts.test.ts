import { describe, expect, it } from 'vitest';
import { docId, type Judgment, type Need, queryId } from '../../../../src/base/types';
import {
  agreementOf,
  annotationOf,
  foldActs,
  type Judged,
  judgedIn,
  judgedTwice,
  type JudgingAct,
  roundToJudge,
  sampleAgain,
  undoing,
} from '../../../../src/domain/judging/acts';
import { act, around, docsOf } from './make';

const docs = docsOf({ a: 'x'.repeat(100), b: 'y'.repeat(100) });
const judgment = (doc: string, grade: number, span?: Judgment['span']): Judgment => ({
  query: queryId('q'),
  doc: docId(doc),
  grade,
  ...(span ? { span } : {}),
});

function fold(judgments: readonly Judgment[], acts: readonly JudgingAct[], needs?: readonly Need[]): Judged {
  const query = queryId('q');
  const requirements = needs ? { requirements: [{ query, needs }] } : {};
  return foldActs({ queries: [{ id: query }], judgments, ...requirements }, acts, {
    places: around(docs).places,
    isThere: ({ doc }) => docs.has(doc),
  });
}

describe('acts become judgments', () => {
  it('of which the last on a place counts, and null takes back', () => {
    const acts = [act('q', 'a', 1), act('q', 'b', 2), act('q', 'a', 3), act('q', 'b', null)];
    expect(fold([], acts).judgments).toEqual([judgment('a', 3)]);
    expect(fold([judgment('b', 1)], acts).judgments).toEqual([judgment('a', 3)]);
  });

  it('that replace those of exactly this place and leave others, in their order', () => {
    const span = { start: 10, end: 20 };
    const before = [judgment('a', 1), judgment('a', 2, { start: 10, end: 21 }), judgment('b', 1)];
    expect(fold(before, [act('q', 'a', 0, { span })]).judgments).toEqual([...before, judgment('a', 0, span)]);
    expect(fold(before, [act('q', 'a', 0)]).judgments).toEqual([judgment('a', 0), before[1], before[2]]);
  });

  it('but not those of later rounds, nor of questions and places that are gone', () => {
    const acts = [act('q', 'a', 3, { round: 2 }), act('other', 'a', 3), act('q', 'gone', 3)];
    const questions: Judged = { queries: [{ id: queryId('q') }], judgments: [] };
    expect(foldActs(questions, acts, { places: around(docs).places, isThere: ({ doc }) => docs.has(doc) })).toBe(
      questions,
    );
  });
});

describe('needs of a question', () => {
  const needs: Need[] = [{ docs: [docId('a')], places: [{ doc: docId('a'), start: 0, end: 40 }] }];

  it('are not made where the question has none', () => {
    expect(fold([], [act('q', 'a', 2)]).requirements).toBeUndefined();
  });

  it('get a relevant place that meets none of them, and not one that does', () => {
    const added = fold([], [act('q', 'a', 2, { span: { start: 50, end: 90 } })], needs);
    expect(added.requirements![0]!.needs).toEqual([
      ...needs,
      { docs: ['a'], places: [{ doc: 'a', start: 50, end: 90 }] },
    ]);
    expect(fold([], [act('q', 'a', 2, { span: { start: 10, end: 30 } })], needs).requirements![0]!.needs).toEqual(
      needs,
    );
    expect(fold([], [act('q', 'b', 0)], needs).requirements![0]!.needs).toEqual(needs);
  });

  it('lose again what was taken back, and nothing that was there before', () => {
    const span = { start: 50, end: 90 };
    const added = fold([], [act('q', 'a', 2, { span })], needs);
    for (const grade of [0, null]) {
      const back = fold(added.judgments, [act('q', 'a', grade, { span })], added.requirements![0]!.needs);
      expect(back.requirements![0]!.needs).toEqual(needs);
    }
    const either: Need[] = [{ docs: [docId('a'), docId('b')] }, { docs: [docId('a')], text: 'a text' }];
    expect(fold([], [act('q', 'a', 0)], either).requirements![0]!.needs).toEqual(either);
  });

  it('that are all taken back leave recall to count relevant documents', () => {
    expect(fold([judgment('a', 1)], [act('q', 'a', 0)], [{ docs: [docId('a')] }]).requirements).toEqual([]);
  });
});

describe('undoing', () => {
  const judgments = [{ query: queryId('q'), doc: docId('a'), grade: 2 }];

  it('gives each place back what it had, a grade or none, and takes no time that counts', () => {
    const before = [act('q', 'a', 2, { note: 'see page 3' })];
    const done = [act('q', 'a', 0), act('q', 'b', 0)];
    const undone = undoing(done, (each) => annotationOf(each, before, judgments), 7);
    expect(undone.map(({ doc, grade, note, milliseconds, at }) => [doc, grade, note, milliseconds, at])).toEqual([
      ['b', null, '', 0, 7],
      ['a', 2, 'see page 3', 0, 7],
    ]);
  });

  it('in a later round looks at that round alone', () => {
    const acts = [act('q', 'a', 2), act('q', 'a', 1, { round: 2 })];
    const place = { query: queryId('q'), doc: docId('a'), span: null };
    expect(annotationOf({ ...place, round: 2 }, acts, judgments).grade).toBe(1);
    expect(annotationOf({ ...place, round: 3 }, acts, judgments).grade).toBeNull();
    expect(annotationOf({ ...place, round: 1 }, acts, judgments).grade).toBe(2);
  });
});

const judged = Array.from({ length: 40 }, (_, i) => ({
  query: queryId(`q${i % 4}`),
  place: { doc: docId(`d${i}`), span: null },
}));

describe('the sample that is judged again', () => {
  it('is the same for the same collection and round, whatever order it is drawn from', () => {
    const sample = sampleAgain(judged, 10, 2, 'c');
    expect(sample).toHaveLength(10);
    expect(sampleAgain(judged.toReversed(), 10, 2, 'c')).toEqual(sample);
    expect(sampleAgain(judged, 10, 3, 'c')).not.toEqual(sample);
    expect(sampleAgain(judged, 10, 2, 'other')).not.toEqual(sample);
    expect(sample).not.toEqual(judged.slice(0, 10));
  });

  it('goes on with a round that was begun, and then with the next', () => {
    expect(roundToJudge([act('q', 'a', 1)], 2)).toBe(2);
    const begun = [act('q', 'a', 1), act('q', 'a', 1, { round: 2 })];
    expect(roundToJudge(begun, 2)).toBe(2);
    expect(roundToJudge([...begun, act('q', 'b', 1, { round: 2 })], 2)).toBe(3);
    expect(roundToJudge([...begun, act('q', 'b', 1, { round: 2 }), act('q', 'b', null, { round: 2 })], 2)).toBe(2);
    expect(judgedIn(begun, 2).size).toBe(1);
  });
});

const gradesOf = (...input: Parameters<typeof judgedTwice>) =>
  judgedTwice(...input).map(({ first, second }) => [first, second]);

describe('what is judged twice', () => {
  it('is a later round on a place with the judgment that stood then', () => {
    const acts = [act('q', 'a', 1), act('q', 'b', 0), act('q', 'a', 2), act('q', 'a', 3, { round: 2 })];
    expect(gradesOf(acts, [])).toEqual([[2, 3]]);
  });

  it('does not agree the better for a correction that follows', () => {
    const acts = [act('q', 'a', 1), act('q', 'a', 3, { round: 2 }), act('q', 'a', 3)];
    expect(gradesOf(acts, [])).toEqual([[1, 3]]);
  });

  it('counts each round, the last act of it, and none that was taken back', () => {
    const acts = [
      act('q', 'a', 1),
      act('q', 'a', 0, { round: 2 }),
      act('q', 'a', 1, { round: 2 }),
      act('q', 'a', 2, { round: 3 }),
      act('q', 'b', 1),
      act('q', 'b', 1, { round: 2 }),
      act('q', 'b', null, { round: 2 }),
    ];
    expect(gradesOf(acts, [])).toEqual([
      [1, 1],
      [1, 2],
    ]);
  });

  it('takes imported judgments for the first judging, and keeps parts of a document apart', () => {
    const span = { start: 0, end: 9 };
    const judgments = [
      { query: queryId('q'), doc: docId('a'), grade: 2 },
      { query: queryId('q'), doc: docId('a'), grade: 1, span },
    ];
    expect(gradesOf([act('q', 'a', 0, { round: 2, span })], judgments)).toEqual([[1, 0]]);
    expect(gradesOf([act('q', 'c', 0, { round: 2 })], judgments)).toEqual([]);
  });

  it('gives agreement on the scale of the grades that were given, without negative ones', () => {
    const acts = [
      ...['a', 'b', 'c', 'd'].map((doc, i) => act('q', doc, i % 2)),
      ...['a', 'b', 'c', 'd'].map((doc, i) => act('q', doc, i === 3 ? 0 : i % 2, { round: 2 })),
    ];
    const told = agreementOf(judgedTwice(acts, []));
    expect(told).toMatchObject({ items: 4, observed: 0.75, kappa: 0.5 });
    expect(told.confusion).toEqual([
      [2, 0],
      [1, 1],
    ]);
    expect(agreementOf(judgedTwice([act('q', 'a', -1), act('q', 'a', 1, { round: 2 })], [])).items).toBe(0);
  });
});
