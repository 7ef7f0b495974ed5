import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countTokens } from '../../src/adapters/model/token-offsets';
import { cut, cutByTokens, sentencesOf, whiteSpaceOf } from '../../src/domain/chunk/by-tokens';
import {
  codePoints,
  isPythonSpace,
  isSpace,
  type IsWhiteSpace,
  trimmed,
  VisibleText,
} from '../../src/domain/chunk/spans';
import { type Doc, docId, type Judgment, queryId, type Span } from '../../src/base/types';
import { bundledTokenizer } from '../golden/models';
import { coverings, documents, isPairSplit, ruledSpecs, texts, tokenSpecs } from './chunk-arbitraries';
import { chunkId } from '../../src/domain/chunk/recursive';
import { chunkedTruth } from '../../src/domain/chunk/chunked-truth';

const tokenizer = bundledTokenizer('hitrate-embedding');
const count = (parts: readonly string[]): Promise<Uint32Array> => Promise.resolve(countTokens(tokenizer, parts));
const slice = (text: string, { start, end }: Span): string => text.slice(start, end);

/** What is said of every chunker: trimmed places in the order of the text, none twice, that hold all but white space. */
function expectSound(text: string, spans: readonly Span[], isWhiteSpace: IsWhiteSpace = isSpace): void {
  const covered = new Uint8Array(text.length);
  spans.forEach((span, i) => {
    const { start, end } = span;
    expect(end).toBeGreaterThan(start);
    expect(trimmed(text, span, isWhiteSpace)).toEqual(span);
    expect(isPairSplit(text, start) || isPairSplit(text, end)).toBe(false);
    const before = spans[i - 1];
    if (before) {
      expect(start).toBeGreaterThanOrEqual(before.start);
      expect(end).toBeGreaterThanOrEqual(before.end);
      expect(span).not.toEqual(before);
    }
    covered.fill(1, start, end);
  });
  const left = [...covered.keys()].filter((at) => covered[at] === 0 && !isWhiteSpace(text.charCodeAt(at)));
  expect(left).toEqual([]);
}

/** What each chunk shares with the one before. */
const shared = (spans: readonly Span[]): Span[] =>
  spans.slice(1).map(({ start }, i) => ({ start, end: Math.max(start, spans[i]!.end) }));

describe('chunks by rules', () => {
  it('are sound, no longer than asked for, and share no more than asked for', () => {
    fc.assert(
      fc.property(documents, ruledSpecs, (doc, spec) => {
        const spans = cut(doc, spec);
        expectSound(doc.text, spans, whiteSpaceOf(spec));
        const sentences = spec.kind === 'sentences' ? sentencesOf(doc.text) : [];
        const isSentence = ({ start, end }: Span) => sentences.some((each) => each.start === start && each.end === end);
        for (const span of spans)
          expect(codePoints(doc.text, span) <= spec.size || isSentence(span), slice(doc.text, span)).toBe(true);
        for (const part of shared(spans)) {
          if (spec.kind === 'headings') expect(part.end - part.start).toBe(0);
          else if (spec.kind === 'sentences')
            expect(
              sentences.filter(({ start, end }) => start >= part.start && end <= part.end).length,
            ).toBeLessThanOrEqual(spec.overlap);
          else expect(codePoints(doc.text, part)).toBeLessThanOrEqual(spec.overlap);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('chunks by tokens', () => {
  it('are as sound, and neither they nor what they share have more tokens than asked for', async () => {
    await fc.assert(
      fc.asyncProperty(texts, tokenSpecs, async (text, spec) => {
        const spans = await cutByTokens({ text }, spec, count);
        expectSound(text, spans);
        const tokens = countTokens(
          tokenizer,
          spans.map((span) => slice(text, span)),
        );
        const characters = spans.map((span) => codePoints(text, span));
        tokens.forEach((number, i) => expect(number <= spec.size || characters[i] === 1).toBe(true));
        for (const number of countTokens(
          tokenizer,
          shared(spans).map((span) => slice(text, span)),
        ))
          expect(number).toBeLessThanOrEqual(spec.overlap);
      }),
      { numRuns: 60 },
    );
  });

  it('hold for a model whose texts have fewer or more tokens than their words', async () => {
    const strange = [
      (text: string) => Math.ceil(Buffer.byteLength(text) / 3),
      (text: string) => Math.ceil(Math.sqrt(text.length)),
      (text: string) => text.length + (text.match(/\s/gu)?.length ?? 0) * 3,
      (text: string) => (text.length % 7) + text.length,
    ];
    for (const tokensOf of strange)
      await fc.assert(
        fc.asyncProperty(texts, tokenSpecs, async (text, spec) => {
          const spans = await cutByTokens({ text }, spec, (parts) =>
            Promise.resolve(Uint32Array.from(parts.map(tokensOf))),
          );
          expectSound(text, spans);
          for (const span of spans)
            expect(tokensOf(slice(text, span)) <= spec.size || codePoints(text, span) === 1).toBe(true);
        }),
        {
          numRuns: 40,
          examples: [
            [
              'a      🫖🫖Ende.a\ufeffinternationalisation',
              { kind: 'tokens', model: 'm', revision: 'r', size: 24, overlap: 8, context: 'none' },
            ],
          ],
        },
      );
  });
});

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
    { numRuns: 300 },
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
    { numRuns: 150 },
  );
});
