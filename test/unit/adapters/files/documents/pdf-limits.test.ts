import './drawing';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readPdfWithin } from '../../../../../src/adapters/files/documents/pdf';
import { checkedPdf } from '../../../../../src/adapters/files/documents/pdf-damage';
import { PDF_LIMITS } from '../../../../../src/adapters/files/documents/pdf-headings';
import { readCMap, readOne } from './make';
import { at, pdfOfObjects } from './pdfs';

const stream = (dictionary: string, content: string | Uint8Array, filter = ''): string => {
  const body = typeof content === 'string' ? content : Buffer.from(content).toString('latin1');
  return `<< ${dictionary} ${filter} /Length ${body.length} >>\nstream\n${body}\nendstream`;
};
const packed = (content: string | Uint8Array): Uint8Array => deflateSync(content);
const DEFLATED = '/Filter /FlateDecode';

/** A PDF of one page, whose resources, further objects, from number 6 on, and fields of the catalogue are given. */
const onePage = (contents: string, resources = '', more: readonly string[] = [], catalogue = '') =>
  pdfOfObjects([
    `<< /Type /Catalog /Pages 2 0 R ${catalogue} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 600] /Resources << /Font << /F1 5 0 R >> ${resources} >> /Contents 4 0 R >>`,
    contents,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...more,
  ]);

/** A page that draws a form that draws another twice, and so on, down to one with a word. */
const doubling = (depth: number) =>
  onePage(stream('', '/A Do'), '/XObject << /A 6 0 R >>', [
    ...Array.from({ length: depth }, (_, i) =>
      stream(
        `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /A ${7 + i} 0 R >> >>`,
        '/A Do /A Do',
      ),
    ),
    stream('/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /Font << /F1 5 0 R >> >>', at(1, 1, 'word')),
  ]);

const within = (limits: Partial<typeof PDF_LIMITS>, bytes: Uint8Array<ArrayBuffer>) =>
  readPdfWithin({ ...PDF_LIMITS, ...limits }, { path: 'a.pdf', bytes }, { columns: null, maxBytes: 2 ** 28, readCMap });

describe('a PDF with a stream that unpacks to very much', () => {
  const zeros = packed(new Uint8Array(2 ** 20 + 1));

  it('is reported before anything of it is drawn', async () => {
    const bytes = onePage(stream('', packed(new Uint8Array(2 ** 26 + 1)), DEFLATED));
    expect(bytes.length).toBeLessThan(100_000);
    const { report, docs } = await readOne('a.pdf', bytes);
    expect(docs).toEqual([]);
    expect(report.status).toBe('too-large');
    expect(report.message).toBe(
      'One of its streams unpacks to more than 64 MiB. Print it again as PDF, or save it as text.',
    );
  });

  it.each([
    ['packed twice', packed(zeros), '/Filter [/FlateDecode /FlateDecode]'],
    ['by the short name', zeros, '/Filter [ /Fl ]'],
    ['with a dictionary of one line', zeros, '/Filter/FlateDecode'],
  ])('is found where it is %s', async (_name, content, filter) => {
    expect(() => checkedPdf(onePage(stream('', content, filter)), 2 ** 20)).toThrow(/1 MiB/);
  });

  it('is read where the stream is a picture, which is not unpacked, or is as large as is allowed', async () => {
    const picture = stream('/Type /XObject /Subtype /Image', zeros, DEFLATED);
    expect(checkedPdf(onePage(stream('', at(9, 9, 'a')), '', [picture]), 2 ** 20).damaged).toBe(0);
    const content = stream('', packed('a'.repeat(1000)), DEFLATED);
    expect(checkedPdf(onePage(content), 1000).damaged).toBe(0);
    expect(() => checkedPdf(onePage(content), 999)).toThrow(/unpacks/);
  });

  it('is left to the reader where the stream is damaged', async () => {
    expect(checkedPdf(onePage(stream('', 'no deflate at all', DEFLATED))).damaged).toBe(1);
  });
});

describe('a PDF that draws without end', () => {
  it('is reported with its page once there is too much text', async () => {
    await expect(within({ pageItems: 100 }, doubling(30))).rejects.toMatchObject({
      status: 'too-large',
      message: expect.stringMatching(/^Page 1 has more than 100 pieces of text. Print/) as string,
    });
  });

  it('is read where it ends before', async () => {
    const { docs } = await within({ pageItems: 100 }, doubling(3));
    expect(docs[0]!.text.match(/word/g)).toHaveLength(8);
  });

  it('is reported where it has too many pages', async () => {
    await expect(within({ pages: 0 }, doubling(1))).rejects.toMatchObject({ status: 'too-large' });
  });
});

describe('the outline of a PDF', () => {
  const outlined = (depth: number) => {
    const first = 7;
    const objects = [
      `<< /Type /Outlines /First ${first} 0 R /Last ${first} 0 R >>`,
      ...Array.from({ length: depth }, (_, i) => {
        const [own, next] = [first + i, first + i + 1];
        const inner = i + 1 < depth ? `/First ${next} 0 R /Last ${next} 0 R` : '';
        return `<< /Title (${i === 0 ? 'word' : 'none'}) /Parent ${own - 1} 0 R /Dest [3 0 R /Fit] ${inner} >>`;
      }),
    ];
    return onePage(stream('', at(9, 500, 'word')), '', objects, '/Outlines 6 0 R');
  };

  it('is looked at level by level', async () => {
    const { docs } = await within({}, outlined(50));
    expect(docs[0]!.outline!.headings).toEqual([{ start: 0, level: 1, text: 'word' }]);
  });

  it('is looked at as far as a limit', async () => {
    const { docs } = await within({ bookmarks: 0 }, outlined(2));
    expect(docs[0]!.outline!.headings).toEqual([]);
  });
});
