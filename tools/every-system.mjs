/**
 * Writes docs/every-system: all retrievers, fusions and learned rankers on development collections, in Chromium, from one
 * saved experiment, with 95 % intervals (bootstrap over questions) and p against BM25 (randomisation, of each pair alone).
 *
 * Usage: node tools/every-system.mjs [COLLECTIONS]   Without them the experiment alone is written.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { digits, interval } from './figures.mjs';
import { runPackage } from './install.mjs';

const [collections] = process.argv.slice(2);
const FOLDER = 'docs/every-system';
const BASELINE = 'bm25-lucene';
const MODELS = ['hitrate-embedding', 'hitrate-reranker'];
const SETS = [
  ['semiconductor-zh', 'semiconductor-zh/doc_qa_test.json', ['HitRate@1', 'HitRate@5', 'MRR', 'nDCG@10']],
  ['cranfield', 'cranfield', ['HitRate@1', 'Recall@10', 'MAP', 'nDCG@10']],
];

function table([name, path, measures]) {
  const out = mkdtempSync(join(tmpdir(), 'hitrate-every-system-'));
  try {
    const experiment = join(FOLDER, 'experiment.json');
    const args = ['tools/evaluate.mjs', join(collections, path), '--experiment', experiment, '--out', out];
    execFileSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    const { systems, comparisons, manifest } = JSON.parse(readFileSync(join(out, 'results.json'), 'utf8'));
    const rows = systems.map(
      (system) => `| ${[system.id, ...cells(system, measures), against(system.id, comparisons)].join(' | ')} |`,
    );
    const head = `| system | ${measures.join(' | ')} | p against ${BASELINE} (nDCG@10) |\n| ${'--- | '.repeat(measures.length + 1)}--- |`;
    const told = manifest.warnings.map(({ message }) => `- ${message}`).join('\n');
    return `## ${name}\n\n${head}\n${rows.join('\n')}\n${told === '' ? '' : `\nWhat the app told beside it:\n\n${told}\n`}`;
  } finally {
    rmSync(out, { recursive: true });
  }
}

const cells = ({ measures, perQuery }, names) =>
  names.map((name) => {
    const [low, high] = interval(Object.values(perQuery[name]));
    return `${digits(measures[name])} [${digits(low)}, ${digits(high)}]`;
  });

function against(id, comparisons) {
  if (id === BASELINE) return '';
  const pair = comparisons.find(
    ({ measure, a, b }) => measure === 'nDCG@10' && [a, b].includes(BASELINE) && [a, b].includes(id),
  );
  return pair ? pair.p.randomisation.toPrecision(2) : '';
}

/** Every system of the catalogue with English stems, which leave Chinese as it is, and BM25 by every analyzer. */
async function experimentText() {
  const load = async (file) => (await runnerImport(`./src/domain/${file}.ts`)).module;
  const { analyzerFor } = await load('text/analyzer-spec');
  const { catalogue } = await load('experiment/catalogue');
  const { experimentFile } = await load('experiment/experiment-file');
  const { buildExperiment, DEFAULT_SETTINGS } = await load('experiment/settings');
  const { ANALYZER_CHOICES } = await load('text/analyzer-spec');
  const languages = [{ language: 'en', share: 1 }];
  const systems = catalogue(analyzerFor(languages)).map(({ system }) => system);
  const bm25 = (spec) => catalogue(spec).find(({ system }) => system.id === BASELINE).system;
  const analyzers = ANALYZER_CHOICES.map(({ id, spec }) => ({ ...bm25(spec), id: `${BASELINE}, ${id}` }));
  const settings = {
    ...DEFAULT_SETTINGS,
    ks: [1, 5, 10],
    families: ['HitRate', 'Recall', 'nDCG'],
    measures: ['MRR', 'MAP'],
    composed: [...systems, ...analyzers],
  };
  const cards = MODELS.map((name) => JSON.parse(readFileSync(`public/models/${name}/card.json`, 'utf8')));
  return experimentFile(buildExperiment(settings, cards, { documents: true, runs: [], languages }));
}

writeFileSync(join(FOLDER, 'experiment.json'), await experimentText());
if (collections === undefined) process.exit(0);
const path = join(FOLDER, 'README.md');
const mark = '<!-- tables -->';
const [before] = readFileSync(path, 'utf8').split(mark);
writeFileSync(path, `${before}${mark}\n\n${SETS.map(table).join('\n')}`);
runPackage('oxfmt', [path]);
