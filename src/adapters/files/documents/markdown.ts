import MarkdownIt from 'markdown-it';
import type { Token } from 'markdown-it';
import type { Heading } from '../../../base/types';
import { decodeText } from './encoding';
import { joinMessages, oneDoc, type DocumentReader } from './reader';

/** A list inside a list is two levels. */
const MAX_NESTING = 100;
/** Longer lines are no headings that a person wrote; their marks stay, since reading them can take very long. */
const MAX_HEADING_UNITS = 2000;

/** Reads blocks alone: marks inside paragraphs take most of the time, and nothing asks for them. */
const blocks = new MarkdownIt('commonmark', { maxNesting: MAX_NESTING });
blocks.core.ruler.enableOnly(['normalize', 'block']);

/** Headings of a CommonMark text that are in no list and no quotation, each with where its line begins, indent apart. */
export function markdownHeadings(text: string) {
  // Link references of the whole text, which headings may use.
  const references = {};
  const tokens = blocks.parse(text, references);
  const starts = lineStarts(text);
  const headings: Heading[] = [];
  let isWhole = true;
  for (const [i, { type, level, tag, map }] of tokens.entries()) {
    if (level >= MAX_NESTING - 1) isWhole = false;
    if (type !== 'heading_open' || level > 0) continue;
    const line = starts[map![0]]!;
    const start = line + /[ \t]*/.exec(text.slice(line, line + 4))![0].length;
    const plain = plainText(tokens[i + 1]!.content, references);
    if (plain !== '') headings.push({ start, level: Number(tag[1]), text: plain });
  }
  return { headings, isWhole };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function plainText(written: string, references: Record<string, unknown>): string {
  if (written.length > MAX_HEADING_UNITS) return written.replace(/\s+/g, ' ').trim();
  const tokens: Token[] = [];
  blocks.inline.parse(written, blocks, references, tokens);
  return tokens.map(textOf).join('').replace(/\s+/g, ' ').trim();
}

function textOf({ type, content, children }: Token): string {
  if (type === 'html_inline') return '';
  if (type === 'softbreak' || type === 'hardbreak') return ' ';
  return type === 'image' ? (children ?? []).map(textOf).join('') : content;
}

/** Fields in YAML before the text, as site generators have them. */
const FRONT_MATTER = /^---[ \t]*\n(?=#|[\w-]+[ \t]*:)[\s\S]*?\n(?:---|\.\.\.)[ \t]*(?:\n|$)/;
const TITLE_FIELD = /^title[ \t]*:[ \t]*(["']?)(.*?)\1[ \t]*$/m;

const CUT_SHORT =
  'Lists or quotations are nested too deep in it: headings behind them may be missing. The text is read whole.';

export const readMarkdown: DocumentReader = ({ path, bytes }) => {
  const { text, encoding, message } = decodeText(bytes);
  const { headings, isWhole } = headingsIn(text);
  const front = FRONT_MATTER.exec(text)?.[0] ?? '';
  const title = TITLE_FIELD.exec(front)?.[2] || headings[0]?.text || '';
  const rest = { encoding, message: joinMessages(message, isWhole ? null : CUT_SHORT) };
  return Promise.resolve(oneDoc(path, text, headings, title, rest));
};

export function headingsIn(text: string) {
  const front = FRONT_MATTER.exec(text)?.[0].length ?? 0;
  const { headings, isWhole } = markdownHeadings(text.slice(front));
  return { headings: headings.map((heading) => ({ ...heading, start: front + heading.start })), isWhole };
}
