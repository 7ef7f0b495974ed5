import { extensionOf } from '../../../base/paths';
import type { Heading } from '../../../base/types';
import { decodeText } from './encoding';
import { oneDoc, UnreadFile, type DocumentReader } from './reader';

interface Markup {
  /** Groups `text`, and `mark` and `over`, which tell the level. */
  readonly heading: RegExp;
  /** What is for the program that sets the text. */
  readonly dropped: RegExp;
  readonly title?: RegExp;
}

const ASCIIDOC: Markup = { heading: /^(?<mark>={1,6}) (?<text>.+)$/gm, dropped: /^:[\w-]+!?:.*\n?/gm };

const MARKUPS: Readonly<Record<string, Markup>> = {
  rst: {
    heading: /^(?:(?<over>[!-/:-@[-`{-~])\k<over>{2,}\n)? *(?<text>\S.*)\n(?<mark>[!-/:-@[-`{-~])\k<mark>{2,}$/gm,
    // Comments and names of places.
    dropped: /^\.\. (?!\S.*::|\[).*\n?/gm,
  },
  adoc: ASCIIDOC,
  asciidoc: ASCIIDOC,
  org: {
    heading: /^(?<mark>\*+) (?<text>.+)$/gm,
    dropped: /^[ \t]*(?:#\+(?!begin|end)\w+:.*|:PROPERTIES:[\s\S]*?:END:)(?:\n|$)/gim,
    title: /^#\+title:[ \t]*(.+)$/im,
  },
  tex: {
    heading: /\\(?<mark>part|chapter|(?:sub){0,2}section)\*?\s*\{(?<text>[^{}]*)\}/g,
    dropped: /(?<![\s\S])[\s\S]*\\begin\{document\}|\\end\{document\}[\s\S]*|^[ \t]*%.*\n?/gm,
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

/** Marks have levels in the order in which they come, which in reStructuredText is the rule. */
function headingsOf(text: string, { heading }: Markup): Heading[] {
  const marks: string[] = [];
  return [...text.matchAll(heading)].map(({ index, groups }) => {
    const { over = '', mark = '', text = '' } = groups!;
    if (!marks.includes(over + mark)) marks.push(over + mark);
    return { start: index, level: marks.indexOf(over + mark) + 1, text: text.trim() };
  });
}
