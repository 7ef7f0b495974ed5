import type { Heading } from '../../../base/types';
import { decodeText } from './encoding';
import { markdownHeadings } from './markdown-headings';
import { joinMessages, oneDoc, type DocumentReader } from './reader';

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

/** Headings of a Markdown text; those inside quotations and lists are not of the document. */
export const headingsOf = (text: string): readonly Heading[] => headingsIn(text).headings;

function headingsIn(text: string): ReturnType<typeof markdownHeadings> {
  const front = FRONT_MATTER.exec(text)?.[0].length ?? 0;
  const { headings, isWhole } = markdownHeadings(text.slice(front));
  return { headings: headings.map((heading) => ({ ...heading, start: front + heading.start })), isWhole };
}
