import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { buildJapanese } from '../../../../src/adapters/text/japanese';
import { japaneseWords } from '../../../../src/domain/text/open-analyzer';
import { readDictionaryFile } from '../../../dictionary';

describe('buildJapanese', { timeout: 60_000 }, () => {
  // A host may have unpacked some of the files on the way.
  const built = buildJapanese(async (name) => {
    const file = await readDictionaryFile(name);
    return name.startsWith('t') ? new Uint8Array(gunzipSync(file)) : file;
  });

  it('reads the dictionary and finds the words of plums', async () => {
    const tokenize = await built;
    expect(
      tokenize('すもももももももものうち')
        .map(({ surface }) => surface)
        .join('|'),
    ).toBe('すもも|も|もも|も|もも|の|うち');
    expect(japaneseWords(tokenize, 'nouns-and-verbs')('すもももももももものうち')).toEqual([
      'すもも',
      'もも',
      'もも',
      'うち',
    ]);
    expect(japaneseWords(tokenize, 'all')('走った・走ります')).toEqual(['走る', 'た', '走る', 'ます']);
  });

  it('goes on after half a surrogate pair and U+0000, at which the package stops', async () => {
    const tokenize = await built;
    expect(japaneseWords(tokenize, 'all')('日本\ud800語\udc00\0本')).toEqual(['日本', '語', '本']);
  });

  it('passes on why a file could not be read', async () => {
    await expect(buildJapanese(() => Promise.reject(new Error('no connection')))).rejects.toThrow('no connection');
  });
});
