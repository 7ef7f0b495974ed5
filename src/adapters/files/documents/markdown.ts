import MarkdownIt from 'markdown-it';
import type { Token } from 'markdown-it';
import * as v from 'valibot';
import { orNull } from '../../../base/containers';
import type { Heading } from '../../../base/types';
import { type DecodedFile, decodeText } from './encoding';
import { joinMessages, oneDoc, UnreadFile, type DocumentReader, type FileReading } from './reader';

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

/** Fields in YAML or TOML before the text, as site generators have them. */
const FRONT_MATTER =
  /^(---|\+\+\+)[ \t]*\n(?=(?:#.*\n)*[\w-]+[ \t]*[:=])(?:(?:[#[\]{}"' \t]|-[ \t]|\w[\w.-]*[ \t]*[:=]).*\n|\n)+?(?:\1|\.\.\.)[ \t]*(?:\n|$)/;
const TITLE_FIELD = /^title[ \t]*[:=][ \t]*(["']?)(.*?)\1[ \t]*$/m;

const CUT_SHORT =
  'Lists or quotations are nested too deep in it: headings behind them may be missing. The text is read whole.';

export const readMarkdown: DocumentReader = ({ path, bytes }) => {
  const { text, ...rest } = decodeText(bytes);
  return Promise.resolve(markdownDoc(path, text, rest));
};

/** Markdown with components (mdxjs.com): what it imports and exports is for the page that shows it. */
export const readMdx: DocumentReader = ({ path, bytes }) => {
  const { text, ...rest } = decodeText(bytes);
  const front = FRONT_MATTER.exec(text)?.[0] ?? '';
  return Promise.resolve(markdownDoc(path, front + withoutModules(text.slice(front.length)), rest));
};

const MODULE = /^(?:import\s(?:[^'"]*\sfrom)?\s*['"]|export\s+(?:default|const|let|var|function|async|class|[*{]))/;

function withoutModules(text: string): string {
  const lines = text.split('\n');
  for (const { type, level, map } of blocks.parse(text, {}).toReversed())
    if (type === 'paragraph_open' && level === 0 && MODULE.test(lines.slice(...map!).join('\n')))
      lines.splice(map![0], map![1] - map![0]);
  return lines.join('\n');
}

const SOURCE = v.union([v.string(), v.array(v.string())]);
const NOTEBOOK = v.object({ cells: v.array(v.object({ cell_type: v.string(), source: SOURCE })) });

/** The cells of a Jupyter notebook (nbformat 4) as Markdown, code in fences; not what it printed and drew. */
export const readNotebook: DocumentReader = ({ path, bytes }) => {
  const { text, ...rest } = decodeText(bytes);
  const found = v.safeParse(
    NOTEBOOK,
    orNull(() => JSON.parse(text) as unknown),
  );
  if (!found.success)
    throw new UnreadFile('broken', 'This is no Jupyter notebook of version 4. Open it in Jupyter, and save it again.');
  const cells = found.output.cells.map(({ cell_type, source }) => {
    const written = [source].flat().join('').trim();
    return cell_type === 'code' && written !== '' ? fenced(written) : written;
  });
  return Promise.resolve(markdownDoc(path, cells.filter(Boolean).join('\n\n'), rest));
};

function fenced(code: string): string {
  const fence = '`'.repeat(1 + Math.max(2, ...Array.from(code.matchAll(/`+/g), ([run]) => run.length)));
  return `${fence}\n${code}\n${fence}`;
}

function markdownDoc(path: string, written: string, { encoding, message }: Omit<DecodedFile, 'text'>): FileReading {
  const front = FRONT_MATTER.exec(written)?.[0] ?? '';
  const text = written.slice(front.length).replace(/^\n+/, '');
  if (text.trim() === '') throw new UnreadFile('empty', 'It holds no text beside its fields. Leave it out.');
  const { headings, isWhole } = markdownHeadings(text);
  const title = TITLE_FIELD.exec(front)?.[2] || headings[0]?.text || '';
  return oneDoc(path, text, headings, title, { encoding, message: joinMessages(message, isWhole ? null : CUT_SHORT) });
}
