import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countTokens } from '../../src/adapters/model/token-offsets';
import { cutByTokens, cut, whiteSpaceOf, sentencesOf } from '../../src/domain/chunk/by-tokens';
import { isSpace, type IsWhiteSpace, trimmed } from '../../src/domain/chunk/spans';
import { codePoints } from '../../src/domain/chunk/spans';
import type { Span } from '../../src/base/types';
import { bundledTokenizer } from '../golden/models';
import { documents, isPairSplit, ruledSpecs, texts, tokenSpecs } from './chunk-arbitraries';

const tokenizer = bundledTokenizer('hitrate-embedding');
const count = (parts: readonly string[]): Promise<Uint32Array> => Promise.resolve(countTokens(tokenizer, parts));
const slice = (text: string, { start, end }: Span): string => text.slice(start, end);

/** What is said of every chunker. */
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
  it('are trimmed places in the order of the text, none twice, and hold every character that is no white space', () => {
    fc.assert(
      fc.property(documents, ruledSpecs, (doc, spec) => {
        expectSound(doc.text, cut(doc, spec), whiteSpaceOf(spec));
      }),
      { numRuns: 400 },
    );
  });

  it('are no longer than asked for, and share no more than asked for', () => {
    fc.assert(
      fc.property(documents, ruledSpecs, (doc, spec) => {
        const spans = cut(doc, spec);
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
      { numRuns: 400 },
    );
  });

  it('end with a text whose separators never occur, at any size', () => {
    const text = '漢🫖'.repeat(500);
    for (const size of [1, 2, 7, 999, 1000, 1001]) {
      const doc = { ...fc.sample(documents, 1)[0]!, text };
      const spans = cut(doc, { kind: 'recursive', size, overlap: size - 1, separators: 'cjk', context: 'none' });
      expectSound(text, spans);
      expect(spans).toHaveLength(Math.max(1, 1000 - size + 1));
    }
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
      { numRuns: 80 },
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
