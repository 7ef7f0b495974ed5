/**
 * Reads a collection in the format of BEIR, in a process of its own: once as Hitrate does (encoding, repeated keys, ids,
 * judgments that name nothing, languages), once line by line with `JSON.parse`. `research/bench/parts/import.mjs` runs both.
 *
 *     import.js hitrate|parse <folder>
 */
import { openAsBlob, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCollection } from '../../src/adapters/files/read';
import { peakMegabytes } from './peak-memory';

const [, , way, folder] = process.argv as [string, string, string, string];
const NAMES = ['corpus.jsonl', 'queries.jsonl', 'qrels/test.tsv'];

async function hitrate(): Promise<number> {
  const files = await Promise.all(
    NAMES.map(async (name) => ({ path: `large/${name}`, file: await openAsBlob(join(folder, name)) })),
  );
  const outcome = await readCollection({ files }, () => undefined);
  if (!outcome.ok || outcome.kind !== 'collection') throw new Error(JSON.stringify(outcome));
  return outcome.dataset.docs.length;
}

/** As one writes it first: the whole file, split into lines. */
function parse(): number {
  const docs: { id: string; title: string; text: string }[] = [];
  for (const line of readFileSync(join(folder, 'corpus.jsonl'), 'utf8').split('\n')) {
    if (line === '') continue;
    const { _id, title, text } = JSON.parse(line) as { _id: string; title: string; text: string };
    docs.push({ id: _id, title, text });
  }
  const queries = readFileSync(join(folder, 'queries.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { _id: string; text: string });
  const judged = readFileSync(join(folder, 'qrels/test.tsv'), 'utf8')
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));
  return docs.length + 0 * (queries.length + judged.length);
}

const began = performance.now();
const cpu = process.cpuUsage();
const docs = way === 'hitrate' ? await hitrate() : parse();
const { user, system } = process.cpuUsage(cpu);
const milliseconds = performance.now() - began;
console.log(
  JSON.stringify({ milliseconds, cpuMilliseconds: (user + system) / 1000, megabytes: peakMegabytes(), docs }),
);
