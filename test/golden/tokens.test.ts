import { describe, expect, it } from 'vitest';
import { cjkBigram } from '../../src/domain/text/cjk';
import { collectionPath } from '../data';
import { readJson, sharedGoldenPath } from './read';

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

/** The tokenizer of the reference: it knows ASCII words and Han, and does not normalise. */
function reference(text: string): string {
  const runs = text.toLowerCase().match(/[a-z0-9]+|[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+/g) ?? [];
  return runs.flatMap((run) => (/^[a-z0-9]/.test(run) || run.length === 1 ? [run] : pairs(run))).join(' ');
}

function pairs(run: string): string[] {
  return Array.from({ length: run.length - 1 }, (_, i) => run.slice(i, i + 2));
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

const ours = (text: string) => cjkBigram(text).join(' ');

describe.skipIf(absent)('cjkBigram against the reference tokens of semiconductor-zh', () => {
  it('agrees exactly on every text of ASCII and Han, 744 of 754', () => {
    const plain = texts().filter(({ text }) => !hasOtherLetters(text));
    expect(plain).toHaveLength(744);
    for (const { text, expected } of plain) expect(ours(text)).toBe(expected);
  });

  it('differs on nine texts only because NFKC turns the radicals of a broken PDF (⽇ for 日) into characters', () => {
    const radicals = texts().filter(({ text }) => /[\u2f00-\u2fdf]/.test(text));
    expect(radicals).toHaveLength(9);
    for (const { text, expected } of radicals) {
      expect(ours(text)).not.toBe(expected);
      expect(ours(text)).toBe(reference(text.normalize('NFKC')));
    }
  });

  it('differs on one text only because β is a letter', () => {
    const [greek, ...others] = texts().filter(({ text }) => hasOtherLetters(text) && !/[\u2f00-\u2fdf]/.test(text));
    expect(others).toEqual([]);
    expect(
      cjkBigram(greek!.text)
        .filter((token) => token !== 'β')
        .join(' '),
    ).toBe(greek!.expected);
  });
});
