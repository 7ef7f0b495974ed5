import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { describe, expect, it } from 'vitest';
import { markdownHeadings } from '../../src/adapters/files/documents/markdown';
import type { Heading } from '../../src/base/types';

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly alt?: string | null | undefined;
  readonly children?: readonly Node[];
}

function plain({ type, value, alt, children }: Node): string {
  if (children) return children.map(plain).join('');
  return type === 'html' ? '' : type === 'break' ? ' ' : (value ?? alt ?? '');
}

/** By another parser, which builds a tree of the whole text. */
const headingsByTree = (text: string): Heading[] =>
  fromMarkdown(text).children.flatMap((node) => {
    if (node.type !== 'heading') return [];
    const heading = {
      start: node.position!.start.offset!,
      level: node.depth,
      text: plain(node).replace(/\s+/g, ' ').trim(),
    };
    return heading.text === '' ? [] : [heading];
  });

const inline = fc.constantFrom(
  ...['word', '时钟', '🐟', '*bold*', '**', '_', '`code`', '``', '[link](/a "b")', '[ref]', '[text][ref]', '![alt](b)'],
  ...[
    '<b>',
    '</b>',
    '<!-- c -->',
    '&amp;',
    '&nope;',
    '\\#',
    '\\',
    '#',
    '  ',
    ' ',
    '\t',
    '<http://a.b>',
    '](',
    '[',
    '~~s~~',
  ],
);
const words = fc.array(inline, { maxLength: 6 }).map((parts) => parts.join(' '));
const prefix = fc.constantFrom(
  ...[
    '',
    '',
    '',
    '# ',
    '## ',
    '###### ',
    '####### ',
    '#',
    '  # ',
    '   ## ',
    '    # ',
    '\t# ',
    '> ',
    '> # ',
    '- a',
    '- # ',
  ],
  ...[
    '1. a ',
    '  - a',
    '    ',
    '\t',
    '* * *',
    '===',
    '---',
    '--',
    '= ',
    '```',
    '~~~ md',
    '<div>',
    '</div>',
    '<!--',
    '-->',
  ],
  ...['+ > # ', '<script>', '</script>', '<?', '?>', '|a|b|'],
);
const suffix = fc.constantFrom('', '\n===', '\n---', '\nmore words\n----');
/** With an empty line after each block, and lists that begin with text and 1: else the other parser takes marks for text. */
const block = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(prefix, words, suffix).map((parts) => parts.join('')) },
  fc.constantFrom('[ref]: /u', '[ref]:\n/u "title"', '[other]: <>'),
);
const markdown = fc.array(block, { maxLength: 12 }).map((blocks) => blocks.map((each) => `${each}\n\n`).join(''));

describe('headings of Markdown', () => {
  it('are those of a parser that reads all of it', () => {
    fc.assert(
      fc.property(markdown, (text) => {
        const { headings, isWhole } = markdownHeadings(text);
        expect(isWhole).toBe(true);
        expect(headings).toEqual(headingsByTree(text));
      }),
      { numRuns: 300 },
    );
  });
});
