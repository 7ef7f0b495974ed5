import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { docId, type Judgment, queryId } from '../../../../src/base/types';
import type { JudgingAct } from '../../../../src/domain/judging/acts';
import { disagreements } from '../../../../src/domain/judging/judges-agreement';
import { editedJudges, type Judge, judgedByMany, type Judges, NO_JUDGES } from '../../../../src/domain/judging/judges';
import { changeJudges, editsOfMerged, mergeJudges } from '../../../../src/domain/judging/merge';
import { Places } from '../../../../src/domain/judging/places';
import { act as made } from './make';

const [q1, q2] = [queryId('q1'), queryId('q2')];
const [d1, d2, d3] = [docId('d1'), docId('d2'), docId('d3')];
const context = { places: new Places(new Map()), isThere: () => true };

const judge = (name: string, ...grades: readonly [typeof q1, typeof d1, number, string?][]): Judge => ({
  name,
  files: [`${name}.csv`],
  grades: grades.map(([query, doc, grade, reason], i) => ({
    query,
    doc,
    grade,
    ...(reason !== undefined && { reason }),
    file: 0,
    line: i + 2,
  })),
});
const anna = judge('Anna', [q1, d1, 2, 'names the alloy'], [q1, d2, 1], [q2, d1, 0]);
const ben = judge('Ben', [q1, d1, 0], [q1, d2, 1], [q2, d3, 3]);

const before: Judgment[] = [
  { query: q1, doc: d1, grade: 1 },
  { query: q2, doc: d2, grade: 2 },
];
const questions = { queries: [{ id: q1 }, { id: q2 }], judgments: before };
const act = (query: string, doc: string, grade: number | null, note = '') => made(query, doc, grade, { note });

const change = (from: typeof questions, former: Judges, next: Judges, acts: readonly JudgingAct[] = []) =>
  changeJudges(from, { former, next }, acts, context);
const added = (acts: readonly JudgingAct[] = []) =>
  change(questions, NO_JUDGES, editedJudges(NO_JUDGES, { judges: [anna, ben] }), acts);
const gradesOf = ({ judgments }: { judgments: readonly Judgment[] }) =>
  Object.fromEntries(judgments.map(({ query, doc, grade }) => [`${query} ${doc}`, grade]));

describe('judges of files', () => {
  it('become one grade a passage; the judgment that was there is set aside, or one more judge', () => {
    const { questions: merged, judges } = added();
    expect(gradesOf(merged)).toEqual({ 'q1 d1': 0, 'q2 d2': 2, 'q1 d2': 1, 'q2 d1': 0, 'q2 d3': 3 });
    expect(judges.before).toEqual([before[0]]);
    const higher = change(merged, judges, editedJudges(judges, { rule: 'highest' }));
    expect(gradesOf(higher.questions)['q1 d1']).toBe(2);
    const counting = editedJudges(judges, { beforeCounts: true });
    const median = change(merged, judges, editedJudges(counting, { rule: 'median' }));
    expect(gradesOf(median.questions)['q1 d1']).toBe(1);
  });

  it('leave what was there when they are removed, one by one', () => {
    const { questions: merged, judges } = added();
    const one = change(merged, judges, editedJudges(judges, { removed: 'Anna' }));
    expect(gradesOf(one.questions)).toEqual({ 'q1 d1': 0, 'q2 d2': 2, 'q1 d2': 1, 'q2 d3': 3 });
    const none = change(one.questions, one.judges, editedJudges(one.judges, { removed: 'Ben' }));
    expect(gradesOf(none.questions)).toEqual(gradesOf(questions));
    expect(none.judges.before).toEqual([]);
  });

  it('are overruled by a grade of the app, or joined by it', () => {
    // The last act gives a grade that was given before back to the others.
    const acts = [act(q1, d2, 3), act(q1, d1, 2, 'I looked it up'), act(q1, d2, null)];
    const { questions: merged, judges } = added(acts);
    expect(gradesOf(merged)).toEqual({ 'q1 d1': 2, 'q2 d2': 2, 'q1 d2': 1, 'q2 d1': 0, 'q2 d3': 3 });
    // What an act gave is the act's, and not kept as a judgment of before.
    expect(judges.before).toEqual([]);
    const counting = change(merged, judges, editedJudges(judges, { own: 'counts' }), acts);
    expect(gradesOf(counting.questions)).toMatchObject({ 'q1 d1': 2, 'q1 d2': 1 });
    const [place] = judgedByMany(counting.judges, acts).values();
    expect(place!.opinions.map(({ source, grade }) => [source, grade])).toEqual([
      [{ judge: 'Anna' }, 2],
      [{ judge: 'Ben' }, 0],
      ['you', 2],
    ]);
  });

  it('give an act its grade back when they are removed', () => {
    const { questions: merged, judges } = added();
    const acts = [act(q2, d3, 1)];
    const decided = mergeJudges(merged, judges, acts, context);
    expect(gradesOf(decided)['q2 d3']).toBe(1);
    const none = change(decided, judges, editedJudges(judges, { judges: [] }), acts);
    expect(gradesOf(none.questions)).toEqual({ 'q1 d1': 1, 'q2 d2': 2, 'q2 d3': 1 });
  });

  it('are merged to the same by merging again, and leave other judgments alone', () => {
    const grade = fc.record({
      query: fc.constantFrom(q1, q2),
      doc: fc.constantFrom(d1, d2, d3),
      grade: fc.integer({ min: 0, max: 3 }),
      file: fc.constant(0),
    });
    const someone = fc.uniqueArray(grade, { selector: ({ query, doc }) => `${query} ${doc}` });
    fc.assert(
      fc.property(fc.array(someone, { maxLength: 4 }), (all) => {
        const judges = all.map((grades, i) => ({ name: `J${i}`, files: ['f'], grades }));
        const first = change(questions, NO_JUDGES, { ...NO_JUDGES, judges });
        expect(mergeJudges(first.questions, first.judges, [], context)).toBe(first.questions);
        const touched = new Set(all.flat().map(({ query, doc }) => `${query} ${doc}`));
        for (const each of before)
          if (!touched.has(`${each.query} ${each.doc}`)) expect(first.questions.judgments).toContainEqual(each);
        const none = change(first.questions, first.judges, { ...first.judges, judges: [] });
        expect(gradesOf(none.questions)).toEqual(gradesOf(questions));
      }),
    );
  });

  it('make needs of what they find relevant, as judging by hand does', () => {
    const needy = { ...questions, requirements: [{ query: q2, needs: [{ docs: [d2] }] }] };
    const next = editedJudges(NO_JUDGES, { judges: [ben] });
    const merged = changeJudges(needy, { former: NO_JUDGES, next }, [], context);
    expect(merged.questions.requirements).toEqual([{ query: q2, needs: [{ docs: [d2] }, { docs: [d3] }] }]);
  });

  it('ignore questions that are no longer there', () => {
    const rest = { queries: [{ id: q1 }], judgments: [] };
    expect(gradesOf(change(rest, NO_JUDGES, { ...NO_JUDGES, judges: [ben] }).questions)).toEqual({
      'q1 d1': 0,
      'q1 d2': 1,
    });
  });
});

describe('an edited grade', () => {
  const { questions: merged, judges } = added();
  const edit = (grade: number | null) =>
    merged.judgments.flatMap((each) =>
      each.query === q1 && each.doc === d1 ? (grade === null ? [] : [{ ...each, grade }]) : [each],
    );

  it('of a merged judgment is one more act', () => {
    const from = { base: merged.judgments, kept: merged.judgments };
    expect(editsOfMerged(edit(2), from, judges, 9)).toEqual([{ ...act(q1, d1, 2), milliseconds: 0, at: 9 }]);
    expect(editsOfMerged(edit(null), from, judges, 9)).toMatchObject([{ grade: null }]);
  });

  it('is none where nothing was changed, or it is kept already', () => {
    expect(editsOfMerged(merged.judgments, { base: merged.judgments, kept: [] }, judges, 9)).toEqual([]);
    expect(editsOfMerged(edit(2), { base: merged.judgments, kept: edit(2) }, judges, 9)).toEqual([]);
    const other = [...merged.judgments, { query: q2, doc: docId('new'), grade: 1 }];
    expect(editsOfMerged(other, { base: merged.judgments, kept: merged.judgments }, judges, 9)).toEqual([]);
  });
});

describe('disagreements', () => {
  it('are listed widest first, with grade, reason and line of each judge', () => {
    const carl = judge('Carl', [q2, d3, 2], [q1, d1, 2]);
    const found = disagreements(judgedByMany({ ...NO_JUDGES, judges: [anna, ben, carl] }, []));
    expect(found.map(({ place, range }) => [place.query, place.doc, range])).toEqual([
      [q1, d1, 2],
      [q2, d3, 1],
    ]);
    expect(found[0]!.place.opinions[0]).toEqual({
      source: { judge: 'Anna' },
      grade: 2,
      reason: 'names the alloy',
      file: 'Anna.csv',
      line: 2,
    });
  });
});
