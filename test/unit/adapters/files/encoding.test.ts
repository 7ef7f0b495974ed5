import { importMessages } from '../../../../src/ui/shared/messages/importing';
import { say } from '../../../../src/ui/shared/messages/say';
import { describe, expect, it } from 'vitest';
import { DecodedText, encodingOf, Meter } from '../../../../src/adapters/files/text';
import { ProblemLog, SourceFailure } from '../../../../src/domain/dataset/problem';
import { encodedAs } from './documents/encodings';
import { LANGUAGE_SAMPLES } from './documents/language-samples';
import { beirFiles, bytesOf, imported, lines, llamaIndexJson, problemsOf, read, utf16, type Content } from './make';

const corpus = lines({ _id: 'd1', text: '一つ 🦆' }, { _id: 'd2', text: 'ünïcode' });
const encodings: [string, (text: string) => Content, boolean][] = [
  ['UTF-8', (text) => text, false],
  ['UTF-8 with a mark', (text) => `\uFEFF${text}`, false],
  ['UTF-16 LE with a mark', (text) => utf16(text, 'le', true), true],
  ['UTF-16 BE with a mark', (text) => utf16(text, 'be', true), true],
  ['UTF-16 LE without a mark', (text) => utf16(text, 'le', false), true],
  ['UTF-16 BE without a mark', (text) => utf16(text, 'be', false), true],
];

describe.each(encodings)('a file in %s', (_name, encode, isRepaired) => {
  it('is read as JSON Lines', async () => {
    const { dataset, warnings } = await imported(beirFiles({ 'corpus.jsonl': encode(corpus) }));
    expect(dataset.docs.map(({ text }) => text)).toEqual(['一つ 🦆', 'ünïcode']);
    expect(warnings.map(({ code, file }) => [code, file])).toEqual(
      isRepaired ? [['repaired-encoding', 'corpus.jsonl']] : [],
    );
  });

  it('is read as a table and as JSON', async () => {
    const table = encode('query-id\tcorpus-id\tscore\r\nq1\td1\t1\r\n');
    expect((await imported(beirFiles({ 'qrels/test.tsv': table }))).dataset.judgments).toHaveLength(1);
    expect((await imported({ 'a.json': encode(llamaIndexJson()) })).dataset.docs).toHaveLength(2);
  });
});

/** As programs of the old Mac OS write, and spreadsheets that save as “CSV (Macintosh)”. */
const withReturns = (content: string): string => content.replaceAll('\n', '\r');

describe.each(encodings)('lines that end with a carriage return alone, in %s', (_name, encode) => {
  it('are lines in all formats', async () => {
    const files = beirFiles();
    const whole = await imported(files);
    const read = await imported(
      Object.fromEntries(
        Object.entries(files).map(([path, content]) => [path, encode(withReturns(content as string))]),
      ),
    );
    expect(read.dataset).toEqual(whole.dataset);
  });

  it('are rows of judgments in CSV, and counted in problems', async () => {
    const csv = withReturns('query,docid,rating\nwhich?,d1,1\nwhy?,d2,2\n');
    expect((await imported({ 'ratings.csv': encode(csv) })).dataset.judgments).toHaveLength(2);
    const bad = withReturns('query,docid,rating\nwhich?,d1,1\nwhy?,d2,high\n');
    expect(await problemsOf({ 'ratings.csv': encode(bad) })).toMatchObject([{ code: 'bad-grade', line: 3 }]);
  });
});

describe('a table in another encoding', () => {
  it.each(
    LANGUAGE_SAMPLES.flatMap(({ language, text, encodings: labels }) =>
      labels.map((label) => [language, label, text] as const),
    ),
  )('is read where that is certain, and said, else refused: %s in %s', async (_language, label, text) => {
    const words = text.replace(/[\n;]/g, ' ').match(/.{1,20}/gu)!;
    const table = `query;docid;rating\n${words.map((word, i) => `${word};d${i};1\n`).join('')}`;
    const outcome = await read({ 'ratings.csv': encodedAs(label, table) });
    if (MUST_READ.includes(label)) expect(outcome.ok).toBe(true);
    if (!outcome.ok) return expect(outcome.problems).toMatchObject([{ code: 'bad-encoding', file: 'ratings.csv' }]);
    expect(outcome).toMatchObject({ dataset: (await imported({ 'ratings.csv': table })).dataset });
    expect(outcome.warnings.map(({ code }) => code)).toContain('repaired-encoding');
  });
});

const MUST_READ = ['shift_jis', 'euc-jp', 'gb18030', 'big5', 'euc-kr', 'windows-1251'];

describe('bytes that are no text', () => {
  const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

  it.each<[string, Content, number, RegExp]>([
    [
      'Latin-1',
      latin1('{"_id":"d1","text":"a"}\n\n{"_id":"d2","text":"\xfcber"}\n'),
      3,
      /not valid UTF-8.*save it as UTF-8/,
    ],
    ['a character cut off at the end', bytesOf('{"_id":"d1","text":"a"}\nあ').slice(0, -1), 2, /UTF-8/],
    [
      'half of a pair in UTF-16',
      utf16('{"_id":"d1"}\n{"_id":"\uD83D"}\n{}', 'le', true),
      2,
      /UTF-16 \(little endian\)/,
    ],
    ['an odd number of bytes in UTF-16', utf16('{}\n{}', 'be', true).slice(0, -1), 2, /UTF-16 \(big endian\)/],
  ])('are told with their line: %s', async (_name, content, line, says) => {
    const problems = await problemsOf(beirFiles({ 'corpus.jsonl': content }));
    const found = problems.find(({ code }) => code === 'bad-encoding');
    expect(found).toMatchObject({ file: 'corpus.jsonl', line });
    expect(say(importMessages, found!)).toMatch(says);
  });

  it('are told in every file, and in JSON', async () => {
    const bad = latin1('{"queries": {\n"q": "\xe9"}}');
    expect(await problemsOf({ 'a.json': bad })).toMatchObject([{ code: 'bad-encoding', line: 2 }]);
    const both = await problemsOf(beirFiles({ 'corpus.jsonl': bad, 'queries.jsonl': bad }));
    expect(both.filter(({ code }) => code === 'bad-encoding')).toHaveLength(2);
  });
});

describe('encodingOf', () => {
  it.each([
    ['a\rb', true],
    ['a\rb\nc', false],
    ['a\r\nb', false],
    // What follows may be a line feed.
    ['a long first line\r', false],
    ['no end', false],
  ])('says whether lines of %j end by a carriage return alone', (text, endsByReturn) => {
    expect(encodingOf(bytesOf(text)).endsByReturn).toBe(endsByReturn);
    expect(encodingOf(utf16(text, 'be', true)).endsByReturn).toBe(endsByReturn);
    // The bytes of ഊ and ਍ are those of a line feed and a carriage return, and mean neither.
    expect(encodingOf(utf16(`ഊ਍${text}`, 'le', true)).endsByReturn).toBe(endsByReturn);
  });

  it.each([
    ['nothing', []],
    ['one byte', [0x61]],
    ['ASCII', [0x7b, 0x22, 0x5f, 0x69]],
    ['NUL bytes all over', [0, 0, 0, 0]],
  ])('takes %s for UTF-8', (_name, bytes) => {
    expect(encodingOf(Uint8Array.from(bytes))).toMatchObject({ label: 'utf-8' });
  });
});

describe('DecodedText', () => {
  /** A file that comes in chunks of a few bytes, so that each break falls everywhere in turn. */
  const chunked = (bytes: Uint8Array, size: number): DecodedText => {
    async function* chunks(): AsyncGenerator<Uint8Array> {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    }
    const source = { path: 'a.txt', bytes: bytes.length, chunks };
    return new DecodedText(source, new Meter(1000, () => {}), new ProblemLog());
  };

  it.each(encodings)('gives whole lines with their numbers, however chunks fall: %s', async (_name, encode) => {
    const text = 'äh🦆\n\nਊ㨊\r\n\nb';
    for (const size of [1, 2, 3, 5, 7, 100]) {
      const file = chunked(bytesOf(encode(`ab${text}`)), size);
      let whole = '';
      for await (const block of file.blocks()) {
        expect(block.firstLine).toBe(whole.split('\n').length);
        whole += block.text;
        expect(whole === `ab${text}` || block.text.endsWith('\n')).toBe(true);
      }
      expect(whole).toBe(`ab${text}`);
    }
  });

  it('ends where more bytes come than are allowed', async () => {
    const file = chunked(new Uint8Array(2000).fill(0x61), 100);
    const reading = (async () => {
      for await (const { text } of file.blocks()) expect(text).toBe('never');
    })();
    await expect(reading).rejects.toBeInstanceOf(SourceFailure);
  });
});
