import { beforeAll, describe, expect, it } from 'vitest';
import { valueOf } from '../../src/base/containers';
import { cjkBigram, cjkUnigram } from '../../src/domain/text/cjk';
import { collectionPath } from '../data';
import { goldenPath, readJson, sharedGoldenPath } from './read';
import { textRows } from '../../src/adapters/model/graph-inputs';
import { bundledTokenizer } from './models';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildJapanese } from '../../src/adapters/text/japanese';
import { isDeepStrictEqual } from 'node:util';
import { plainText } from '../../src/domain/text/plain-text';
import { hashText } from '../../src/base/hash';
import { japaneseWords, type MorphemeTokenizer } from '../../src/domain/text/open-analyzer';
import { readDictionaryFile } from '../dictionary';
import { loadStemmer } from '../../src/adapters/text/loaders';
import { STEMMER_LANGUAGES } from '../../src/domain/text/analyzer-spec';

describe('tokens', () => {
  interface Tokens {
    doc_ids: string[];
    doc_tokens: string[];
    query_ids: string[];
    query_tokens: string[];
  }

  interface Collection {
    corpus: Record<string, string>;
    queries: Record<string, string>;
  }

  const tokensPath = sharedGoldenPath('retrievers', 'tokens.json');
  const collection = collectionPath('semiconductor-zh', 'doc_qa_test.json');
  const absent = tokensPath === null || collection === null;

  function texts(): { text: string; expected: string }[] {
    const tokens = readJson<Tokens>(tokensPath!);
    const { corpus, queries } = readJson<Collection>(collection!);
    return [
      ...tokens.doc_ids.map((id, i) => ({ text: corpus[id]!, expected: tokens.doc_tokens[i]! })),
      ...tokens.query_ids.map((id, i) => ({ text: queries[id]!, expected: tokens.query_tokens[i]! })),
    ];
  }

  /** Whether a text has letters or digits, after NFKC, that came from outside ASCII and the Han blocks. */
  function hasOtherLetters(text: string): boolean {
    return [...text].some(
      (character) =>
        character > '\u007f' &&
        !/[\u3400-\u4dbf\u4e00-\u9fff]/.test(character) &&
        /[\p{L}\p{N}\p{M}]/u.test(character.normalize('NFKC')),
    );
  }

  it.skipIf(absent)('of cjkBigram are the reference’s on every text of ASCII and Han, 744 of 754', () => {
    const plain = texts().filter(({ text }) => !hasOtherLetters(text));
    expect(plain).toHaveLength(744);
    for (const { text, expected } of plain) expect(cjkBigram(text).join(' ')).toBe(expected);
  });
});

describe('tokens of Lucene', () => {
  const [texts, lucene] = ['texts.json', 'tokens.json'].map((file) => sharedGoldenPath('lucene', file));
  type Tokens = readonly (readonly [token: string, ...places: number[]])[];
  /** NFKC parts or joins other numbers and signs; Turkish and Greek letters are small in another way. */
  const OTHER = [32, 33, 51, 53, 85, 158];

  it.skipIf(!texts || !lucene)('are those of cjkUnigram but for emoji, what is longer than 255, and NFKC', () => {
    const { standard } = readJson<{ tokens: Record<string, Tokens[]> }>(lucene!).tokens;
    const differing = readJson<[group: string, text: string][]>(texts!).flatMap(([group, text], i) => {
      const expected = standard![i]!.map(([token]) => plainText(token));
      return ['emoji', 'long', 'surrogates'].includes(group) || isDeepStrictEqual(cjkUnigram(text), expected) ? [] : i;
    });
    expect(differing).toEqual(OTHER);
  });
});

/** By the trainer's tokenizer: sentences, emoji, full-width forms, rare characters, nothing, very long texts. */
const { texts, ids } = readJson<{ texts: string[]; ids: Record<string, number[][]> }>(
  goldenPath('models', 'tokens.json'),
);

describe.each(['hitrate-embedding', 'hitrate-reranker'])('the tokenizer of %s', (model) => {
  const tokenizer = bundledTokenizer(model);

  it('gives the ids of the trainer for 1,000 texts', () => {
    expect(texts).toHaveLength(1000);
    const wrong = texts.filter((text, i) => JSON.stringify(encode(text)) !== JSON.stringify(ids[model]![i]));
    expect(wrong).toEqual([]);
  });

  it('tells an unknown character from none', () => {
    expect(encode('a\u{13000}b')).not.toEqual(encode('ab'));
  });

  it('is cut without losing its last special token', () => {
    const [row] = textRows(tokenizer, [texts.find((text) => text.length > 10_000)!], 512);
    expect(row!.tokens).toBeGreaterThan(512);
    expect(row!.ids).toHaveLength(512);
    expect(row!.ids.at(-1)).toBe(3);
  });

  function encode(text: string): number[] {
    return (tokenizer(text, { return_tensor: false }) as { input_ids: number[] }).input_ids;
  }
});

describe('morphemes', () => {
  interface Sentence {
    text: string;
    morphemes: [surface: string, partOfSpeech: string, baseForm: string | null][];
  }

  interface Hashes {
    every: number;
    all: string[];
    'nouns-and-verbs': string[];
  }

  const collection = collectionPath('jsquad-ja');

  function texts(every: number): string[] {
    return ['corpus.jsonl', 'queries.jsonl']
      .flatMap((name) => readFileSync(join(collection!, name), 'utf8').trimEnd().split('\n'))
      .filter((_, i) => i % every === 0)
      .map((line) => (JSON.parse(line) as { text: string }).text);
  }

  let tokenize: MorphemeTokenizer;
  /** Both ways read the same sentences. */
  const read = new Map<string, ReturnType<MorphemeTokenizer>>();
  beforeAll(async () => {
    tokenize = await buildJapanese(readDictionaryFile);
  }, 60_000);

  describe('Japanese morphemes against MeCab', () => {
    const sentences = readJson<Sentence[]>(goldenPath('text', 'mecab.json'));

    it.each(sentences)('finds those of $text', ({ text, morphemes }) => {
      const found = tokenize(text).map(({ surface, partOfSpeech, baseForm }) => [surface, partOfSpeech, baseForm]);
      // MeCab takes spaces for nothing, kuromoji for a sign.
      expect(found.filter(([surface]) => surface !== ' ')).toEqual(morphemes);
    });

    it.skipIf(collection === null).each([
      ['all', 14],
      ['nouns-and-verbs', 12],
    ] as const)(
      'finds the words (%s) of 1,115 texts of jsquad-ja but for %i, most with kanji that the dictionary lacks',
      (parts, differing) => {
        const expected = readJson<Hashes>(goldenPath('text', 'mecab-jsquad.json'));
        const analyze = japaneseWords((text) => valueOf(read, text, () => tokenize(text)), parts);
        const found = texts(expected.every).map((text) => hashText(analyze(text).join(' ')).slice(0, 8));
        expect(found).toHaveLength(1115);
        expect(found.filter((hash, i) => hash !== expected[parts][i])).toHaveLength(differing);
      },
      60_000,
    );
  });
});

const stems = readJson<Record<string, Record<string, string>>>(goldenPath('text', 'stems.json'));

describe('stemmers against Snowball', () => {
  it('has words of every language', () => {
    expect(Object.keys(stems).sort()).toEqual([...STEMMER_LANGUAGES].sort());
  });

  it.each(STEMMER_LANGUAGES)('gives the stems of %s', async (language) => {
    const stem = await loadStemmer(language);
    const expected = stems[language]!;
    expect(Object.fromEntries(Object.keys(expected).map((word) => [word, stem(word)]))).toEqual(expected);
  });
});
