import { BEGINS_CJK, ENDS_CJK } from '../../../domain/text/cjk';
import type { Heading } from '../../../base/types';
import {
  defaultTreeAdapter as tree,
  html as names,
  parse,
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  type TreeAdapter,
} from 'parse5';
import { UnreadFile, oneDoc, type DocumentReader } from './reader';
import { decodeFile } from './encoding';

const SOFT_HYPHEN = /\u00ad/g;
const SPACE = /[ \t\n\f\r]+/;

/** Text as a browser lays it out. Line breaks between Chinese or Japanese letters are no blanks (CSS Text 3, 4.1.3). */
class Flow {
  /** Joined once: a long text that is looked at after each of its parts is copied each time. */
  readonly #parts: string[] = [];
  #length = 0;
  #tail = '';
  readonly #headings: { readonly start: number; readonly end: number; readonly level: number }[] = [];
  #breaks = 0;
  #blank: '' | ' ' | '\n' = '';
  /** Those that are open, with where they began; −1 before their first character. */
  readonly #open: { readonly level: number; start: number }[] = [];

  get text(): string {
    return this.#parts.join('');
  }

  get headings(): Heading[] {
    const text = this.text;
    return this.#headings.map(({ start, end, level }) => ({ start, level, text: text.slice(start, end) }));
  }

  words(text: string): void {
    const parts = text.replace(SOFT_HYPHEN, '').split(/([ \t\n\f\r]+)/);
    for (const part of parts) {
      if (part === '') continue;
      if (SPACE.test(part)) this.#blank = this.#blank === '\n' || part.includes('\n') ? '\n' : ' ';
      else this.#visible(part);
    }
  }

  verbatim(text: string): void {
    if (text !== '') this.#visible(text);
  }

  /** What comes next begins a line (1), or a paragraph after an empty one (2). */
  block(breaks: 1 | 2): void {
    this.#breaks = Math.max(this.#breaks, breaks);
    this.#blank = '';
  }

  blank(): void {
    if (this.#blank === '') this.#blank = ' ';
  }

  lineBreak(): void {
    this.#breaks = Math.min(2, this.#breaks + 1);
    this.#blank = '';
  }

  nextCell(): void {
    if (this.#breaks > 0) this.#settle();
    this.#append('\t');
    this.#blank = '';
  }

  openHeading(level: number): void {
    this.#open.push({ level, start: -1 });
  }

  closeHeading(): void {
    const { level, start } = this.#open.pop()!;
    if (start >= 0) this.#headings.push({ start, level, end: this.#length });
  }

  get isInHeading(): boolean {
    return this.#open.length > 0;
  }

  #visible(part: string): void {
    if (this.#breaks > 0) this.#settle();
    else if (this.#blank !== '' && this.#length > 0 && !/[\n\t]$/.test(this.#tail)) {
      const isJoined = this.#blank === '\n' && ENDS_CJK.test(this.#tail) && BEGINS_CJK.test(part);
      if (!isJoined) this.#append(' ');
    }
    this.#blank = '';
    for (const heading of this.#open) if (heading.start < 0) heading.start = this.#length;
    this.#append(part);
  }

  #append(part: string): void {
    this.#parts.push(part);
    this.#length += part.length;
    this.#tail = part.length > 1 ? part.slice(-2) : (this.#tail + part).slice(-2);
  }

  #settle(): void {
    if (this.#length > 0) {
      const there = /\n*$/.exec(this.#tail)![0].length;
      this.#append('\n'.repeat(Math.max(0, this.#breaks - there)));
    }
    this.#breaks = 0;
    this.#blank = '';
  }
}
type Element = DefaultTreeAdapterTypes.Element;

const setOf = (tags: string): ReadonlySet<string> => new Set(tags.split(' '));

/** What is not part of what a page says. `rt` and `rp` would break the words that they annotate. */
const DROPPED = setOf(
  'head script style template noscript nav iframe object embed svg canvas audio video select datalist button textarea dialog rt rp rtc',
);
const PARAGRAPHS = setOf(
  'p h1 h2 h3 h4 h5 h6 ul ol dl table blockquote pre section article main header footer aside figure form fieldset hr details',
);
const LINES = setOf('div li dt dd tr caption address figcaption summary legend option thead tbody tfoot center hgroup');
const LISTS = setOf('ul ol dl');
/** What makes of a cell a part of a page, as pages had them that were laid out by tables. */
const LAYOUT = setOf('h1 h2 h3 h4 h5 h6 table ul ol dl pre blockquote section article');

/** Puts blocks on lines of their own, table rows on lines with tabs; drops scripts, styles and navigation. */
export function htmlText(html: string) {
  const document = parse(html, { treeAdapter: limitedTree() });
  const flow = new Flow();
  const root = document.childNodes.find((node) => node.nodeName === 'html') as Element;
  for (const node of root.childNodes) visit(node, flow, { isCell: false, isListed: false });
  return { title: titleOf(root), text: flow.text.trimEnd(), headings: flow.headings };
}

interface Around {
  /** In a cell of data, where blocks make no lines. */
  readonly isCell: boolean;
  readonly isListed: boolean;
}

function visit(node: DefaultTreeAdapterTypes.ChildNode, flow: Flow, around: Around): void {
  if (tree.isTextNode(node)) flow.words(node.value);
  else if (tree.isElementNode(node) && !isDropped(node)) element(node, flow, around);
}

function element(node: Element, flow: Flow, around: Around): void {
  const { tagName: tag } = node;
  if (tag === 'br') {
    if (around.isCell || flow.isInHeading) flow.blank();
    else flow.lineBreak();
    return;
  }
  const inside = { isCell: around.isCell || isDataCell(node), isListed: around.isListed || LISTS.has(tag) };
  const level = /^h[1-6]$/.test(tag) && !around.isCell ? Number(tag[1]) : null;
  edge(tag, flow, around);
  if (level !== null) flow.openHeading(level);
  if (tag === 'pre' && !around.isCell) flow.verbatim(textOf(node));
  else if (tag === 'tr') row(node, flow, inside);
  else if (tag === 'mfrac') fraction(node, flow, inside);
  else for (const child of node.childNodes) visit(child, flow, inside);
  if (level !== null) flow.closeHeading();
  edge(tag, flow, around);
}

function edge(tag: string, flow: Flow, { isCell, isListed }: Around): void {
  const isParagraph = PARAGRAPHS.has(tag) && !(isListed && (LISTS.has(tag) || tag === 'p'));
  if (!isParagraph && !LINES.has(tag) && !LISTS.has(tag) && tag !== 'p') return;
  if (isCell || flow.isInHeading) flow.blank();
  else flow.block(isParagraph ? 2 : 1);
}

function row(node: Element, flow: Flow, around: Around): void {
  let isFirst = true;
  for (const cell of node.childNodes) {
    if (!tree.isElementNode(cell)) continue;
    if (!isFirst && isDataCell(cell)) flow.nextCell();
    else if (!isFirst) flow.block(1);
    visit(cell, flow, around);
    isFirst = false;
  }
}

function fraction(node: Element, flow: Flow, around: Around): void {
  const [above, below] = node.childNodes.filter((each) => tree.isElementNode(each));
  if (above) visit(above, flow, around);
  flow.verbatim('/');
  if (below) visit(below, flow, around);
}

function isDataCell(node: Element): boolean {
  if (node.tagName !== 'td' && node.tagName !== 'th') return false;
  let blocks = 0;
  // Ends at the first table within, so that of cells inside each other none is looked through for all around it.
  for (const inner of elementsIn(node)) {
    if (LAYOUT.has(inner.tagName)) return false;
    if (isBlock(inner) && ++blocks === 2) return false;
  }
  return true;
}

const isBlock = ({ tagName }: Element): boolean => tagName === 'p' || tagName === 'div';

function isDropped({ tagName, attrs, namespaceURI }: Element): boolean {
  if (DROPPED.has(tagName)) return true;
  // The source of a formula beside its marks.
  if (namespaceURI === names.NS.MATHML) return tagName.startsWith('annotation');
  return attrs.some(
    ({ name, value }) =>
      name === 'hidden' ||
      (name === 'role' && value === 'navigation') ||
      (name === 'style' && /(?:^|;)\s*display\s*:\s*none/i.test(value)) ||
      // KaTeX draws what stands in MathML before it.
      (name === 'class' && value === 'katex-html'),
  );
}

function titleOf(root: Element): string {
  const head = root.childNodes.find((node) => node.nodeName === 'head') as Element | undefined;
  const title = head?.childNodes.find((node) => node.nodeName === 'title') as Element | undefined;
  return title ? textOf(title).replace(/\s+/g, ' ').trim() : '';
}

function textOf(node: Element): string {
  let text = '';
  for (const child of node.childNodes) {
    if (tree.isTextNode(child)) text += child.value;
    else if (tree.isElementNode(child) && !isDropped(child)) text += child.tagName === 'br' ? '\n' : textOf(child);
  }
  return text;
}

function* elementsIn(node: Element): Generator<Element> {
  for (const child of node.childNodes)
    if (tree.isElementNode(child)) {
      yield child;
      yield* elementsIn(child);
    }
}

/** Browsers flatten a page from 512 on. */
export const MAX_HTML_DEPTH = 1000;
/** Elements: the longest standards on one page have a tenth. */
const MAX_HTML_ELEMENTS = 3_000_000;

/** Counts elements while parsing: the time grows with depth × elements, and unclosed elements are reopened. */
export function limitedTree(maxElements = MAX_HTML_ELEMENTS): TreeAdapter<DefaultTreeAdapterMap> {
  let [depth, elements] = [0, 0];
  return {
    ...tree,
    createElement(...element) {
      if (++elements > maxElements)
        throw new UnreadFile('too-large', `It has more than ${maxElements} elements. Split it, or save it as text.`);
      return tree.createElement(...element);
    },
    onItemPush() {
      if (++depth > MAX_HTML_DEPTH)
        throw new UnreadFile(
          'broken',
          `Its elements are nested more than ${MAX_HTML_DEPTH} deep: probably tags are not closed. Save it from a browser, or as text.`,
        );
    },
    onItemPop() {
      depth--;
    },
  };
}

const HEAD_BYTES = 4096;

export const readHtml: DocumentReader = ({ path, bytes }) => {
  const { text: html, ...rest } = decodeFile(bytes, declaredIn(bytes));
  const { title, text, headings } = htmlText(html);
  if (text === '')
    throw new UnreadFile(
      'empty',
      'The page holds no text: perhaps a script makes it. Save it from the browser after it was shown, or as PDF.',
    );
  return Promise.resolve(oneDoc(path, text, headings, title, rest));
};

function declaredIn(bytes: Uint8Array): string | null {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_BYTES));
  const found =
    /<meta[^>]+charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(head) ?? /<\?xml[^>]+encoding\s*=\s*["']([\w:.-]+)/i.exec(head);
  return found?.[1] ?? null;
}
