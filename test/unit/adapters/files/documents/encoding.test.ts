import { describe, expect, it } from 'vitest';
import { decodeFile, guessEncoding } from '../../../../../src/adapters/files/documents/encoding';
import { bytesOf, utf16 } from '../make';
import { withHighBitsFlipped } from './damage';
import { encodedAs, iso2022jp } from './encodings';
import { LANGUAGE_SAMPLES } from './language-samples';

const chinese = '凯尔茅斯博物馆位于码头街的旧海关大楼内，是一座只有七间展室的小镇博物馆。';
const traditional = '燈籠節在每年十二月的第二個星期六舉行，這個節日始於一九二四年。';
const japanese = '渡し船は呼び鈴で呼びます。岸の柱にある鐘を三回鳴らします。';
const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

describe('the encoding of a file', () => {
  it.each([
    ['utf-8', bytesOf(chinese), chinese],
    ['utf-8', bytesOf(`\ufeff${chinese}`), chinese],
    ['utf-8', bytesOf('\x1b[31mred\x1b[0m, as terminals have it'), '\x1b[31mred\x1b[0m, as terminals have it'],
    ['utf-16le', utf16(japanese, 'le', true), japanese],
    ['utf-16be', utf16(japanese, 'be', true), japanese],
    ['utf-16le', utf16(`${chinese}\n一`, 'le', false), `${chinese}\n一`],
    ['utf-16be', utf16(`${chinese}\n一`, 'be', false), `${chinese}\n一`],
    ['utf-16be', utf16('Plain words.', 'be', false), 'Plain words.'],
    ['iso-2022-jp', iso2022jp(`${japanese}\nABC`), `${japanese}\nABC`],
    ['windows-1252', latin1('Le musée fut fondé après la saison des harengs, en été.'), null],
  ])('is told: %s', (encoding, bytes, text) => {
    const decoded = decodeFile(bytes);
    expect(decoded).toMatchObject({ encoding, message: null });
    expect(decoded.text).toBe(text ?? 'Le musée fut fondé après la saison des harengs, en été.');
  });

  it('is UTF-8 where that is valid, whatever the file declares', () => {
    expect(decodeFile(bytesOf(chinese), 'gb2312')).toMatchObject({ encoding: 'utf-8', text: chinese });
  });

  it('is what the file declares where it is not UTF-8, unless the bytes do not have it', () => {
    expect(decodeFile(latin1('d\u00e9j\u00e0'), 'iso-8859-2')).toMatchObject({ encoding: 'iso-8859-2' });
    expect(decodeFile(encodedAs('big5', traditional), 'utf-8').encoding).toBe('big5');
    expect(decodeFile(encodedAs('big5', traditional), 'no-such-encoding').text).toBe(traditional);
  });

  it('is found where the first 70,000 bytes are ASCII', () => {
    const bytes = new Uint8Array([...bytesOf('plain '.repeat(12_000)), ...encodedAs('shift_jis', japanese)]);
    expect(decodeFile(bytes).text.endsWith(japanese)).toBe(true);
  });

  it('is told as a guess where there is little to tell it by', () => {
    expect(decodeFile(encodedAs('big5', '燈籠節在每年十二月')).message).toMatch(/a guess \(big5\).*UTF-8/);
  });
});

describe('a UTF-8 file with damaged bytes', () => {
  it.each(LANGUAGE_SAMPLES)('is UTF-8 where it is cut inside its last character: $language', ({ text }) => {
    const whole = [...text].slice(0, -1).join('') + '。';
    const decoded = decodeFile(bytesOf(whole).slice(0, -1));
    expect(decoded).toMatchObject({ encoding: 'utf-8', text: whole.replace(/。$/, '\ufffd') });
    expect(decoded.message).toMatch(/^1 place is damaged, in line 1: bytes that make no characters in utf-8\./);
  });

  it.each(LANGUAGE_SAMPLES)('is UTF-8, with each place counted: $language', ({ text }) => {
    for (const seed of [1, 2, 3]) {
      const { encoding, text: read, message } = decodeFile(withHighBitsFlipped(bytesOf(text), 2, seed));
      // A continuation byte may become a control character between two that make none.
      const places = read.match(/\ufffd(?:\ufffd|(?![\t-\r])\p{Cc})*/gu)?.length ?? 0;
      expect(encoding).toBe('utf-8');
      expect(message).toMatch(
        places === 1 ? /^1 place is damaged/ : new RegExp(`^${places} places are damaged, the first`),
      );
    }
  });

  it('says in which line the first is', () => {
    const text = 'The first line is sound.\r\nSo is the next.\nThis one is not.\nThat is.\n';
    const bytes = bytesOf(text);
    bytes[text.indexOf('one')] = 0xef;
    expect(decodeFile(bytes).message).toMatch(/^1 place is damaged, in line 3/);
  });

  it('is not read as text of another language, English above all', () => {
    const english =
      'The museum stands in the old customs house on Quay Street and is a small place with seven rooms. The oldest lemon ' +
      'tree bears about eighty fruits a year. It is closed on Mondays, and a ticket costs six pounds.';
    const encodings = Array.from({ length: 60 }, (_, seed) => {
      const { encoding, message } = decodeFile(withHighBitsFlipped(bytesOf(english), 1 + (seed % 6), seed));
      expect(message).not.toBeNull();
      return encoding;
    });
    expect(encodings.filter((encoding) => encoding === 'utf-8').length).toBeGreaterThan(50);
  });

  it('is not UTF-16 where a byte is zero, or where a page says so in ASCII', () => {
    const page = `<html><body><p>${chinese}</p></body></html>`;
    const bytes = bytesOf(page.length % 2 === 0 ? page : `${page}\n`);
    bytes[20] = 0;
    bytes[70] = 0xc3;
    const even = bytes.length % 2 === 0 ? bytes : bytes.slice(0, -1);
    expect(decodeFile(even)).toMatchObject({ encoding: 'utf-8', text: expect.stringContaining('一座只有七间展室') });
    expect(decodeFile(bytes.slice(0, 89), 'utf-16').encoding).toBe('utf-8');
  });

  it('is refused where a tenth of its characters are, with how many', () => {
    const damaged = withHighBitsFlipped(bytesOf(chinese), 24, 1);
    expect(() => decodeFile(damaged)).toThrow(/^\d+ places are damaged, .* utf-8\. Give the file as it was before\.$/);
  });

  it('is not damaged where it holds U+FFFD itself', () => {
    expect(decodeFile(bytesOf('a \ufffd b'))).toMatchObject({ text: 'a \ufffd b', message: null });
  });
});

describe('the text of a file', () => {
  it('has line feeds as line breaks, and no byte order mark', () => {
    expect(decodeFile(bytesOf('\ufeffa\r\nb\rc\nd')).text).toBe('a\nb\nc\nd');
  });

  it('has replacement characters for what is damaged in UTF-16, counted', () => {
    const { text, message } = decodeFile(utf16('words', 'le', true).slice(0, -1));
    expect(text).toBe('word\ufffd');
    expect(message).toMatch(/^1 place is damaged, in line 1: bytes that make no characters in utf-16le\./);
  });

  it.each([
    ['a PNG picture', latin1('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')],
    ['a PDF', bytesOf('%PDF-1.7\nsome')],
    ['a zip archive', latin1('PK\x03\x04\x14\0')],
  ])('is refused where it is %s', (kind, bytes) => {
    expect(() => decodeFile(bytes)).toThrow(`This is no text, but ${kind}`);
  });

  it('is refused where its characters are control characters', () => {
    const bytes = Uint8Array.from({ length: 4000 }, (_, i) => (i * 7919) % 251);
    expect(() => decodeFile(bytes)).toThrow(/no text, or its encoding is unknown/);
  });

  it('may have a stray control character', () => {
    expect(decodeFile(bytesOf('one page\fanother\x01')).text).toBe('one page\fanother\x01');
  });
});

const cases = LANGUAGE_SAMPLES.flatMap(({ language, text, encodings }) =>
  encodings.map((encoding) => ({ language, text, encoding })),
);

describe.each(cases)('$language in $encoding', ({ text, encoding }) => {
  const bytes = encodedAs(encoding, text);

  it('is read as it was written, without doubt', () => {
    expect(decodeFile(bytes)).toMatchObject({ text, message: null });
    if (bytes.length > text.length) expect(decodeFile(bytes).encoding).toBe(encoding);
  });

  it('is read so where its last bytes are cut', () => {
    for (const cut of [1, 2, 3]) {
      const read = decodeFile(bytes.slice(0, -cut)).text.replace(/\ufffd$/, '');
      expect(text.startsWith(read)).toBe(true);
    }
  });

  it('is read so, but for what is damaged, or nothing is guessed', () => {
    const FLIPS = 2;
    for (let seed = 0; seed < 8; seed++) {
      const damaged = withHighBitsFlipped(bytes, FLIPS, seed);
      const label = guessEncoding(damaged, null, 0.7)?.label;
      if (label === undefined) continue;
      // As a stream, since Node 20 reads windows-1252 as Latin-1 otherwise.
      const read = new TextDecoder(label).decode(damaged, { stream: true });
      if (bytes.length > text.length) expect(new TextDecoder(label).encoding).toBe(encoding);
      else expect([...read].filter((character, at) => character !== text[at]).length).toBeLessThanOrEqual(FLIPS);
    }
  });
});

describe('an encoding that is guessed', () => {
  it('is said to be a guess where two are as plausible', () => {
    // “fő” and “fõ”: Hungarian in windows-1250, or Portuguese in windows-1252.
    expect(guessEncoding(encodedAs('windows-1250', 'hétfőn'), null, 0.7)).toMatchObject({ isSure: false });
  });

  it('is none where no language has these characters', () => {
    const utf8 = new TextEncoder().encode('一座只有七间展室的小镇博物馆，门票六英镑。');
    expect(guessEncoding(utf8.slice(1), null, 0.7)).toBeNull();
  });
});
