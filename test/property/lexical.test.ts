import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Postings, PostingsBuilder } from '../../src/domain/retrieval/lexical/postings';
import { scorerOf, type ScorerSpec } from '../../src/domain/retrieval/lexical/scorers';
import { LexicalSearch } from '../../src/domain/retrieval/lexical/search';
import { annotationOf, foldActs, type Judged, type JudgingAct, undoing } from '../../src/domain/judging/acts';
import { Copies, judgedKey, placeKey, Places } from '../../src/domain/judging/places';
import { judgingPool } from '../../src/domain/judging/pool';
import { type Doc, docId, type DocId, type Judgment, queryId } from '../../src/base/types';
import { pooled } from '../unit/domain/judging/make';
import { compareBytes, compareHits } from '../../src/domain/run/order';
import { packRankings, unpackRankings } from '../../src/domain/run/packed';
import { canonicalJson } from '../../src/base/hash';
import { docIds, hits } from './arbitraries';

/** Few terms, so that documents share them, among them some that are awkward to join and to look up. */
const term: fc.Arbitrary<string> = fc.constantFrom('a', 'b', 'c', 'ab', 'bc', '', ' ', '__proto__', '日本', '🙂');
const document = fc.array(term, { maxLength: 12 });
const collection = fc.array(document, { maxLength: 15 });
const question = fc.array(fc.oneof(term, fc.constant('nowhere')), { maxLength: 8 });

const k1 = fc.double({ min: 0, max: 3, noNaN: true });
const unit = fc.double({ min: 0, max: 1, noNaN: true });
const spec: fc.Arbitrary<ScorerSpec> = fc.oneof(
  fc.record({ kind: fc.constant('bm25-lucene' as const), k1, b: unit }),
  fc.record({
    kind: fc.constant('bm25-plus' as const),
    k1,
    b: unit,
    delta: unit,
    absent: fc.constantFrom('nothing' as const, 'delta' as const),
  }),
  fc.record({
    kind: fc.constant('bm25l' as const),
    k1,
    b: unit,
    delta: unit,
    form: fc.constantFrom('paper' as const, 'rank-bm25' as const),
  }),
  fc.record({ kind: fc.constant('bm25-okapi' as const), k1, b: unit, epsilon: unit }),
  fc.constant({ kind: 'tf-idf' as const }),
  fc.record({ kind: fc.constant('query-likelihood' as const), mu: fc.double({ min: 0.1, max: 3000, noNaN: true }) }),
);

function stored(documents: readonly string[][]) {
  const builder = new PostingsBuilder();
  builder.add(documents);
  return builder.finish();
}

const searchOf = (documents: readonly string[][], of: ScorerSpec): LexicalSearch =>
  new LexicalSearch(new Postings(stored(documents)), of);

describe('a search', () => {
  it('finds the documents that hold a term of the question and no other, in order, and explains each score', () => {
    fc.assert(
      fc.property(collection, question, spec, (documents, terms, of) => {
        const search = searchOf(documents, of);
        const hits = search.search(terms, 20);
        const holding = documents.flatMap((words, doc) => (terms.some((text) => words.includes(text)) ? [doc] : []));
        expect(hits.map(({ doc }) => doc).sort((a, b) => a - b)).toEqual(holding);
        expect(hits).toEqual([...hits].sort((a, b) => b.score - a.score || a.doc - b.doc));
        for (const { doc, score } of hits) {
          const explained = search.explain(terms, doc);
          const parts = explained.shares.map(({ share }) => share);
          const size = parts.reduce((sum, share) => sum + Math.abs(share), 1e-300);
          const sum = parts.reduce((total, share) => total + share, 0);
          expect(Number.isFinite(score)).toBe(true);
          expect(explained.score).toBe(score);
          expect(Math.abs(sum - score) / size).toBeLessThan(1e-12);
        }
      }),
    );
  });

  it('does not depend on the questions asked before', () => {
    fc.assert(
      fc.property(collection, fc.array(question, { maxLength: 4 }), question, spec, (documents, before, terms, of) => {
        const search = searchOf(documents, of);
        for (const other of before) {
          search.search(other, 3);
          documents.forEach((_, doc) => search.explain(other, doc));
        }
        expect(search.search(terms, 20)).toEqual(searchOf(documents, of).search(terms, 20));
      }),
    );
  });
});

it('a scorer is worth for many postings what it is worth for each alone', () => {
  fc.assert(
    fc.property(collection, spec, (documents, of) => {
      const postings = new Postings(stored(documents));
      const scorer = scorerOf(postings, of);
      for (let id = 0; id < postings.termCount; id++) {
        const [from, to] = [postings.offsets[id]!, postings.offsets[id + 1]!];
        const [together, alone] = [new Float64Array(documents.length), new Float64Array(documents.length)];
        scorer.add(id, 1.5, from, to, together);
        for (let at = from; at < to; at++) scorer.add(id, 1.5, at, at + 1, alone);
        expect(together).toEqual(alone);
      }
    }),
  );
});

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

const ids = fc.uniqueArray(
  fc.oneof(
    doc.map((id) => id as string),
    fc.tuple(doc, span).map(([id, { start, end }]) => `${id}#${start}-${end}`),
  ),
  { maxLength: 12 },
);

it('a pool has everything that a system found in exactly one item, at the place or a copy of what is shown', () => {
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

describe('order', () => {
  /** Strings without half surrogate pairs, which have no UTF-8; from all planes. */
  const text = fc.string({ unit: 'binary', maxLength: 6 });

  const sign = Math.sign;

  it('compareBytes is the order of the UTF-8 bytes', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(sign(compareBytes(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
    );
  });

  const hit = fc.record({ id: fc.constantFrom(...docIds), score: fc.double({ noNaN: true, min: -2, max: 2 }) });

  it('compareHits is a total order: antisymmetric, transitive, and 0 only for equals', () => {
    fc.assert(
      fc.property(hit, hit, hit, (a, b, c) => {
        expect(sign(compareHits(a, b)) + sign(compareHits(b, a))).toBe(0);
        if (compareHits(a, b) <= 0 && compareHits(b, c) <= 0) expect(compareHits(a, c)).toBeLessThanOrEqual(0);
        if (compareHits(a, b) === 0) expect(a.id === b.id && a.score === b.score).toBe(true);
      }),
    );
  });

  it('packed rankings unpack to what was packed', () => {
    fc.assert(
      fc.property(fc.array(hits, { maxLength: 5 }), (rankings) => {
        const positions = rankings.map((list) => list.map(({ id, score }) => ({ doc: docIds.indexOf(id), score })));
        expect(unpackRankings(packRankings(positions), docIds)).toEqual(rankings);
      }),
    );
  });

  /** The same value with the keys of every object in reverse. */
  function reversed(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(reversed);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([key, field]) => [key, reversed(field)]),
    );
  }

  it('canonicalJson does not depend on the order of keys and reads back as the value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
