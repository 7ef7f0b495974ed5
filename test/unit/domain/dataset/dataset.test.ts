import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareBytes } from '../../../../src/domain/run/order';
import { contentKey } from '../../../../src/base/hash';
import { type Doc, docId, type Metadata } from '../../../../src/base/types';
import { describeDocs, prepareCorpus, readKey, summariseFields, textKey } from '../../../../src/domain/dataset/corpus';
import { listed, placeName, quoted, SourceFailure } from '../../../../src/domain/dataset/problem';
import { LineCounter, linesOf, wholeText } from '../../../../src/domain/dataset/source';
import { bySplit, chooseSplit, fileOfSplit, splitNames } from '../../../../src/domain/dataset/splits';
import { source } from './make';
import { eachContained, matchTexts, normaliseText } from '../../../../src/domain/dataset/ground-truth-texts';

describe('a corpus', () => {
  const doc = (id: string, text = id, title = ''): Doc => ({ id: docId(id), title, text });

  it('is ordered by id, descending by bytes, so that the lower position wins a tie as in trec_eval', () => {
    // UTF-16 units would put U+1F642 before U+FFEE.
    const docs = [doc('a'), doc('\uffee'), doc('🙂'), doc('b')];
    expect(Array.from(prepareCorpus(docs).order, (at) => docs[at]!.id)).toEqual(['🙂', '\uffee', 'b', 'a']);
  });

  it('has a key that follows ids, texts and outlines, and not the order of the file', () => {
    const { key } = prepareCorpus([doc('a', 'x'), doc('b', 'y')]);
    expect(prepareCorpus([doc('b', 'y'), doc('a', 'x')]).key).toBe(key);
    const outline = { pages: [0], headings: [] };
    const others = [[doc('a', 'x'), doc('b', 'z')], [doc('a', 'x'), doc('c', 'y')], [doc('a', 'x'), { ...doc('b', 'y'), outline }]]; // prettier-ignore
    for (const other of others) expect(prepareCorpus(other).key).not.toBe(key);
  });

  it('has the keys of the parts hashed whole, by which what was computed before is found', () => {
    const id = fc.string({ unit: 'grapheme', minLength: 1 });
    const ids = fc.uniqueArray(id, { maxLength: 1200, size: 'max' });
    fc.assert(
      fc.property(ids, fc.boolean(), (names, described) => {
        const docs = names.map((name): Doc => ({ ...doc(name), ...(described ? { metadata: { n: name } } : {}) }));
        const ordered = docs.toSorted((a, b) => compareBytes(b.id, a.id));
        const corpus = prepareCorpus(docs);
        expect(Array.from(corpus.order, (at) => docs[at])).toEqual(ordered);
        expect(corpus.textKeys).toEqual(ordered.map(({ text }) => textKey(text)));
        expect(corpus.key).toBe(contentKey({ ids: ordered.map((each) => each.id), textKeys: corpus.textKeys }));
        const metadata = contentKey(ordered.map((each) => [each.id, each.metadata]));
        expect(corpus.metadataKey).toBe(described && docs.length > 0 ? metadata : null);
      }),
      { numRuns: 10 },
    );
  });

  it('is described by its keys and its fields', () => {
    const docs = [{ ...doc('a'), metadata: { year: 1984 } }, doc('b')];
    const { key, metadataKey } = prepareCorpus(docs);
    expect(describeDocs(docs)).toMatchObject({ key, metadataKey, fields: [{ name: 'year', docs: 1 }] });
    expect(readKey({ key, metadataKey }, [])).toBe(key);
    expect(readKey({ key, metadataKey }, ['year'])).toBe(contentKey({ corpus: key, metadata: metadataKey }));
  });
});

describe('the fields of a collection', () => {
  const doc = (i: number, metadata?: Metadata): Doc => ({
    id: docId(`d${i}`),
    title: '',
    text: '',
    ...(metadata && { metadata }),
  });

  it('are told with how many documents have them, their values and examples', () => {
    const docs = [doc(1, { colour: ['red', 'blue'] }), doc(2, { colour: 'red' }), doc(3)];
    expect(summariseFields(docs)).toEqual([
      { name: 'colour', docs: 2, values: ['red', 'blue'], examples: ['red', 'blue'], range: null },
    ]);
  });

  it('have a range where every document that has them has a number, also one written as text', () => {
    const [price, size] = summariseFields([doc(1, { price: '10.5', size: 4 }), doc(2, { price: 2, size: 'XL' })]);
    expect(price!.range).toEqual([2, 10.5]);
    expect(size!.range).toBeNull();
  });
});

describe('problems', () => {
  it('name another place by its line, and by its file where that is another', () => {
    expect(placeName({ file: 'a', line: 3 }, { file: 'a' })).toBe('line 3');
    expect(placeName({ file: 'b', line: 3 }, { file: 'a' })).toBe('b, line 3');
    expect(placeName({ file: 'a' }, { file: 'a' })).toBe('a');
  });

  it('cut long ids without breaking a character, and long lists', () => {
    expect(quoted('d1')).toBe('“d1”');
    const cut = quoted('🦆'.repeat(100));
    expect(cut).toMatch(/^“🦆+…”$/u);
    expect(cut.length).toBeLessThan(90);
    expect(listed(['a', 'b'])).toBe('a, b');
    expect(listed([...'abcdefghijklm'])).toBe('a, b, c, d, e, f, g, h, i, j and 3 more');
  });
});

it('counts lines and columns from 1, forwards and back, and takes a line break for the end of its line', () => {
  const lines = new LineCounter('ab\n\r\ncd');
  const at = (offset: number) => Object.values(lines.at(offset));
  expect(at(0)).toEqual([1, 1]);
  expect(at(2)).toEqual([1, 3]);
  expect(at(3)).toEqual([2, 1]);
  expect(at(6)).toEqual([3, 2]);
  expect(at(7)).toEqual([3, 3]);
  expect(at(1)).toEqual([1, 2]);
});

// Read from its start each time it would take an hour.
it('reads one long line once', () => {
  const lines = new LineCounter('x'.repeat(10_000_000));
  let line = 0;
  for (let offset = 0; offset < 100_000; offset++) ({ line } = lines.at(offset));
  expect(line).toBe(1);
});

it('linesOf leaves out line ends and blank lines, and counts them', () => {
  const block = { text: '\r\n a \r\n\n \t\nb\rc\r\r\nd', firstLine: 5 };
  expect([...linesOf(block)]).toEqual([
    { text: ' a ', number: 6 },
    { text: 'b\rc\r', number: 9 },
    { text: 'd', number: 10 },
  ]);
});

it('wholeText fails with the figure before a string would be too long', async () => {
  const failure = await wholeText(source('a.json', 'a\nb\n'), 3).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(SourceFailure);
  expect((failure as SourceFailure).problem).toMatchObject({ code: 'too-large', file: 'a.json' });
  expect((failure as SourceFailure).message).toMatch(/more than 3 characters/);
});

it.each([
  [['dev', 'test', 'train'], undefined, 'test'],
  [['dev', 'train'], undefined, 'dev'],
  [['a', 'b'], undefined, 'a'],
  [[], undefined, null],
  [['dev', 'test'], 'dev', 'dev'],
  [['dev', 'test'], 'Test', undefined],
  [[], 'test', undefined],
])('of %j, asked for %s: %s', (splits, asked, expected) => {
  expect(chooseSplit(splits, asked)).toBe(expected);
});

const files = (...paths: string[]) =>
  bySplit(
    paths.map((path) => source(path, '')),
    /^qa/i,
  );

describe('splits of files', () => {
  it('are what stands behind the name of the part', () => {
    expect([...files('a/qa_train.json', 'qa.json', 'QA-test.small.csv').keys()]).toEqual(['', 'test.small', 'train']);
  });

  it('are none where one file has none, and a name for it where others have one', () => {
    expect(splitNames(files('qa.json'), 'all')).toEqual([]);
    expect(splitNames(files('qa.json', 'qa.dev.json'), 'all')).toEqual(['all', 'dev']);
  });

  it.each([
    [['qa.dev.json', 'qa.dev.small.json'], 'dev.small', 'qa.dev.small.json'],
    [['qa.dev.json', 'qa.train.json'], 'dev.small', 'qa.dev.json'],
    [['qa.json', 'qa.train.json'], 'dev', 'qa.json'],
    [['qa.train.json'], 'dev', 'qa.train.json'],
    [['qa.train.json', 'qa.test.json'], 'dev', undefined],
    [['qa.de.json', 'qa.test.json'], 'dev', undefined],
  ])('of %j and %s give %s', (paths, split, expected) => {
    expect(fileOfSplit(files(...paths), split)?.path).toBe(expected);
  });
});

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
    fc.assert(same, { numRuns: 150 });
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
    fc.assert(same, { numRuns: 40 });
  });

  it('is found among 4,000 documents that begin alike', () => {
    const docs = Array.from({ length: 4000 }, (_, i) => ({
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
