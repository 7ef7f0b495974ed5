import { extensionOf } from '../../../base/paths';
import type { Heading } from '../../../base/types';
import { decodeText } from './encoding';
import { oneDoc, UnreadFile, type DocumentReader } from './reader';

interface Markup {
  /** Groups `text`, and `mark` and `over`, which tell the level. */
  readonly heading: RegExp;
  /** What is for the program that sets the text. */
  readonly dropped: RegExp;
  /** Marks from the highest level on; in the order in which they come if none, as it is the rule of reStructuredText. */
  readonly order?: readonly string[];
  readonly title?: RegExp;
}

const repeated = (mark: string): string[] => Array.from({ length: 9 }, (_, i) => mark.repeat(i + 1));

const ASCIIDOC: Markup = {
  heading: /^(?<mark>={1,6}) (?<text>.+?)(?: =+)?$/gm,
  dropped: /^:[\w-]+!?:.*\n?/gm,
  order: repeated('='),
};

const MARKUPS: Readonly<Record<string, Markup>> = {
  rst: {
    heading: /^(?:(?<over>[!-/:-@[-`{-~])\k<over>{2,}\n)? *(?<text>\S.*)\n(?<mark>[!-/:-@[-`{-~])\k<mark>{2,}$/gm,
    // Comments and names of places.
    dropped: /^\.\. (?!\S.*::|\[).*\n?(?:[ \t]+\S.*\n?)*/gm,
  },
  adoc: ASCIIDOC,
  asciidoc: ASCIIDOC,
  org: {
    heading: /^(?<mark>\*{1,9}) (?<text>.+)$/gm,
    dropped: /^[ \t]*(?:#\+(?!begin|end)\w+:.*|:PROPERTIES:[\s\S]*?:END:)(?:\n|$)/gim,
    order: repeated('*'),
    title: /^#\+title:[ \t]*(.+)$/im,
  },
  tex: {
    heading: /\\(?<mark>part|chapter|(?:sub){0,2}section)\*?\s*\{(?<text>[^{}]*)\}/g,
    dropped:
      /(?<![\s\S])[\s\S]*?\\begin\{document\}|\\end\{document\}(?![\s\S]*\\end\{document\})[\s\S]*|^[ \t]*%.*\n?/gm,
    order: ['part', 'chapter', 'section', 'subsection', 'subsubsection'],
    title: /\\title\{([^{}]*)\}/,
  },
};

/** reStructuredText, AsciiDoc, Org and TeX as they are written, with their headings, without what sets their pages. */
export const readMarkup: DocumentReader = ({ path, bytes }) => {
  const { text: written, ...rest } = decodeText(bytes);
  const markup = MARKUPS[extensionOf(path)]!;
  const text = written.replace(markup.dropped, '').replace(/^\s*\n/, '');
  if (text.trim() === '') throw new UnreadFile('empty', 'It holds settings alone. Leave it out.');
  return Promise.resolve(oneDoc(path, text, headingsOf(text, markup), markup.title?.exec(written)?.[1] ?? '', rest));
};

function headingsOf(written: string, { heading, order }: Markup): Heading[] {
  const found = Array.from(written.matchAll(heading), ({ index, groups }) => {
    const { over = '', mark = '', text = '' } = groups!;
    return { start: index, mark: over + mark, text: text.trim() };
  });
  const used = [...new Set(found.map(({ mark }) => mark))];
  const marks = order?.filter((mark) => used.includes(mark)) ?? used;
  return found.map(({ start, mark, text }) => ({ start, level: marks.indexOf(mark) + 1, text }));
}
