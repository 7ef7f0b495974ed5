import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { locate, mostAlike } from '../../src/domain/documents/locate';
import { type Edit, Edited, folded, nfkcEdits, whiteSpaceEdits } from '../../src/domain/documents/edits';
import { docId, type Heading } from '../../src/base/types';
import { boilerplateEdits, lineKey, repeatedLines } from '../../src/domain/documents/boilerplate';
import { duplicateGroups, jaccard, NEAR, shinglesOf } from '../../src/domain/documents/near-duplicates';
import { type FileDoc, prepare } from '../../src/domain/documents/prepare';

const whole = fc.string({ unit: 'binary' });
/** Characters that combine, fold, lengthen or vanish. */
const tricky = fc.string({
  unit: fc.constantFrom(...' \n\u00a0\u3000aAÅeﬁｶﾞㄱㅏ가각ᅡᆨ①İΣς\u0301\u0323\u0345½㍿Ａ漢が🙂'),
  maxLength: 30,
});

const edits = (text: string): fc.Arbitrary<Edit[]> =>
  fc.uniqueArray(fc.nat(text.length), { maxLength: 8 }).chain((cuts) => {
    const at = cuts.sort((a, b) => a - b);
    const pairs = Array.from({ length: at.length >> 1 }, (_, i) => [at[2 * i]!, at[2 * i + 1]!] as const);
    return fc.tuple(
      ...pairs.map(([start, end]) => fc.string({ maxLength: 4 }).map((put) => ({ start, end, text: put }))),
    );
  });

/** Every part of the text, each by the whole table of edits. */
function naiveAlike(pattern: string, text: string): number {
  let best = pattern.length;
  for (let start = 0; start <= text.length; start++) {
    let column = Array.from({ length: pattern.length + 1 }, (_, row) => row);
    for (let at = start; at < text.length; at++) {
      const next = [at - start + 1];
      for (let row = 1; row <= pattern.length; row++)
        next.push(
          Math.min(next[row - 1]! + 1, column[row]! + 1, column[row - 1]! + (pattern[row - 1] === text[at] ? 0 : 1)),
        );
      column = next;
      best = Math.min(best, column[pattern.length]!);
    }
  }
  return best;
}

it('offsets through edits go forward and back between the same characters', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 40 }).chain((text) => fc.tuple(fc.constant(text), edits(text))),
      ([text, changes]) => {
        const edited = new Edited(text, changes);
        for (let at = 0; at < text.length; at++) {
          if (changes.some(({ start, end }) => start <= at && at < end)) continue;
          const then = edited.forward(at);
          expect(edited.text[then]).toBe(text[at]);
          expect(edited.backward({ start: then, end: then + 1 })).toEqual({ start: at, end: at + 1 });
        }
        expect(edited.forward(text.length)).toBe(edited.text.length);
      },
    ),
  );
});

it('NFKC by edits is what the whole text normalises to', () => {
  fc.assert(
    fc.property(fc.oneof(whole, tricky), (text) => {
      expect(new Edited(text, nfkcEdits(text)).text).toBe(text.normalize('NFKC'));
    }),
    { numRuns: 600 },
  );
});

describe('a text that is looked for', () => {
  it('is found to the letter wherever it stands', () => {
    fc.assert(
      fc.property(tricky, tricky, tricky, (before, text, after) => {
        fc.pre(text.trim() !== '' && before.trim() !== '');
        const doc = { id: docId('d'), text: `${before} ${text} ${after}` };
        // A text that begins with a mark is no text of its own: it belongs to what stands before it.
        fc.pre(doc.text.normalize('NFKC').includes(` ${text.trim().normalize('NFKC')}`));
        const found = locate(text, [doc]);
        fc.pre(folded(text).text !== '');
        expect(found).not.toBeNull();
        if (found!.how !== 'exact') return;
        for (const { start, end } of found!.matches) expect(doc.text.slice(start, end)).toBe(text.trim());
      }),
      { numRuns: 250 },
    );
  });

  it('is found by its letters where case and white space differ, and what is found folds to it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-zé漢]{1,6}$/), { minLength: 1, maxLength: 6 }),
        fc.nat(5),
        (words, pad) => {
          const doc = { id: docId('d'), text: `${'x '.repeat(pad)}${words.join('\n  ').toUpperCase()} END` };
          const { matches, how } = locate(words.join(' '), [doc])!;
          expect(how === 'exact' || how === 'normalised').toBe(true);
          for (const { start, end } of matches)
            expect(folded(doc.text.slice(start, end)).text).toBe(folded(words.join(' ')).text);
        },
      ),
    );
  });
});

const letters = (maxLength: number) => fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength });

it('the part of a text that is most alike is as far away as the nearest of all parts, and is not told where that is too far', () => {
  fc.assert(
    fc.property(letters(8), letters(14), fc.nat(5), (pattern, text, most) => {
      fc.pre(pattern.length > most);
      const found = mostAlike(pattern, text, most);
      const distance = naiveAlike(pattern, text);
      expect(found === null).toBe(distance > most);
      if (found === null) return;
      expect(found.distance).toBe(distance);
      expect(naiveAlike(pattern, text.slice(found.start, found.end))).toBe(distance);
      expect(found.end - found.start).toBeGreaterThanOrEqual(pattern.length - distance);
      expect(found.end - found.start).toBeLessThanOrEqual(pattern.length + distance);
    }),
    { numRuns: 600 },
  );
});

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
      { numRuns: 600 },
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
      { numRuns: 250 },
    );
  });
});

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

it('near duplicates are those that comparing each with all that are kept gives', () => {
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
      const expected = [...naive].flatMap(([kept, others]) => (others.length > 0 ? [{ kept: `${kept}`, others }] : []));
      expect(duplicateGroups(different.map((text, i) => ({ id: docId(`${i}`), text })))).toEqual(expected);
    }),
    { numRuns: 100 },
  );
});
