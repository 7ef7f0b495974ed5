import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { annotationOf, foldActs, type Judged, type JudgingAct, undoing } from '../../src/domain/judging/acts';
import { Copies, judgedKey, placeKey, Places } from '../../src/domain/judging/places';
import { judgingPool } from '../../src/domain/judging/pool';
import { docId, queryId, type Doc, type DocId, type Judgment } from '../../src/base/types';
import { pooled } from '../unit/domain/judging/make';

const text = 'The quick brown fox jumps over a lazy dog, while 12 others look on. '.repeat(3);
const docs: ReadonlyMap<DocId, Doc> = new Map(
  ['a', 'b', 'c'].map((id) => [docId(id), { id: docId(id), title: '', text: `${id}${id} ${text}` }]),
);
const places = new Places(docs);
const span = fc
  .tuple(fc.integer({ min: 0, max: 150 }), fc.integer({ min: 1, max: 60 }))
  .map(([start, length]) => ({ start, end: start + length }));
/** Few spans, so that acts meet on a place. */
const few = fc.constantFrom(null, { start: 0, end: 50 }, { start: 20, end: 60 }, { start: 0, end: 51 });
const doc = fc.constantFrom('a', 'b', 'c').map(docId);
const query = fc.constantFrom('q1', 'q2').map(queryId);
const acts: fc.Arbitrary<JudgingAct[]> = fc.array(
  fc.record({
    query,
    doc,
    span: few,
    grade: fc.option(fc.integer({ min: 0, max: 3 })),
    round: fc.constantFrom(1, 1, 1, 2),
    note: fc.constantFrom('', 'note'),
    milliseconds: fc.constant(1),
    at: fc.constant(1),
  }),
  { maxLength: 30 },
);
const judgments: fc.Arbitrary<Judgment[]> = fc
  .uniqueArray(fc.record({ query, doc, span: few, grade: fc.integer({ min: 0, max: 3 }) }), {
    selector: (each) => `${each.query} ${placeKey(each)}`,
    maxLength: 10,
  })
  .map((all) => all.map(({ span: part, ...rest }) => ({ ...rest, ...(part ? { span: part } : {}) })));

const queries = ['q1', 'q2'].map((id) => ({ id: queryId(id) }));
const fold = <T extends Judged>(judged: T, made: readonly JudgingAct[]): T =>
  foldActs(judged, made, { places, isThere: () => true });
const keysOf = (all: readonly Judgment[]) =>
  new Map(all.map((each) => [`${each.query} ${judgedKey(each)}`, each.grade]));

describe('acts', () => {
  it('make the same judgments wherever the log is cut: a crash between two of them loses and repeats nothing', () => {
    fc.assert(
      fc.property(judgments, acts, fc.nat(30), (before, made, cut) => {
        const whole = fold({ queries, judgments: before }, made);
        const parts = fold(fold({ queries, judgments: before }, made.slice(0, cut)), made.slice(cut));
        expect(keysOf(parts.judgments)).toEqual(keysOf(whole.judgments));
        expect(keysOf(fold(whole, made).judgments)).toEqual(keysOf(whole.judgments));
      }),
    );
  });

  it('leave no place judged twice, and what they do not name as it was', () => {
    fc.assert(
      fc.property(judgments, acts, (before, made) => {
        const after = fold({ queries, judgments: before }, made).judgments;
        expect(keysOf(after).size).toBe(after.length);
        const named = new Set(made.filter(({ round }) => round === 1).map((each) => `${each.query} ${placeKey(each)}`));
        const untouched = (all: readonly Judgment[]) =>
          all.filter((each) => !named.has(`${each.query} ${judgedKey(each)}`));
        expect(untouched(after)).toEqual(untouched(before));
      }),
    );
  });

  it('undone give back the judgments that were there', () => {
    fc.assert(
      fc.property(judgments, acts, acts, (start, log, made) => {
        const before = fold({ queries, judgments: start }, log);
        const undone = undoing(made, (each) => annotationOf(each, log, before.judgments), 2);
        const after = fold(fold(before, made), undone);
        expect(keysOf(after.judgments)).toEqual(keysOf(before.judgments));
      }),
    );
  });
});

describe('a pool', () => {
  const ids = fc.uniqueArray(
    fc.oneof(
      doc.map((id) => id as string),
      fc.tuple(doc, span).map(([id, { start, end }]) => `${id}#${start}-${end}`),
    ),
    { maxLength: 12 },
  );

  it('has everything that a system found in exactly one item, at the place or a copy of what is shown', () => {
    fc.assert(
      fc.property(ids, ids, fc.integer({ min: 1, max: 12 }), (one, two, depth) => {
        const input = pooled({ one: [one], two: [two] });
        const around = { places, copies: new Copies(places), seed: 's' };
        const items = judgingPool(input, 0, { depth, systems: new Set(['one', 'two']) }, around);
        const members = items.flatMap((item) => item.members);
        expect([...members].sort()).toEqual([...new Set([...one.slice(0, depth), ...two.slice(0, depth)])].sort());
        for (const item of items)
          for (const id of item.members)
            expect([item.place, ...item.copies].some((shown) => places.areSame(shown, places.of(id)))).toBe(true);
      }),
    );
  });
});
