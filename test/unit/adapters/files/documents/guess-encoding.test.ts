import { describe, expect, it } from 'vitest';
import { decodeFile, guessEncoding } from '../../../../../src/adapters/files/documents/encoding';
import { withHighBitsFlipped } from './damage';
import { encodedAs } from './encodings';
import { LANGUAGE_SAMPLES } from './language-samples';

const cases = LANGUAGE_SAMPLES.flatMap(({ language, text, encodings }) =>
  encodings.map((encoding) => ({ language, text, encoding })),
);

describe.each(cases)('$language in $encoding', ({ text, encoding }) => {
  const bytes = encodedAs(encoding, text);

  it('is read as it was written, without doubt', () => {
    expect(decodeFile(bytes)).toMatchObject({ text, message: null });
  });

  it('is read so where its last bytes are cut', () => {
    for (const cut of [1, 2, 3]) {
      const read = decodeFile(bytes.slice(0, -cut)).text.replace(/\ufffd$/, '');
      expect(text.startsWith(read)).toBe(true);
    }
  });

  it('is read so, but for what is damaged, or nothing is guessed', () => {
    const FLIPS = 2;
    for (let seed = 0; seed < 20; seed++) {
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
