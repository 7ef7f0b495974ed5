import { describe, expect, it } from 'vitest';
import { isGarbled, checkedPdf } from '../../../../../src/adapters/files/documents/pdf-damage';
import { LANGUAGE_SAMPLES } from './language-samples';
import { encodedAs } from './encodings';
import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { seeded } from '../../../../vectors';
import { FIXTURES, readOne } from './make';
import { ascii85, at, PACKED, pdfOf } from './pdfs';

const shiftedBy = (shift: number, text: string): string =>
  [...text]
    .map((character) => (/\s/.test(character) ? character : String.fromCharCode(character.charCodeAt(0) - shift)))
    .join('');
const english = LANGUAGE_SAMPLES.find(({ language }) => language.startsWith('English'))!.text;

describe('a text', () => {
  it.each(LANGUAGE_SAMPLES)('is of a language: $language', ({ text }) => {
    expect(isGarbled(text)).toBe(false);
  });

  it.each([
    ['source code', 'for (let i = 0; i < n; i++) { sum += values[i] * weight; if (sum > MAX_SUM) return null; }'],
    [
      'a table of numbers',
      '1912 14.5 0.003 17 892 1.2e-7 44 % 2013-05-06 88.1 4,500 1:20 3/4 100 2026 5.5 7.25 -3 12 19',
    ],
    ['capitals', 'THE MUSEUM IS CLOSED ON MONDAYS AND A TICKET COSTS SIX POUNDS FOR THE WHOLE DAY'],
    ['little', 'xq zx'],
  ])('is not garbled where it is %s', (_name, text) => {
    expect(isGarbled(text)).toBe(false);
  });

  it.each([3, 29, 31])('is of none where its characters are %i too low', (shift) => {
    expect(isGarbled(shiftedBy(shift, english))).toBe(true);
  });

  it('is of none where its characters are those of a font alone', () => {
    expect(isGarbled([...english].map((c) => String.fromCharCode(0xe000 + c.charCodeAt(0))).join(''))).toBe(true);
    expect(
      isGarbled([...english].map((c) => (c === ' ' ? c : String.fromCharCode(c.charCodeAt(0) % 28))).join('')),
    ).toBe(true);
  });

  it('is of none where it was read in another encoding', () => {
    const chinese = encodedAs('utf-8', LANGUAGE_SAMPLES[0]!.text);
    expect(isGarbled(new TextDecoder('gb18030').decode(chinese))).toBe(true);
  });
});

const fixture = (path: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(`${FIXTURES}/mixed/${path}`));
const words = (first: string): string => at(50, 500, `${first} is a line of a page with words enough to be read.`);
const packed = (content: string): string => ascii85(deflateSync(content));
/** As after a flipped bit: the first block of the compressed bytes is the last one, and empty. */
const emptied = (content: string): string => {
  const bytes = Uint8Array.from(deflateSync(content));
  bytes.set([1, 0, 0, 255, 255], 2);
  return ascii85(bytes);
};

describe('the bytes of a PDF', () => {
  it.each(['harbour/survey-1887.pdf', 'ja/whale-gate.pdf', 'zh/garden.pdf', 'pottery/kiln.pdf'])(
    '%s have no damaged parts',
    async (path) => {
      const checked = checkedPdf(fixture(path));
      expect(checked.damaged).toBe(0);
      expect(checked.compressed).toBeGreaterThan(0);
    },
  );

  it('have no parts that can be looked at where they are encrypted', async () => {
    expect(checkedPdf(fixture('trustees/minutes.pdf'))).toMatchObject({ compressed: 0, damaged: 0 });
  });

  it('tell of pictures', async () => {
    expect(checkedPdf(fixture('archive/scanned-page.pdf')).hasPictures).toBe(true);
    expect(checkedPdf(pdfOf([words('This')])).hasPictures).toBe(false);
  });

  it('have a damaged part for each stream with another byte than its checksum says', async () => {
    const bytes = fixture('harbour/survey-1887.pdf');
    const { compressed } = checkedPdf(bytes);
    const file = new TextDecoder('latin1').decode(bytes);
    const starts = Array.from(
      file.matchAll(/FlateDecode[^>]*>>\s*stream\n/g),
      ({ index, 0: { length } }) => index + length,
    );
    for (const count of [1, 2, 5]) {
      const damaged = bytes.slice();
      for (const start of starts.slice(0, count)) damaged[start + 6]! ^= 0x10;
      expect(checkedPdf(damaged)).toMatchObject({ damaged: count, compressed });
    }
  });
});

describe('a PDF with damaged parts', () => {
  it('is damaged, not scanned, where nothing else holds text', async () => {
    const { report } = await readOne('a.pdf', pdfOf([emptied(words('This'))], '', PACKED));
    expect(report).toMatchObject({ status: 'broken', docs: 0 });
    expect(report.message).toMatch(/^None of its pages \(1\) holds text: the PDF is damaged\. 1 of 1 compressed parts/);
  });

  it('is read with the pages that have no text, and that it is damaged', async () => {
    const pages = [packed(words('First')), emptied(words('Second')), packed(words('Third'))];
    const { report, doc } = await readOne('a.pdf', pdfOf(pages, '', PACKED));
    expect(doc.text).toMatch(/First[^]*Third/);
    expect(report.message).toMatch(
      /^1 of 3 pages holds no text \(page 2\)\. 1 of 3 compressed parts of the PDF is damaged/,
    );
  });

  it('never has another text without a message', async () => {
    const bytes = fixture('harbour/survey-1887.pdf');
    const whole = (await readOne('a.pdf', bytes)).doc.text;
    const file = new TextDecoder('latin1').decode(bytes);
    const parts = Array.from(file.matchAll(/stream\n([^]*?)endstream/g), ({ index, 1: content }) => ({
      start: index + 'stream\n'.length,
      length: content!.length,
    }));
    for (let seed = 0; seed < 5; seed++) {
      const random = seeded(seed);
      const damaged = bytes.slice();
      const { start, length } = parts[Math.floor(random() * parts.length)]!;
      damaged[start + Math.floor(random() * length)]! ^= 1 << Math.floor(random() * 8);
      const { report, doc } = await readOne('a.pdf', damaged);
      expect(report.message !== null || doc.text === whole).toBe(true);
    }
  });

  it('without pictures and text is not called scanned', async () => {
    const { report } = await readOne('a.pdf', pdfOf(['']));
    expect(report.status).toBe('empty');
    expect(report.message).toMatch(/holds no picture of a scanned page/);
  });
});

describe('a PDF with text of no language', () => {
  const plain = 'The museum stands in the old customs house on Quay Street';
  // As where glyphs are numbered from another place: 29 is what many programs are off by.
  const shifted = [...plain].map((character) =>
    character === ' ' ? ' ' : String.fromCharCode(character.charCodeAt(0) - 29),
  );
  const escaped = (text: string): string => text.replace(/[\\()]/g, '\\$&');

  it('says on which pages', async () => {
    const pages = [at(20, 500, plain), at(20, 500, escaped(shifted.join(''))), at(20, 500, plain)];
    const { report } = await readOne('a.pdf', pdfOf(pages));
    expect(report.status).toBe('read');
    expect(report.message).toMatch(/^1 of 3 pages has text that is of no language \(page 2\): fonts do not say/);
  });

  it('is not read where that is most of it', async () => {
    const { report } = await readOne('a.pdf', pdfOf([at(20, 500, escaped(shifted.join('')))]));
    expect(report).toMatchObject({ status: 'broken', docs: 0 });
    expect(report.message).toMatch(/^1 of 1 pages has text that is of no language \(page 1\)/);
  });
});
