import { zipSync } from 'fflate';
import mammoth from 'mammoth';
import { mebibytes, SourceFailure } from '../../../domain/dataset/problem';
import { type ByteSource, bytesOf } from '../byte-source';
import { zipSources } from '../zip';
import { htmlText } from './html';
import { isStackOverflow, oneDoc, reasonOf, UnreadFile, type DocumentReader, titleFromMetadata } from './reader';

/** Bytes of one XML part of a document: its text alone, without pictures. */
const MAX_XML_BYTES = 2 ** 26;
/** Of one part. Word writes up to a thousand for a page. */
const MAX_XML_ELEMENTS = 2_000_000;
export const MAX_XML_DEPTH = 500;

/** Where elements begin and end, what is skipped as a whole, and characters by names that XML itself does not have. */
const TOKENS = /<!--|<!\[CDATA\[|<\?|<!DOCTYPE|<\/|\/>|<(?=[^\s<>!?/])|&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)[^\s;<&]*/gi; // prettier-ignore
const ENDS: Readonly<Record<string, string>> = { '<!--': '-->', '<![CDATA[': ']]>', '<?': '?>' };
const AGAIN = 'Open it in the program that made it and save it again as DOCX.';

/** What would stall or crash a parser, or null. Office documents have no entities (ECMA-376-2, section 6.2.5). */
export function xmlProblem(xml: string, maxElements = MAX_XML_ELEMENTS): { isLarge: boolean; why: string } | null {
  let [depth, elements] = [0, 0];
  TOKENS.lastIndex = 0;
  for (let found = TOKENS.exec(xml); found; found = TOKENS.exec(xml)) {
    const [token] = found;
    const end = ENDS[token];
    if (end !== undefined) {
      const at = xml.indexOf(end, TOKENS.lastIndex);
      if (at === -1) break;
      TOKENS.lastIndex = at + end.length;
    } else if (token === '</' || token === '/>') depth--;
    else if (token !== '<') return { isLarge: false, why: `${entityProblem(token)} ${AGAIN}` };
    else {
      if (++elements > maxElements)
        return { isLarge: true, why: `has more than ${maxElements} elements, which would take too long. Split it.` };
      if (++depth > MAX_XML_DEPTH)
        return { isLarge: false, why: `has elements nested more than ${MAX_XML_DEPTH} deep. ${AGAIN}` };
    }
  }
  return null;
}

const entityProblem = (token: string): string =>
  token.startsWith('&')
    ? `names the character “${token.slice(0, 40)};”, which is not defined.`
    : 'declares a document type, which documents of Word do not have.';

/** Beside mammoth's own: the title of a document is its highest heading. */
const STYLES = ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => p:fresh"];

const BACK_LINKS = /<a href="#(?:footnote|endnote)-ref-\d+">↑<\/a>/g;

/** A document of Word: its paragraphs, headings, lists, tables and notes, without headers, footers and what was deleted. */
export const readDocx: DocumentReader = async ({ path, bytes }, { maxBytes }) => {
  const parts = await partsOf(path, bytes);
  const unpacked = parts.reduce((sum, part) => sum + part.bytes, 0);
  if (unpacked > maxBytes)
    throw new UnreadFile('too-large', `It unpacks to ${mebibytes(unpacked)}; ${mebibytes(maxBytes)} are read at most.`);
  const checked: Record<string, Uint8Array> = {};
  for (const part of parts) {
    const name = part.path.slice(path.length + 1);
    if (TEXT_PARTS.test(name)) checked[name] = new TextEncoder().encode(readableXml(await checkedXml(part, name)));
  }
  const html = await htmlOf(zipSync(checked, { level: 0 }) as Uint8Array<ArrayBuffer>);
  const { text, headings } = htmlText(html.replace(BACK_LINKS, ''));
  if (text === '')
    throw new UnreadFile('empty', 'The document holds no text. If it holds pictures of text, run OCR on them first.');
  const written = titleFromMetadata(await titleIn(path, parts));
  return oneDoc(path, text, headings, written, { encoding: null, message: null });
};

const TEXT_PARTS = /^(?:word\/[^/]*\.xml|(?:word\/)?_rels\/[^/]*\.rels|\[Content_Types\]\.xml)$/i;

async function checkedXml(part: ByteSource, name: string): Promise<string> {
  if (part.bytes > MAX_XML_BYTES)
    throw new UnreadFile(
      'too-large',
      `Its text (${name}) unpacks to ${mebibytes(part.bytes)}; ${mebibytes(MAX_XML_BYTES)} are read at most. Split it.`,
    );
  const xml = await textOf(part);
  const problem = xmlProblem(xml);
  if (problem) throw new UnreadFile(problem.isLarge ? 'too-large' : 'broken', `${name} ${problem.why}`);
  return xml;
}

const READING = /<w:rt(?: [^>]*)?>[\s\S]*?<\/w:rt>|<\/?w:rubyBase(?: [^>]*)?>/g;
const HIDDEN =
  /<w:r(?: [^>]*)?><w:rPr>(?:(?!<\/w:rPr>)[\s\S])*?<w:vanish(?: w:val="(?:1|true|on)")?\/>[\s\S]*?<\/w:rPr>(?:(?!<w:r[ >]|<\/w:r>)[\s\S])*<\/w:r>/g;
const FORMULA = /<m:oMath(?: [^>]*)?>[\s\S]*?<\/m:oMath>/g;

/** Without readings of words and hidden text, and with formulas as text: mammoth drops words that have readings, and formulas. */
function readableXml(xml: string): string {
  return xml
    .replace(READING, '')
    .replace(/<(\/?)w:ruby(?: [^>]*)?>/g, (_, end) => (end === '' ? '</w:r>' : '<w:r>'))
    .replace(HIDDEN, '')
    .replace(FORMULA, (formula) => `<w:r><w:t xml:space="preserve">${formulaText(formula)}</w:t></w:r>`);
}

const OF_FORMULA = /<m:(?:d|nary)>(?:<m:(\w+Pr)>[\s\S]*?<\/m:\1>)?|<\/m:e>\s*<m:e>|<[^>]*>/g;
const WRITTEN: Readonly<Record<string, string>> = { '<m:den>': '/', '<m:rad>': '√', '</m:mr>': ' ' };

/** In one line, as ECMA-376-1 (section 22.1) nests it: fractions by “/”, brackets and large operators by their signs. */
function formulaText(formula: string): string {
  const ends: string[] = [];
  return formula.replace(OF_FORMULA, (tag) => {
    const sign = (name: string): string | undefined => new RegExp(`<m:${name} m:val="([^"]*)"`).exec(tag)?.[1];
    if (tag.startsWith('<m:nary>')) return sign('chr') ?? '∫';
    if (/^<\/m:e>\s*</.test(tag)) return ' ';
    if (tag === '</m:d>') return ends.pop() ?? '';
    if (!tag.startsWith('<m:d>')) return WRITTEN[tag] ?? '';
    ends.push(sign('endChr') ?? ')');
    return sign('begChr') ?? '(';
  });
}

async function textOf(part: ByteSource): Promise<string> {
  try {
    return new TextDecoder().decode(await bytesOf(part));
  } catch (error) {
    throw damaged(error);
  }
}

const damaged = (error: unknown): unknown =>
  error instanceof SourceFailure ? new UnreadFile('broken', `The file is damaged, or is no DOCX. ${AGAIN}`) : error;

async function partsOf(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<ByteSource[]> {
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf) throw container(bytes);
  try {
    const parts = await zipSources(path, new Blob([bytes]));
    if (parts.some((part) => part.path.startsWith(`${path}/word/`))) return parts;
  } catch (error) {
    throw damaged(error);
  }
  throw new UnreadFile('broken', `This is an archive without a document of Word in it. ${AGAIN}`);
}

/** What an OLE container is that is named DOCX: Word locks documents with a password in one (MS-OFFCRYPTO, section 2.3). */
function container(bytes: Uint8Array): UnreadFile {
  const isLocked = new TextDecoder('latin1').decode(bytes).includes([...'EncryptedPackage'].join('\0'));
  if (isLocked)
    return new UnreadFile('encrypted', 'It is locked by a password. Save it without one, and add it again.');
  return new UnreadFile('broken', 'This is a document of an old Word (.doc) by another name. Save it as DOCX.');
}

async function htmlOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  // The browser's build reads `arrayBuffer`, that of Node `buffer`.
  const input = { arrayBuffer: bytes.buffer, buffer: bytes } as unknown as { arrayBuffer: ArrayBuffer };
  const convertImage = mammoth.images.imgElement(() => Promise.resolve({ src: '' }));
  try {
    return (await mammoth.convertToHtml(input, { styleMap: STYLES, convertImage })).value;
  } catch (error) {
    if (isStackOverflow(error)) throw error;
    const why = plainReason(reasonOf(error));
    throw new UnreadFile('broken', `The document is damaged (${why}). Open it in Word, and save it again.`);
  }
}

const plainReason = (message: string): string =>
  message
    .replace(/^(?:warning|error|fatalError): /, '')
    .replace(/\[xmldom \w+\]\s*/, '')
    .replace(/\s*@#\[line:\w+,col:\w+\]/, '');

async function titleIn(path: string, parts: readonly ByteSource[]): Promise<string> {
  const core = parts.find((part) => part.path === `${path}/docProps/core.xml`);
  if (!core) return '';
  const xml = await textOf(core);
  // Characters by their names are the same in XML and HTML.
  return htmlText(/<dc:title[^>]*>([^<]*)<\/dc:title>/.exec(xml)?.[1] ?? '').text;
}
