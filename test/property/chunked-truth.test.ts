import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chunkId } from '../../src/domain/chunk/recursive';
import { chunkedTruth } from '../../src/domain/chunk/chunked-truth';
import { cut } from '../../src/domain/chunk/by-tokens';
import { isPythonSpace, VisibleText } from '../../src/domain/chunk/spans';
import { docId, queryId, type Doc, type Judgment, type Span } from '../../src/base/types';
import { coverings, ruledSpecs, texts } from './chunk-arbitraries';

const q = queryId('q');
const document = (text: string): Doc => ({ id: docId('d'), title: '', text });
const placed = ({ id: doc }: Doc, spans: readonly Span[]) =>
  spans.map((span) => ({ id: chunkId(doc, span), place: { doc, ...span } }));

/** What is white space to Python's strip is in no passage of the recursive chunker, so that no judgment can be of it alone. */
const isJudgeable = (span: string): boolean =>
  [...span].some((character) => character.trim() !== '' && !isPythonSpace(character.charCodeAt(0)));

const judgedSpans = (text: string): fc.Arbitrary<Judgment[]> =>
  fc
    .array(fc.tuple(fc.nat(text.length), fc.nat(text.length), fc.integer({ min: 0, max: 2 })), { maxLength: 6 })
    .map((found) =>
      found
        .map(([a, b, grade]) => ({
          query: q,
          doc: docId('d'),
          grade,
          span: { start: Math.min(a, b), end: Math.max(a, b) },
        }))
        .filter(({ span }) => isJudgeable(text.slice(span.start, span.end))),
    );

const needsBy = (doc: Doc, spans: readonly Span[], judgments: readonly Judgment[]) =>
  chunkedTruth([doc], placed(doc, spans), { judgments }, 1).requirements.get(q) ?? [];

const cases = texts.chain((text) =>
  fc.record({
    doc: fc.constant(document(text)),
    one: coverings(text),
    other: coverings(text),
    spec: ruledSpecs,
    judgments: judgedSpans(text),
  }),
);

it('a document that is always covered has the same relevant spans under every chunking, and each can be found', () => {
  fc.assert(
    fc.property(cases, ({ doc, one, other, spec, judgments }) => {
      const relevant = judgments.filter(({ grade }) => grade >= 1);
      for (const spans of [one, other, cut(doc, spec), [{ start: 0, end: doc.text.length }]]) {
        const needs = needsBy(doc, spans, judgments);
        expect(needs).toHaveLength(relevant.length);
        expect(needs.filter(({ docs }) => docs.length === 0)).toEqual([]);
      }
    }),
    { numRuns: 2000 },
  );
});

it('a chunk has the grade of a span that it meets, and a chunk far from all spans has none', () => {
  fc.assert(
    fc.property(cases, ({ doc, one, judgments }) => {
      const { qrels } = chunkedTruth([doc], placed(doc, one), { judgments }, 1);
      for (const { id, place } of placed(doc, one)) {
        const grades = judgments
          .filter(({ span }) => new VisibleText(doc.text).overlap(place, span!) >= 0.5)
          .map(({ grade }) => grade);
        expect(qrels.get(q)?.get(id)).toBe(grades.length > 0 ? Math.max(...grades) : undefined);
      }
    }),
    { numRuns: 500 },
  );
});

it('a chunking that leaves out what is judged is found out: the need stays and nothing meets it', () => {
  let unmet = 0;
  fc.assert(
    fc.property(cases, ({ doc, one, judgments }) => {
      const relevant = judgments.filter(({ grade }) => grade >= 1);
      fc.pre(relevant.length > 0);
      const hole = relevant[0]!.span!;
      const left = one.filter(({ start, end }) => end <= hole.start || start >= hole.end);
      const needs = needsBy(doc, left, judgments);
      expect(needs).toHaveLength(relevant.length);
      expect(needs[0]!.docs).toEqual([]);
      unmet++;
    }),
    { numRuns: 300 },
  );
  expect(unmet).toBe(300);
});
