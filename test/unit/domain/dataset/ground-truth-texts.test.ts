import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eachContained, matchTexts, normaliseText } from '../../../../src/domain/dataset/ground-truth-texts';

/** Every pair, one by one. */
function naive(docs: readonly { title: string; text: string }[], texts: readonly string[]): number[][] {
  return texts.map((text) => {
    const truth = normaliseText(text);
    return docs.flatMap(({ title, text: body }, i) => {
      const [alone, whole] = [normaliseText(body) || normaliseText(title), normaliseText(`${title} ${body}`)];
      const contains = truth !== '' && whole.includes(truth);
      return contains || (alone !== '' && truth.includes(alone)) ? [i] : [];
    });
  });
}

describe('ground truth as texts', () => {
  it('matches what contains it or is contained in it, whatever the case and the white space', () => {
    const docs = ['The  Quick\nfox', 'quick', 'slow', '', 'the quick\u00a0fox and more'].map((text) => ({
      title: '',
      text,
    }));
    expect(matchTexts(docs, ['the quick fox', 'SLOW ', '', 'none of these', 'a slow quick one'])).toEqual([
      [0, 1, 4],
      [2],
      [],
      [],
      [1, 2],
    ]);
  });

  it('may reach over the title into the text', () => {
    const docs = [
      { title: 'Foxes', text: 'are quick' },
      { title: 'Foxes', text: '' },
    ];
    expect(matchTexts(docs, ['foxes are', 'foxes', 'are quick'])).toEqual([[0, 1], [0, 1], [0]]);
  });

  it('is what comparing every pair gives, at every length of texts', () => {
    // Few letters, so that parts are found again and again, and hashes meet.
    const word = fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'A'), maxLength: 6 });
    const long = fc
      .array(fc.constantFrom('ab', 'ba ', 'aab', 'B', '語'), { maxLength: 60 })
      .map((parts) => parts.join(''));
    const text = fc.oneof(word, long);
    const doc = fc.record({ title: fc.oneof(fc.constant(''), word), text });
    const same = fc.property(fc.array(doc, { maxLength: 12 }), fc.array(text, { maxLength: 8 }), (docs, texts) => {
      expect(matchTexts(docs, texts)).toEqual(naive(docs, texts));
    });
    fc.assert(same, { numRuns: 500 });
  });

  it('finds parts that were cut out of documents', () => {
    const words = fc.array(fc.constantFrom('heat', 'transfer', 'of', 'slender', 'bodies', 'at', 'speed'), {
      minLength: 20,
      maxLength: 60,
    });
    const cut = fc.tuple(words, fc.nat(19), fc.nat(40));
    const same = fc.property(fc.array(cut, { minLength: 1, maxLength: 6 }), (cuts) => {
      const docs = cuts.map(([each]) => ({ title: '', text: each.join(' ') }));
      const texts = cuts.map(([each, from, length]) => each.slice(from, from + 1 + length).join('  '));
      const found = matchTexts(docs, texts);
      expect(found).toEqual(naive(docs, texts));
      found.forEach((matches, i) => expect(matches).toContain(i));
    });
    fc.assert(same, { numRuns: 200 });
  });

  // Every pair of these would take hours.
  it('is found among 20,000 documents', () => {
    const docs = Array.from({ length: 20_000 }, (_, i) => ({
      title: '',
      text: `all begin alike ${i * 7919} ${'x y '.repeat(60)}`,
    }));
    const texts = docs.filter((_, i) => i % 4 === 0).map(({ text }) => text.slice(0, 60));
    const found = matchTexts(docs, texts);
    expect(found.every((matches, i) => matches.includes(i * 4))).toBe(true);
  });

  it('tells each pair once, and empty needles never', () => {
    const pairs: unknown[] = [];
    eachContained(['a', '', 'aa'], ['aaaa', 'b', ''], (needle, haystack) => pairs.push([needle, haystack]));
    expect(pairs).toEqual([
      [0, 0],
      [2, 0],
    ]);
  });
});
