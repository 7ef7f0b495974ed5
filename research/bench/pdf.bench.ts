import '../../test/unit/adapters/files/documents/drawing';
import { deflateSync } from 'node:zlib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { bench, describe } from 'vitest';
import { readPdf } from '../../src/adapters/files/documents/pdf';
import { readCMap } from '../../test/unit/adapters/files/documents/make';
import { at, pdfOfObjects } from '../../test/unit/adapters/files/documents/pdfs';

const PAGES = 60;
/** Bytes of a picture that is not packed. */
const PICTURE = 3_000_000;

const packed = (page: number): string =>
  deflateSync(
    Array.from({ length: 35 }, (_, line) =>
      at(40, 560 - 15 * line, `Line ${line} of chapter ${page} says that bicycles travel free in winter.`),
    ).join(''),
  ).toString('latin1');

const stream = (dictionary: string, body: string): string =>
  `<< ${dictionary} /Length ${body.length} >>\nstream\n${body}\nendstream`;

const pdf = pdfOfObjects([
  '<< /Type /Catalog /Pages 2 0 R >>',
  `<< /Type /Pages /Count ${PAGES} /Kids [${Array.from({ length: PAGES }, (_, i) => `${5 + 2 * i} 0 R`).join(' ')}] >>`,
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  stream(
    '/Type /XObject /Subtype /Image /Width 1000 /Height 1000 /BitsPerComponent 8 /ColorSpace /DeviceRGB',
    'x'.repeat(PICTURE),
  ),
  ...Array.from({ length: PAGES }, (_, i) => [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 600] /Resources << /Font << /F1 3 0 R >> /XObject << /I 4 0 R >> >> /Contents ${6 + 2 * i} 0 R >>`,
    stream('/Filter /FlateDecode', packed(i)),
  ]).flat(),
]);

const RUNS = { iterations: 20, warmupIterations: 2, time: 0 };

describe(`a PDF of ${PAGES} pages and 3 MB`, () => {
  bench(
    'Hitrate: checked for damage, in reading order, with where pages begin',
    async () => {
      await readPdf({ path: 'a.pdf', bytes: pdf.slice() }, { columns: null, maxBytes: 2 ** 28, readCMap });
    },
    RUNS,
  );

  bench(
    'pdf.js alone, page by page',
    async () => {
      const task = getDocument({ data: pdf.slice(), isEvalSupported: false, disableFontFace: true, verbosity: 0 });
      const document = await task.promise;
      for (let number = 1; number <= PAGES; number++) await (await document.getPage(number)).getTextContent();
      await task.destroy();
    },
    RUNS,
  );
});
