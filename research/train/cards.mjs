/**
 * Writes into the cards of the bundled models what they reach in the app and how they were trained: every development
 * collection evaluated in Chromium, with 95 % intervals (bootstrap over questions) and p against BM25 (randomisation,
 * from the app).
 *
 * Usage: node research/train/cards.mjs COLLECTIONS WORK [name …]   With names, those collections alone, and no card is written.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digits, interval } from '../../tools/figures.mjs';

const [collections, work, ...names] = process.argv.slice(2);
const SYSTEMS = ['bm25', 'embedding', 'ensemble', 'ensemble-rerank'];
const MEASURES = ['HitRate@1', 'HitRate@5', 'nDCG@10'];
const SETS = {
  'semiconductor-zh': () => join(collections, 'semiconductor-zh/doc_qa_test.json'),
  'xquad-en': () => join(collections, 'xquad-en'),
  'xquad-zh': () => join(collections, 'xquad-zh'),
  'jsquad-ja': () => join(collections, 'jsquad-ja'),
  cranfield: () => join(collections, 'cranfield'),
  'xquad-zh-en': () => across('xquad-zh', 'xquad-en'),
  'xquad-en-zh': () => across('xquad-en', 'xquad-zh'),
};

/** Questions of one translation with the passages and judgments of the other: question ids are the same. */
function across(questions, passages) {
  const folder = join(work, `${questions}-to-${passages}`);
  mkdirSync(join(folder, 'qrels'), { recursive: true });
  const ids = new Set(lines(join(collections, passages, 'queries.jsonl')).map((line) => JSON.parse(line)._id));
  const shared = lines(join(collections, questions, 'queries.jsonl')).filter((line) => ids.has(JSON.parse(line)._id));
  const kept = new Set(shared.map((line) => JSON.parse(line)._id));
  writeFileSync(join(folder, 'queries.jsonl'), `${shared.join('\n')}\n`);
  copyFileSync(join(collections, passages, 'corpus.jsonl'), join(folder, 'corpus.jsonl'));
  const [head, ...judged] = lines(join(collections, passages, 'qrels/test.tsv'));
  const rows = judged.filter((line) => kept.has(line.split('\t')[0]));
  writeFileSync(join(folder, 'qrels/test.tsv'), `${[head, ...rows].join('\n')}\n`);
  return folder;
}

const lines = (path) => readFileSync(path, 'utf8').trimEnd().split('\n');

/** One collection as the app evaluates it: rows of a table. */
function evaluated(name) {
  const out = join(work, 'figures', name);
  execFileSync(
    process.execPath,
    [
      'tools/evaluate.mjs',
      SETS[name](),
      '--systems',
      SYSTEMS.join(','),
      '--measures',
      MEASURES.join(','),
      '--out',
      out,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const { systems, comparisons } = JSON.parse(readFileSync(join(out, 'results.json'), 'utf8'));
  return systems.map(({ id, measures, perQuery }) => {
    const cells = MEASURES.map((measure) => {
      const [low, high] = interval(Object.values(perQuery[measure]));
      return `${digits(measures[measure])} [${digits(low)}, ${digits(high)}]`;
    });
    const pair =
      id === 'bm25'
        ? null
        : comparisons.find(
            ({ measure, a, b }) => measure === 'nDCG@10' && a !== b && [a, b].includes('bm25') && [a, b].includes(id),
          );
    return `| ${name} | ${id} | ${cells.join(' | ')} | ${pair ? pair.p.randomisation.toPrecision(2) : ''} |`;
  });
}

/** Replaces what stands between `<!-- name -->` and `<!-- end of name -->`. */
function fill(card, section, text) {
  const path = join('public/models', card, 'README.md');
  const old = readFileSync(path, 'utf8');
  const [start, end] = [`<!-- ${section} -->`, `<!-- end of ${section} -->`];
  const [before, after] = [old.split(start)[0], old.split(end)[1]];
  if (after === undefined) throw new Error(`${path} has no section “${section}”`);
  writeFileSync(path, `${before}${start}\n\n${text}\n\n${end}${after}`);
}

const head = `| collection | system | ${MEASURES.join(' | ')} | p against BM25 (nDCG@10) |\n| --- | --- | --- | --- | --- | --- |`;
const rows = [];
for (const name of names.length > 0 ? names : Object.keys(SETS)) {
  const found = evaluated(name);
  console.log(found.join('\n'));
  rows.push(...found);
}
if (names.length === 0)
  for (const name of ['embedding', 'reranker']) {
    const card = `hitrate-${name}`;
    const { seed, steps, minutes, threads } = JSON.parse(readFileSync(join(work, `${name}.json`), 'utf8'));
    fill(card, 'training', `Seed ${seed}, ${steps} steps in ${minutes.toFixed(0)} minutes on ${threads} core(s).`);
    fill(card, 'figures', [head, ...rows].join('\n'));
  }
