import { fromMarkdown } from 'mdast-util-from-markdown';
import { docId, type Heading } from '../../../domain/types';
import { decodeFile } from './encoding';
import { requireText } from './text';
import type { DocumentReader } from './reader';

/** Fields in YAML before the text, as site generators have them. */
const FRONT_MATTER = /^---[ \t]*\n(?=#|[\w-]+[ \t]*:)[\s\S]*?\n(?:---|\.\.\.)[ \t]*(?:\n|$)/;
const TITLE_FIELD = /^title[ \t]*:[ \t]*(["']?)(.*?)\1[ \t]*$/m;

/** Markdown (CommonMark). The text stays as it is written, marks and all; headings begin at their marks. */
export const readMarkdown: DocumentReader = ({ path, bytes }) => {
  const { text, encoding, message } = decodeFile(bytes);
  requireText(text);
  const headings = headingsOf(text);
  const front = FRONT_MATTER.exec(text)?.[0] ?? '';
  const title = TITLE_FIELD.exec(front)?.[2] || headings[0]?.text || '';
  const outline = headings.length > 0 ? { outline: { pages: [], headings } } : {};
  return Promise.resolve({ docs: [{ id: docId(path), title, text, ...outline }], encoding, message });
};

/** Headings of a Markdown text; those inside quotations and lists are not of the document. */
export function headingsOf(text: string): Heading[] {
  const front = FRONT_MATTER.exec(text)?.[0].length ?? 0;
  return fromMarkdown(text.slice(front)).children.flatMap((node) => {
    if (node.type !== 'heading') return [];
    const heading = { start: front + node.position!.start.offset!, level: node.depth, text: plain(node).trim() };
    return heading.text === '' ? [] : [heading];
  });
}

interface MarkdownNode {
  readonly type: string;
  readonly value?: string;
  readonly alt?: string | null | undefined;
  readonly children?: readonly MarkdownNode[];
}

function plain({ type, value, alt, children }: MarkdownNode): string {
  if (children) return children.map(plain).join('');
  return type === 'html' ? '' : type === 'break' ? ' ' : (value ?? alt ?? '').replace(/\s+/g, ' ');
}
