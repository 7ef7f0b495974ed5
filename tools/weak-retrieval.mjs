/**
 * Writes the tables of docs/weak-retrieval.md: what reranking only the questions with weak retrieval saves and costs, on
 * development collections, in Chromium, by the same code as the page.
 *
 * Usage: node tools/weak-retrieval.mjs COLLECTIONS
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { digits } from './figures.mjs';

const [collections] = process.argv.slice(2);
if (collections === undefined) throw new Error('Usage: node tools/weak-retrieval.mjs COLLECTIONS');
const FILE = 'docs/weak-retrieval.md';
const BEGIN = '<!-- tools/weak-retrieval.mjs -->';
const MEASURE = 'nDCG@10';
const SYSTEM = 'ensemble-rerank';
/** Losses that a reader may be willing to rule out. */
const MARGINS = [0.01, 0.02];
const SETS = [
  ['semiconductor-zh', 'semiconductor-zh/doc_qa_test.json'],
  ['cranfield', 'cranfield'],
];

function gatesOf(path) {
  const out = mkdtempSync(join(tmpdir(), 'hitrate-weak-retrieval-'));
  try {
    const options = ['--systems', `ensemble,${SYSTEM}`, '--measures', MEASURE, '--k', '1,10', '--weak-retrieval'];
    const args = ['tools/evaluate.mjs', join(collections, path), ...options, '--out', out];
    execFileSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    return JSON.parse(readFileSync(join(out, 'weak-retrieval.json'), 'utf8')).systems;
  } finally {
    rmSync(out, { recursive: true });
  }
}

const signed = (value) => `${value < 0 ? '−' : '+'}${digits(Math.abs(value))}`;
const range = (ci95, text = signed) => (ci95 ? `[${text(ci95[0])}, ${text(ci95[1])}]` : '—');
const percent = (share) => `${Math.round(100 * share)} %`;
const row = (cells) => `| ${cells.join(' | ')} |`;
const head = (cells) => `${row(cells)}\n${row(cells.map(() => '---'))}`;

function section([name, path]) {
  const [one, ten] = gatesOf(path);
  const areas = one.areas.map(({ signal, auc, ci95 }, i) => {
    const other = ten.areas[i];
    const cell = (area) => (area.auc === null ? '—' : `${digits(area.auc)} ${range(area.ci95, digits)}`);
    return row([signal, cell({ auc, ci95 }), cell(other)]);
  });
  const curve = one.curve.map((point) =>
    row([
      point.signal,
      percent(point.share),
      percent(1 - point.reranked),
      digits(point.mean),
      signed(point.difference),
      range(point.ci95),
    ]),
  );
  const { chosen } = one;
  const ruledOut = MARGINS.map((margin) => {
    const [best] = one.curve.filter(({ ci95 }) => ci95 && ci95[0] > -margin).sort((a, b) => a.reranked - b.reranked);
    return best
      ? `- A loss of ${digits(margin)} or more is ruled out with ${percent(1 - best.reranked)} of the calls saved, by \`${best.signal}\` at ${percent(best.share)}: ${signed(best.difference)} ${range(best.ci95)}.`
      : `- No gate of the table rules out a loss of ${digits(margin)} or more.`;
  });
  const [most] = one.curve
    .filter(({ ci95 }) => ci95 && ci95[0] <= 0 && ci95[1] >= 0)
    .sort((a, b) => a.reranked - b.reranked);
  const notExcluded = most
    ? `- Most calls are saved where the interval does not exclude that nothing is lost: ${percent(1 - most.reranked)}, by \`${most.signal}\` at ${percent(most.share)}: ${signed(most.difference)} ${range(most.ci95)}.`
    : '- The interval of every gate of the table excludes that nothing is lost.';
  return `## ${name}

${one.questions} questions. ${one.weak} have no relevant passage first and ${ten.weak} none in the first ten before reranking.
${MEASURE} is ${digits(one.never)} without reranking, ${digits(one.always)} with all questions reranked.

${head(['signal', 'AUC, relevant passage first', 'AUC, in the first ten'])}
${areas.join('\n')}

${head(['gate', 'asked for', 'calls saved', MEASURE, 'difference to reranking all', '95 %, simultaneous'])}
${curve.join('\n')}

- Signal and share chosen on the other folds, so that reranking less loses nothing there: ${percent(1 - chosen.reranked)} of the
  calls saved, ${signed(chosen.difference)} ${range(chosen.ci95)}. By fold: ${chosen.byFold.map((each) => (each ? `\`${each.signal}\` ${percent(each.share)}` : 'all')).join(', ')}.
${notExcluded}
${ruledOut.join('\n')}
`;
}

const text = readFileSync(FILE, 'utf8');
const [before] = text.split(BEGIN);
writeFileSync(FILE, `${before}${BEGIN}\n\n${SETS.map(section).join('\n')}`);
