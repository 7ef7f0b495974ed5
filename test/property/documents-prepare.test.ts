import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boilerplateEdits, lineKey, repeatedLines } from '../../src/domain/documents/boilerplate';
import { Edited, nfkcEdits, whiteSpaceEdits } from '../../src/domain/documents/edits';
import { duplicateGroups, NEAR, jaccard, shinglesOf } from '../../src/domain/documents/near-duplicates';
import { prepare, type FileDoc } from '../../src/domain/documents/prepare';
import { docId, type Heading } from '../../src/base/types';

const messy = fc.string({ unit: fc.constantFrom(...'\n\n\n \t\u00a0\u3000abcＡﬁ①漢ｶﾞe\u0301'), maxLength: 60 });

/** Documents of lines that come again, with headings whose places are known. */
const line = fc.constantFrom('Head Ａ', 'Page 1', 'Page  2', 'ﬁrst  words here', 'other   text', 'x', '', '  ');
const written: fc.Arbitrary<FileDoc[]> = fc
  .array(fc.array(fc.tuple(line, fc.boolean()), { minLength: 1, maxLength: 14 }), { maxLength: 7 })
  .map((files) =>
    files.map((lines, i) => {
      const headings: Heading[] = [];
      let text = '';
      for (const [words, isHeading] of lines) {
        if (isHeading && words.trim() !== '') headings.push({ start: text.length, level: 1, text: words });
        text += `${words}\n`;
      }
      return {
        file: `${i}`,
        doc: { id: docId(`${i}`), title: '', text, outline: { pages: [0, text.length >> 1], headings } },
      };
    }),
  );
const preparation = fc.record({
  nfkc: fc.boolean(),
  whiteSpace: fc.boolean(),
  boilerplate: fc.boolean(),
  duplicates: fc.constantFrom('keep' as const, 'merge' as const, 'drop' as const),
});

describe('the steps of preparation', () => {
  it('change nothing the second time', () => {
    fc.assert(
      fc.property(fc.oneof(messy, fc.string({ unit: 'binary' })), (text) => {
        const spaced = new Edited(text, whiteSpaceEdits(text)).text;
        expect(whiteSpaceEdits(spaced)).toEqual([]);
        expect(nfkcEdits(new Edited(text, nfkcEdits(text)).text)).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  it('take the same lines out once', () => {
    fc.assert(
      fc.property(written, (docs) => {
        const keys = new Set(repeatedLines(docs.map(({ doc }) => doc)).map(({ key }) => key));
        for (const { doc } of docs) {
          const edited = new Edited(doc.text, boilerplateEdits(doc, keys));
          const pages = doc.outline!.pages.map((at) => edited.forward(at));
          expect(boilerplateEdits({ text: edited.text, outline: { pages, headings: [] } }, keys)).toEqual([]);
          for (const { start, end } of edited.edits) expect(keys.has(lineKey(doc.text.slice(start, end)))).toBe(true);
        }
      }),
    );
  });

  it('leave every heading that stays at its text, and pages in order', () => {
    fc.assert(
      fc.property(written, preparation, (docs, chosen) => {
        for (const { doc } of prepare(docs, chosen).docs) {
          const { pages, headings } = doc.outline!;
          for (const { start, text } of headings) expect(doc.text.slice(start, start + text.length)).toBe(text);
          expect([...pages].sort((a, b) => a - b)).toEqual(pages);
          expect(pages.every((at) => at >= 0 && at <= doc.text.length)).toBe(true);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('near duplicates', () => {
  /** Texts of few words, in two scripts, made of one another with small changes. */
  const texts = fc.array(
    fc.tuple(fc.nat(2), fc.nat(4), fc.nat(60), fc.boolean()).map(([of, cut, at, cjk]) => {
      const words = Array.from({ length: 70 }, (_, i) =>
        cjk ? '水泵压力阀门'[(i * (of + 1)) % 6]! + String(i) : `w${of}x${i}`,
      );
      words.splice(at, cut, ...(cut % 2 === 1 ? ['changed'] : []));
      return words.join(' ');
    }),
    { maxLength: 12 },
  );

  it('are those that comparing each with all that are kept gives', () => {
    fc.assert(
      fc.property(texts, (all) => {
        const different = [...new Set(all)];
        const sets = different.map(shinglesOf);
        const naive = new Map<number, { id: string; similarity: number; exact: boolean }[]>();
        sets.forEach((set, i) => {
          const first = [...naive.keys()].find((kept) => jaccard(sets[kept]!, set) >= NEAR);
          if (first === undefined) naive.set(i, []);
          else naive.get(first)!.push({ id: `${i}`, similarity: jaccard(sets[first]!, set), exact: false });
        });
        const expected = [...naive].flatMap(([kept, others]) =>
          others.length > 0 ? [{ kept: `${kept}`, others }] : [],
        );
        expect(duplicateGroups(different.map((text, i) => ({ id: docId(`${i}`), text })))).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });
});
