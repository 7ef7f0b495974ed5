/** Bytes of one XML part of a document: its text alone, without pictures. */
export const MAX_XML_BYTES = 2 ** 26;
/** Of one part. Word writes up to a thousand for a page. */
const MAX_XML_ELEMENTS = 2_000_000;
export const MAX_XML_DEPTH = 500;

/** What a part cannot be read for, and what to do; to be put behind its name. */
export interface XmlProblem {
  readonly isLarge: boolean;
  readonly why: string;
}

/** Where elements begin and end, what is skipped as a whole, and characters by names that XML itself does not have. */
const TOKENS = /<!--|<!\[CDATA\[|<\?|<!DOCTYPE|<\/|\/>|<(?=[^\s<>!?/])|&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)[^\s;<&]*/gi; // prettier-ignore
const ENDS: Readonly<Record<string, string>> = { '<!--': '-->', '<![CDATA[': ']]>', '<?': '?>' };
const AGAIN = 'Open it in the program that made it and save it again as DOCX.';

/**
 * What would stall or crash a parser, found before parsing by counting elements and nesting. Entities are refused:
 * office documents have none (ECMA-376, part 2, section 6.2.5), and they could multiply a text.
 *
 * @returns null where safe
 */
export function xmlProblem(xml: string, maxElements = MAX_XML_ELEMENTS): XmlProblem | null {
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
