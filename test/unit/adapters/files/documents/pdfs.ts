/** A line of text at a place of a page of 400 × 600 points, as a PDF draws it. */
export const at = (x: number, y: number, text: string, size = 10, font = 'F1'): string =>
  `BT /${font} ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET\n`;

/** Says that small letters are characters for private use, as fonts of symbols do. */
const NAMELESS = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CMapName /Nameless def 1 begincodespacerange <00> <FF> endcodespacerange
1 beginbfrange <61> <7A> <E061> endbfrange endcmap end end`;

/** Written in ASCII, after being compressed. */
export const PACKED = '/Filter [ /ASCII85Decode /FlateDecode ]';

/** ISO 32000-1, section 7.4.3, without the short form of zeros. */
export function ascii85(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 4) {
    const group = bytes.subarray(at, at + 4);
    const value = [0, 1, 2, 3].reduce((sum, i) => sum * 256 + (group[i] ?? 0), 0);
    const digits = [4, 3, 2, 1, 0].map((power) => String.fromCharCode(0x21 + (Math.floor(value / 85 ** power) % 85)));
    text += digits.slice(0, group.length + 1).join('');
  }
  return `${text}~>`;
}

/**
 * A PDF with two fonts, `F2` of them without Unicode characters, and a page for each of what is drawn.
 *
 * @param filter how the pages are packed
 */
export function pdfOf(pages: readonly string[], info = '', filter = ''): Uint8Array<ArrayBuffer> {
  const kids = pages.map((_, i) => `${6 + 2 * i} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 5 0 R >>',
    `<< /Length ${NAMELESS.length} >>\nstream\n${NAMELESS}\nendstream`,
    ...pages.flatMap((content, i) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 600] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${7 + 2 * i} 0 R >>`,
      `<< /Length ${content.length} ${filter} >>\nstream\n${content}\nendstream`,
    ]),
    `<< ${info} >>`,
  ];
  return pdfOfObjects(objects, `/Info ${objects.length} 0 R`);
}

/** A PDF of these objects, the first of which is its catalogue, with the characters of Latin-1 as bytes. */
export function pdfOfObjects(objects: readonly string[], trailer = ''): Uint8Array<ArrayBuffer> {
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const offset = file.length;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = file.length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`;
  return Uint8Array.from(file, (character) => character.charCodeAt(0));
}
