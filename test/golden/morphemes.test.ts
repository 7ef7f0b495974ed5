import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildJapanese } from '../../src/adapters/text/japanese';
import { hashText } from '../../src/base/hash';
import { japaneseWords, type MorphemeTokenizer } from '../../src/domain/text/open-analyzer';
import { collectionPath } from '../data';
import { readDictionaryFile } from '../dictionary';
import { goldenPath, readJson } from './read';

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
      const analyze = japaneseWords(tokenize, parts);
      const found = texts(expected.every).map((text) => hashText(analyze(text).join(' ')).slice(0, 8));
      expect(found).toHaveLength(1115);
      expect(found.filter((hash, i) => hash !== expected[parts][i])).toHaveLength(differing);
    },
    60_000,
  );
});
