import { describe, expect, it } from 'vitest';
import { bytesOf, utf16, zipOf } from '../make';
import { readOne } from './make';
import { MAX_XML_DEPTH, xmlProblem } from '../../../../../src/adapters/files/documents/docx';

const NAMESPACE = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

const paragraph = (text: string, style = ''): string =>
  `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

const run = (text: string, properties = ''): string =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const ruby = (reading: string, base: string): string =>
  `<w:r><w:rPr/><w:ruby><w:rubyPr/><w:rt>${run(reading)}</w:rt><w:rubyBase>${run(base)}</w:rubyBase></w:ruby></w:r>`;
const formula = (content: string): string =>
  `<m:oMath>${content.replace(/\w+(?=$|<)(?<=>\w+)/g, '<m:r><m:t>$&</m:t></m:r>')}</m:oMath>`;

const docx = (body: string, title?: string, before = '') =>
  zipOf({
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `${before}<w:document ${NAMESPACE} xmlns:m="m"><w:body>${body}</w:body></w:document>`,
    ...(title !== undefined && {
      'docProps/core.xml': `<cp:coreProperties xmlns:cp="a" xmlns:dc="b"><dc:title>${title}</dc:title></cp:coreProperties>`,
    }),
  });

describe('a DOCX', () => {
  const body = [
    paragraph('Of clocks', 'Heading1'),
    paragraph('One &amp; two.'),
    paragraph('Of bells', 'Heading2'),
    `<w:tbl><w:tr><w:tc>${paragraph('a')}</w:tc><w:tc>${paragraph('b')}</w:tc></w:tr></w:tbl>`,
    '<w:p><w:del><w:r><w:delText>struck out</w:delText></w:r></w:del><w:ins><w:r><w:t>put in</w:t></w:r></w:ins></w:p>',
  ].join('');

  it('gives paragraphs, headings with their places and tables, without what was deleted', async () => {
    const { doc, report } = await readOne('a.docx', await docx(body, 'The keeper&apos;s book'));
    expect(doc.text).toBe('Of clocks\n\nOne & two.\n\nOf bells\n\na\tb\n\nput in');
    expect(doc.title).toBe("The keeper's book");
    expect(doc.outline?.headings).toEqual([
      { start: 0, level: 1, text: 'Of clocks' },
      { start: doc.text.indexOf('Of bells'), level: 2, text: 'Of bells' },
    ]);
    expect(report).toMatchObject({ format: 'docx', status: 'read', encoding: null });
  });

  it.each(['Untitled', 'report-final.docx', 'Microsoft Word - x', '無題', ' '])(
    'is titled by its first heading where a program wrote “%s”',
    async (title) => {
      expect((await readOne('a.docx', await docx(body, title))).doc.title).toBe('Of clocks');
    },
  );

  it.each([
    [`${ruby('とうきょう', '東京')}${run('の人口')}`, '東京の人口'],
    [`${run('draft', '<w:b/><w:vanish/><w:i/>')}${run('Seen.', '<w:vanish w:val="0"/>')}`, 'Seen.'],
    [`${ruby('a', 'b').replace('<w:rPr/>', '<w:rPr><w:vanish/></w:rPr>')}${run('c')}`, 'bc'],
    [run('So ') + formula('<m:f><m:num>1</m:num><m:den>2</m:den></m:f>'), 'So 1/2'],
    [formula('<m:r><m:t>f</m:t></m:r><m:d><m:e>x</m:e></m:d>'), 'f(x)'],
    [
      formula(
        '<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>i</m:sub><m:e>x</m:e></m:nary><m:rad><m:e>2</m:e></m:rad>',
      ),
      '∑ix√2',
    ],
    [
      formula(
        '<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr><m:e><m:m><m:mr><m:e>1</m:e><m:e>0</m:e></m:mr></m:m></m:e></m:d>',
      ),
      '[1 0 ]',
    ],
  ])('has words with readings, formulas, and no hidden text, case %#', async (content, text) => {
    expect((await readOne('a.docx', await docx(`<w:p>${content}</w:p>`))).doc.text).toBe(text);
  });

  it('is empty without text', async () => {
    expect((await readOne('a.docx', await docx('<w:p/>'))).report).toMatchObject({ status: 'empty' });
  });

  it('is encrypted where it is a container that holds an encrypted package', async () => {
    const bytes = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...utf16('EncryptedPackage', 'le', false)];
    const { report } = await readOne('a.docx', new Uint8Array(bytes));
    expect(report).toMatchObject({ status: 'encrypted', hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string });
  });

  it('is broken, not encrypted, where it is an old document by another name', async () => {
    const bytes = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...utf16('WordDocument', 'le', false)];
    const { report } = await readOne('a.docx', new Uint8Array(bytes));
    expect(report.status).toBe('broken');
    expect(report.message).toMatch(/old Word.*Save it as DOCX/);
  });

  it('is broken where it is cut short, another archive, or damaged inside', async () => {
    const whole = await docx(body);
    for (const [bytes, says] of [
      [whole.slice(0, -30), /damaged, or is no DOCX/],
      [await zipOf({ 'xl/workbook.xml': '<x/>' }), /without a document of Word/],
      [await zipOf({ 'word/document.xml': '<w:document' }), /damaged/],
      [bytesOf('Dear all'), /damaged, or is no DOCX/],
    ] as const) {
      const { report } = await readOne('a.docx', bytes);
      expect(report.status).toBe('broken');
      expect(report.message).toMatch(says);
    }
  });

  it.each([
    ['<w:p>'.repeat(5000) + '</w:p>'.repeat(5000), '', /^word\/document.xml has elements nested more than 500 deep/],
    [paragraph('&foo;'), '', /^word\/document.xml names the character “&foo;”, which is not defined. Open it/],
    [paragraph('&foo;'), '<!DOCTYPE a [<!ENTITY foo "bar">]>', /^word\/document.xml declares a document type/],
    ['<w:p></w:q>', '', /^The document is damaged \([^@[]*\)\. Open it in Word/],
  ])('says what is wrong in words, case %#', async (content, before, says) => {
    const { report } = await readOne('a.docx', await docx(content, undefined, before));
    expect(report.status).toBe('broken');
    expect(report.message).toMatch(says);
  });

  it('is too large where it has more elements than a parser takes', async () => {
    const { report } = await readOne('a.docx', await docx('<w:p/>'.repeat(2_000_000)));
    expect(report.status).toBe('too-large');
    expect(report.message).toMatch(/^word\/document.xml has more than 2000000 elements.*Split it/);
  });

  it('is too large where it unpacks to too much', async () => {
    const bytes = await docx(paragraph('a'.repeat(200_000)));
    const { report } = await readOne('a.docx', bytes, { limits: { file: 100_000, total: 1_000_000 } });
    expect(bytes.length).toBeLessThan(100_000);
    expect(report).toMatchObject({ status: 'too-large', docs: 0 });
  });
});

describe('what of an XML text is counted', () => {
  it('is each element, open, closed or empty, and nothing in comments, CDATA and instructions', () => {
    const xml =
      '<?xml version="1.0"?><a><b x="1"/><!-- <c><c> --><![CDATA[<d><d>]]><e>1 < 2 &amp; &#10; &#x1F;</e></a>';
    expect(xmlProblem(xml, 3)).toBeNull();
    expect(xmlProblem(xml, 2)).toMatchObject({
      isLarge: true,
      why: expect.stringMatching(/more than 2 elements/) as string,
    });
  });

  it('is how deep they are, not how many follow each other', () => {
    const nested = (depth: number): string => '<a>'.repeat(depth) + '</a>'.repeat(depth);
    expect(xmlProblem(`<b>${(nested(MAX_XML_DEPTH - 1) + '<a/>').repeat(3)}</b>`)).toBeNull();
    expect(xmlProblem(`<b>${nested(MAX_XML_DEPTH)}</b>`)).toMatchObject({
      isLarge: false,
      why: expect.stringMatching(/nested more than 500 deep/) as string,
    });
  });

  it.each(['<a><!-- ', '<a><![CDATA[', '<?'])('ends with what is not closed: %s', (xml) => {
    expect(xmlProblem(`${xml}${'<a>'.repeat(1000)}`)).toBeNull();
  });

  it.each([
    ['<a>&nbsp;</a>', '“&nbsp;”'],
    ['<a b="&lol;"/>', '“&lol;”'],
    ['<!DOCTYPE a []><a/>', 'a document type'],
    ['<!doctype a><a/>', 'a document type'],
  ])('refuses %s', (xml, says) => {
    expect(xmlProblem(xml)?.why).toContain(says);
  });
});
