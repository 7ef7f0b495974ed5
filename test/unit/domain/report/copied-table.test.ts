import { fromMarkdown } from 'mdast-util-from-markdown';
import { describe, expect, it } from 'vitest';
import { type CopiedTable, markdownTable, tsv } from '../../../../src/domain/report/copied-table';

const number = (value: number, text: string) => ({ value, text });

const table: CopiedTable = {
  header: ['System', 'nDCG@10', 'Difference'],
  rows: [
    ['Hybrid (RRF)', number(0.78512345, '.785'), null],
    ['BM25', number(0.703, '.703'), number(-0.0821, '−.082')],
  ],
};

describe('a table for the clipboard', () => {
  it('has numbers with all digits between tabs', () => {
    expect(tsv(table)).toBe('System\tnDCG@10\tDifference\nHybrid (RRF)\t0.78512345\t\nBM25\t0.703\t-0.0821\n');
  });

  it('has numbers as they are written in Markdown, to the right', () => {
    expect(markdownTable(table)).toBe(
      '| System | nDCG&#64;10 | Difference |\n| --- | ---: | ---: |\n| Hybrid (RRF) | .785 |  |\n| BM25 | .703 | −.082 |\n',
    );
  });

  it.each([
    '=cmd|calc!A1',
    '+1',
    '-1+1',
    '@SUM(A1)',
    'a\t=1+1\n=2',
    '"quoted\t"',
    '\u202e\u2066=1',
    '\u0000\u001b[31m\ud800',
    '</td><script>alert(1)</script>',
    '| b | **c** [d](javascript:e) <img src=x> https://f.g @h #1 `i`',
    'x'.repeat(1_000_000),
  ])('keeps a text as one cell that is text: %j', (hostile) => {
    const made = { header: [hostile, 'n'], rows: [[hostile, number(1, '1')]] };
    const lines = tsv(made).split('\n');
    expect(lines.map((line) => line.split('\t').length)).toEqual([2, 2, 1]);
    for (const line of lines.slice(0, 2)) {
      expect(line).not.toMatch(/^["=+\-@]/);
      expect(line.replaceAll('\t', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
    }
    const markdown = markdownTable(made);
    expect(
      markdown
        .trim()
        .split('\n')
        .map((line) => line.match(/(?<!\\)\|/g)!.length),
    ).toEqual([3, 3, 3]);
    expect(markdown).not.toMatch(/<|\[|\*|`|https?:/);
    expect(markdown.length + lines.join('').length).toBeLessThan(5000);
    // One paragraph of text for a reader without tables, or a table.
    const kinds = fromMarkdown(markdown).children.flatMap((node): readonly { readonly type: string }[] =>
      'children' in node ? node.children : [],
    );
    expect(new Set(kinds.map(({ type }) => type))).toEqual(new Set(['text']));
  });
});
