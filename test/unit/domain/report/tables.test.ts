import { describe, expect, it } from 'vitest';
import { tableText } from '../../../../src/domain/report/table-text';
import { report, system, vectorSearch } from './make';
import { comparisonTable, latex, markdown } from '../../../../src/domain/report/comparison-table';
import { comparison, pair } from './compared';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { type CopiedTable, markdownTable, tsv } from '../../../../src/domain/report/copied-table';

it('tableText aligns names to the left and numbers to the right', () => {
  const systems = [
    system('bm25', { 'HitRate@1': 0.79749, 'MRR@1': 0.79749 }),
    system('embedding, rerank', { 'HitRate@1': 1, 'MRR@1': 0 }),
  ];
  expect(tableText(report(systems), ['HitRate@1', 'MRR@1'])).toBe(
    [
      'system             HitRate@1   MRR@1',
      '-----------------  ---------  ------',
      'bm25                  0.7975  0.7975',
      'embedding, rerank     1.0000  0.0000',
      '',
    ].join('\n'),
  );
});

it('writes a table for booktabs, the best bold, whom it beats above it', () => {
  const systems = [system('bm25', { 'P(rel=2)@5': 0.25 }), system('my_run #1', { 'P(rel=2)@5': 0.5 })];
  const pairs = [pair('bm25', 'my_run #1', -0.25, 0.01)];
  const comparisons = [comparison('P(rel=2)@5', ['bm25', 'my_run #1'], pairs)];
  expect(latex({ ...report(systems), comparisons }, ['P(rel=2)@5'])).toBe(`% \\usepackage{booktabs}
\\begin{table}
\\centering
\\caption{Means over 2 questions; the best value of a column is bold. Letters name the systems that a system beats (p \\textless{} .05, paired randomisation test, Holm's correction over 1 pair; seed 42).}
\\begin{tabular}{lll}
\\toprule
\\# & System & P(rel=2)@5 \\\\
\\midrule
a & bm25 & 0.2500 \\\\
b & my\\_run \\#1 & \\textbf{0.5000}$^{a}$ \\\\
\\bottomrule
\\end{tabular}
\\end{table}
`);
});

it('writes no command that a name holds', () => {
  const text = latex(report([system('\\input{x}~^&%$', { MAP: 1 })]), ['MAP']);
  expect(text).toContain('\\textbackslash{}input\\{x\\}\\textasciitilde{}\\textasciicircum{}\\&\\%\\$');
});

it.each([latex, markdown])('%o shows what a name hides, and cuts what nobody reads', (written) => {
  const name = '\u202e\\input{x}\u0000\u2066</td>\u2028' + 'x'.repeat(1_000_000);
  const text = written(report([system(name, { MAP: 1 })]), ['MAP']);
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}]/u);
  expect(text).toContain('U+202E');
  expect(text.length).toBeLessThan(3000);
});

it('writes a table, the best bold, whom it beats above it', () => {
  const systems = [system('bm25', { MAP: 0.25 }), system('a|b_c', { MAP: 0.5 })];
  const comparisons = [comparison('MAP', ['bm25', 'a|b_c'], [pair('bm25', 'a|b_c', -0.25, 0.01)])];
  const [head, rule, first, second, , note] = markdown({ ...report(systems), comparisons }, ['MAP']).split('\n');
  expect([head, rule, first, second]).toEqual([
    '|  | System | MAP |',
    '| --- | --- | ---: |',
    '| a | bm25 | 0.2500 |',
    '| b | a\\|b\\_c | **0.5000**<sup>a</sup> |',
  ]);
  expect(note).toMatch(/^Means over 2 questions; .*\(p \\< \.05/);
});

it('writes a second table where searches of vectors are not exact, a row for each', () => {
  const both = { ...system('a|b', { MAP: 0.5 }), vectorSearch: [vectorSearch, { ...vectorSearch, retriever: 3 }] };
  const text = markdown(report([system('exact', { MAP: 0.25 }), both]), ['MAP']);
  expect(text.split('\n').slice(-7)).toEqual([
    '| Vector search | Recall@10 | Recall@depth | Bytes | ms a question | ms exact | ms to build |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
    '| a\\|b (1) | 0.9500 | 0.8750 (100) | 25.0 % | 0.50 | 2.00 | 7 |',
    '| a\\|b (3) | 0.9500 | 0.8750 (100) | 25.0 % | 0.50 | 2.00 | 7 |',
    '',
    'Recall is of exact search over whole vectors, and bytes are a share of those.',
    '',
  ]);
  expect(markdown(report([system('exact', { MAP: 0.25 })]), ['MAP'])).not.toContain('Vector search');
});

const systems = [
  system('bm25', { MAP: 0.25, 'Hole@5': 0.5, num_ret: 12 }),
  system('dense', { MAP: 0.50004, 'Hole@5': 0.25, num_ret: 20 }),
  system('fused', { MAP: 0.50001, 'Hole@5': 0.75 }),
];
const compared = {
  ...report(systems),
  comparisons: [
    comparison(
      'MAP',
      ['bm25', 'dense', 'fused'],
      [pair('bm25', 'dense', -0.25, 0.01), pair('bm25', 'fused', -0.25, 0.2)],
    ),
  ],
};
const table = comparisonTable(compared, ['MAP', 'Hole@5', 'num_ret']);
const column = (i: number): string[] =>
  table.rows.map(({ cells }) => `${cells[i]!.text}${cells[i]!.best ? '*' : ''}${cells[i]!.beaten}`);

describe('comparisonTable', () => {
  it('marks all that read the same as the best, and whom a system beats', () =>
    expect(column(0)).toEqual(['0.2500', '0.5000*a', '0.5000*']));

  it('takes the lowest for the best where lower is better', () =>
    expect(column(1)).toEqual(['0.5000', '0.2500*', '0.7500']));
});

describe('copied table', () => {
  const number = (value: number, text: string) => ({ value, text });

  const table: CopiedTable = {
    header: ['System', 'nDCG@10', 'Difference'],
    rows: [
      ['Hybrid (RRF)', number(0.78512345, '.785'), null],
      ['BM25', number(0.703, '.703'), number(-0.0821, '−.082')],
    ],
  };

  describe('a table for the clipboard', () => {
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
});
