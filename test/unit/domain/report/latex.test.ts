import { expect, it } from 'vitest';
import { latex } from '../../../../src/domain/report/comparison-table';
import { comparison, pair } from './compared';
import { report, system } from './make';

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

it('shows what a name hides, and cuts what nobody reads', () => {
  const name = '\u202e\\input{x}\u0000\u2066</td>\u2028' + 'x'.repeat(1_000_000);
  const text = latex(report([system(name, { MAP: 1 })]), ['MAP']);
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}]/u);
  expect(text).toContain('U+202E');
  expect(text.length).toBeLessThan(3000);
});
