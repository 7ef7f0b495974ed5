import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../../tools/install.mjs';
import { ensureCommandLine } from '../../../tools/site.mjs';
import { processTree } from './process-tree.mjs';
import { withPackages } from './python.mjs';

const [SYSTEMS, QUESTIONS, DEPTH, DOCUMENTS] = [6, 10_000, 17, 100_000];
const PACKAGES = ['ranx==0.3.21'];
/** Ours, and the same of ranx. */
const MEASURES = Object.entries({
  ...{ 'nDCG@1': 'ndcg@1', 'nDCG@5': 'ndcg@5', 'nDCG@10': 'ndcg@10', nDCG: 'ndcg' },
  ...{ MAP: 'map', 'MAP@5': 'map@5', 'MAP@10': 'map@10', MRR: 'mrr', 'MRR@10': 'mrr@10', RPrec: 'r-precision' },
  ...{ 'P@1': 'precision@1', 'P@5': 'precision@5', 'P@10': 'precision@10' },
  ...{ 'Recall@1': 'recall@1', 'Recall@5': 'recall@5', 'Recall@10': 'recall@10' },
  ...{ 'HitRate@5': 'hit_rate@5', 'HitRate@10': 'hit_rate@10', 'F1@5': 'f1@5', 'F1@10': 'f1@10' },
});
const LIMIT = 450 * 1.048576;

/** A million lines of six runs, evaluated by 20 measures with all tests, from files to `results.json`, beside ranx. */
export async function rows() {
  const folder = mkdtempSync(join(tmpdir(), 'hitrate-bench-'));
  try {
    // Not in what is measured.
    await ensureCommandLine();
    const runs = write(folder);
    const files = ['qrels.txt', ...runs.map((name) => `${name}.run`)];
    const names = MEASURES.map(([name]) => name).join();
    const command = [join(ROOT, 'tools/evaluate.mjs'), ...files, '--measures', names, '--fresh'];
    const ours = await processTree(process.execPath, command, { ...process.env, INIT_CWD: folder });
    const theirs = await ranx(folder, runs);
    const { systems } = JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8'));
    if (theirs) agree(systems, JSON.parse(theirs.printed));
    const what = `${SYSTEMS} runs of ${QUESTIONS} questions, a million lines, 20 measures and the tests`;
    const against = theirs && { name: 'ranx, t-test', value: theirs.seconds };
    const limit = { name: theirs ? `limit (ranx: ${Math.round(theirs.megabytes)} MB)` : 'limit', value: LIMIT };
    return [
      { what: `${what}: processor time`, unit: 's', ours: ours.seconds, against, target: 1 },
      { what: `${what}: memory of all processes`, unit: 'MB', ours: ours.megabytes, against: limit, target: 1 },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @returns null where there is no Python, or no package */
async function ranx(folder, runs) {
  const environment = withPackages(PACKAGES);
  if (!environment) return null;
  const args = [join(ROOT, 'research/bench/runs.py'), folder, runs.join(), MEASURES.map(([, name]) => name).join()];
  // What it compiles the first time is kept.
  await processTree(environment.python, args, environment.env);
  return processTree(environment.python, args, environment.env);
}

/** @throws where they do not */
function agree(systems, theirs) {
  for (const { id, measures } of systems)
    for (const [name, other] of MEASURES)
      if (Math.abs(measures[name] - theirs[id][other]) > 1e-6) throw new Error(`${id}: the two ways differ by ${name}`);
}

/** Runs that find more and more of the relevant documents. */
function write(folder) {
  let state = 1;
  const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  const document = () => Math.floor(random() * DOCUMENTS);
  const relevant = Array.from({ length: QUESTIONS }, () => [
    ...new Set(Array.from({ length: 1 + Math.floor(random() * 4) }, document)),
  ]);
  const judged = relevant.flatMap((docs, q) => docs.map((doc) => `q${q} 0 d${doc} ${1 + Math.floor(random() * 3)}\n`));
  writeFileSync(join(folder, 'qrels.txt'), judged.join(''));
  return Array.from({ length: SYSTEMS }, (_, system) => {
    const lines = relevant.flatMap((docs, q) => {
      const found = new Set();
      while (found.size < DEPTH) {
        const hit = random() < 0.1 + 0.02 * system;
        found.add(hit ? docs[Math.floor(random() * docs.length)] : document());
      }
      return [...found].map(
        (doc, i) => `q${q} Q0 d${doc} ${i + 1} ${(DEPTH - i - random() / 2).toFixed(6)} s${system}\n`,
      );
    });
    writeFileSync(join(folder, `s${system}.run`), lines.join(''));
    return `s${system}`;
  });
}
