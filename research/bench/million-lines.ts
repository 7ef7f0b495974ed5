/**
 * Reads and scores a run of a million lines by 20 measures, in a process of its own: once as Hitrate does, once as one
 * writes it first. `research/bench.mjs` bundles it and runs it both ways.
 *
 *     million-lines.js write|hitrate|naive <folder>
 */
import { openAsBlob, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCollection } from '../../src/adapters/files/read';
import { measureOf } from '../../src/domain/measures/parse';
import { means, score } from '../../src/domain/measures/score';
import { toQrels } from '../../src/domain/run/judgments';
import * as naive from './naive';
import { unpackRanking } from '../../src/domain/run/packed';
import { peakMegabytes } from './peak-memory';

const QUESTIONS = 1000;
const DEPTH = 1000;
const JUDGED = 30;
const DOCUMENTS = 100_000;

const [, , way, folder] = process.argv as [string, string, string, string];
const paths = { run: join(folder, 'large.run'), qrels: join(folder, 'large.qrels') };

/** The same in every run of the benchmark: a linear congruential generator (Numerical Recipes). */
function numbers(): () => number {
  let state = 1;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

function write(): void {
  const random = numbers();
  const [run, qrels]: [string[], string[]] = [[], []];
  for (let q = 0; q < QUESTIONS; q++) {
    const start = Math.floor(random() * DOCUMENTS);
    for (let rank = 1; rank <= DEPTH; rank++) {
      const doc = (start + rank * 7) % DOCUMENTS;
      run.push(`q${q} Q0 doc${doc} ${rank} ${(50 - rank * 0.03 - random() * 0.02).toFixed(6)} large`);
      if (rank % Math.floor(DEPTH / JUDGED) === 1) qrels.push(`q${q} 0 doc${doc} ${Math.floor(random() * 4)}`);
    }
  }
  writeFileSync(paths.run, `${run.join('\n')}\n`);
  writeFileSync(paths.qrels, `${qrels.join('\n')}\n`);
}

async function hitrate(): Promise<Record<string, number>> {
  const files = await Promise.all(
    [paths.run, paths.qrels].map(async (path) => ({ path, file: await openAsBlob(path) })),
  );
  const outcome = await readCollection({ files }, () => undefined);
  if (!outcome.ok || outcome.kind !== 'collection') throw new Error('the files of the benchmark were not recognised');
  const measures = naive.TEXTS.map(measureOf);
  const { queries, docs, rankings } = outcome.runs[0]!.run;
  const run = new Map(queries.map((query, i) => [query, unpackRanking(rankings, docs, i)]));
  return means(score(run, toQrels(outcome.dataset.judgments), measures), measures);
}

function naively(): Record<string, number> {
  const [run, qrels] = [readFileSync(paths.run, 'utf8'), readFileSync(paths.qrels, 'utf8')];
  return naive.means(naive.readRun(run), naive.readQrels(qrels));
}

if (way === 'write') write();
else {
  const began = performance.now();
  const found = way === 'hitrate' ? await hitrate() : naively();
  const milliseconds = performance.now() - began;
  console.log(JSON.stringify({ milliseconds, megabytes: peakMegabytes(), means: found }));
}
