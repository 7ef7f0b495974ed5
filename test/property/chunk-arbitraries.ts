import fc from 'fast-check';
import type { ChunkerSpec, SplitChunkerSpec } from '../../src/domain/chunk/chunker-spec';
import { docId, type Doc, type Heading, type Span } from '../../src/base/types';

/** What texts are made of: words, CJK, marks that combine, emoji of several code points, and all kinds of white space. */
const PARTS = [
  ...['a', 'word', 'Ende.', 'What?', 'e\u0301', 'o\u0308\u0323', 'internationalisation', '3.14', "can't", '---', '#'],
  ...['半导体', '光', '。', '，', '！', '東京タワー', 'です', '、', '「', '」', '한국어', 'ภาษาไทย'],
  ...['\u{20000}\u{20001}'],
  ...['🫖', '👩‍👩‍👧', '🇩🇪', '☕\ufe0f', '\u200d'],
  ...[' ', '  ', '\t', '\n', '\n\n', '\n\n\n', '\u3000', '\u00a0', '      ', '\x1c', '\x85', '\ufeff'],
];

export const texts: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...PARTS), { maxLength: 80, size: 'max' })
  .map((parts) => parts.join(''));

/** A document with headings wherever a part begins; they need not look like headings. */
export const documents: fc.Arbitrary<Doc> = texts.chain((text) =>
  fc
    .array(fc.record({ at: fc.nat(text.length), level: fc.integer({ min: 1, max: 6 }) }), { maxLength: 6 })
    .map((found) => {
      const starts = new Map(found.map(({ at, level }) => [boundary(text, at), level]));
      const headings: Heading[] = [...starts]
        .sort(([a], [b]) => a - b)
        .map(([start, level]) => ({ start, level, text: text.slice(start, start + 5) }));
      return { id: docId('d'), title: '', text, outline: { pages: [], headings } };
    }),
);

/** Not between the two halves of a character. */
const boundary = (text: string, at: number): number => (isPairSplit(text, at) ? at - 1 : at);

export const isPairSplit = (text: string, at: number): boolean =>
  at > 0 && at < text.length && text.codePointAt(at - 1)! > 0xffff;

const lengths = fc
  .integer({ min: 1, max: 40 })
  .chain((size) => fc.record({ size: fc.constant(size), overlap: fc.nat(size - 1) }));
const context = fc.constant('none' as const);

export type Ruled = Exclude<SplitChunkerSpec, { kind: 'tokens' }>;

export const ruledSpecs: fc.Arbitrary<Ruled> = fc.oneof(
  fc
    .tuple(lengths, fc.constantFrom('latin', 'cjk'))
    .map(([length, separators]) => ({ kind: 'recursive' as const, ...length, separators, context: 'none' as const })),
  fc.record({
    kind: fc.constant('sentences' as const),
    size: fc.integer({ min: 1, max: 60 }),
    overlap: fc.nat(4),
    context,
  }),
  fc.record({
    kind: fc.constant('headings' as const),
    level: fc.integer({ min: 1, max: 6 }),
    size: fc.integer({ min: 1, max: 60 }),
    context,
  }),
  lengths.map((length) => ({ kind: 'window' as const, ...length, context: 'none' as const })),
);

export const tokenSpecs: fc.Arbitrary<Extract<ChunkerSpec, { kind: 'tokens' }>> = lengths.map((length) => ({
  kind: 'tokens',
  model: 'hitrate-embedding',
  revision: 'r',
  ...length,
  context: 'none',
}));

/** Spans that hold all of a text: cut anywhere, each reaching into the one before by any length, trimmed or not. */
export const coverings = (text: string): fc.Arbitrary<Span[]> =>
  fc.array(fc.record({ at: fc.nat(text.length), back: fc.nat(30) }), { maxLength: 12 }).map((cuts) =>
    [...cuts, { at: text.length, back: 0 }]
      .sort((a, b) => a.at - b.at)
      .map(({ at }, i, sorted) => ({
        start: Math.max(0, (sorted[i - 1]?.at ?? 0) - (sorted[i - 1]?.back ?? 0)),
        end: at,
      }))
      .filter(({ start, end }) => end > start),
  );
