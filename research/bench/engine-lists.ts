import { floatRows } from '../../src/base/vectors';
import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { analyzerLoaders } from '../../src/adapters/text/loaders';
import type { DocId, Ranking } from '../../src/base/types';
import { type ArrayHeader, arrayNumbers, readNpyHeader } from '../../src/domain/dataset/supplied/vectors/arrays';
import { fuse } from '../../src/domain/fusion/fuse';
import { openMatrix } from '../../src/domain/retrieval/dense/search';
import type { ScoredDoc } from '../../src/domain/retrieval/top-k';
import { openWords } from '../../src/domain/retrieval/lexical/open-words';
import { Postings, PostingsBuilder } from '../../src/domain/retrieval/lexical/postings';
import { compareBytes } from '../../src/domain/run/order';
import { DEFAULT_ANALYZER } from '../../src/domain/text/analyzer-spec';
import { openAnalyzer } from '../../src/domain/text/open-analyzer';

/**
 * `engine-lists.mjs <collection> <folder>`: for how many questions the runs that an engine made (`out/runs`) have another first
 * ten than Hitrate's own searches of the same passages, by system, where scores differ by more than 1e-6.
 */

const [DEPTH, FIRST, EQUAL] = [100, 10, 1e-6];
const [collection, folder] = process.argv.slice(2) as [string, string];

async function linesOf<T>(path: string): Promise<T[]> {
  const read: T[] = [];
  for await (const line of createInterface({ input: createReadStream(path) }))
    if (line) read.push(JSON.parse(line) as T);
  return read;
}

function numbersOf(path: string): { readonly rows: Float32Array; readonly dimensions: number } {
  const bytes = new Uint8Array(readFileSync(path));
  const header = readNpyHeader(bytes) as ArrayHeader;
  return { rows: floatRows(arrayNumbers(bytes, header), header.columns), dimensions: header.columns };
}

interface Passage {
  readonly _id: string;
  readonly text: string;
}

const passages = await linesOf<Passage>(join(collection, 'corpus.jsonl'));
const questions = await linesOf<Passage>(join(collection, 'queries.jsonl'));
// The order that decides between equal scores.
const order = [...passages.keys()].sort((a, b) => compareBytes(passages[b]!._id, passages[a]!._id));
const ids = order.map((place) => passages[place]!._id as DocId);
const rankingOf = (hits: readonly ScoredDoc[]): Ranking => hits.map(({ doc, score }) => ({ id: ids[doc]!, score }));

const given = numbersOf(join(folder, 'passages.npy'));
const { dimensions } = given;
const rows = new Float32Array(given.rows.length);
order.forEach((place, i) =>
  rows.set(given.rows.subarray(place * dimensions, (place + 1) * dimensions), i * dimensions),
);
const asked = numbersOf(join(folder, 'questions.npy')).rows;
const byVectors = openMatrix(rows, dimensions, 'cosine')
  .search(asked, DEPTH, () => 0)
  .lists.map(rankingOf);

const analyze = await openAnalyzer(DEFAULT_ANALYZER, analyzerLoaders);
const builder = new PostingsBuilder();
for (const place of order) builder.add([analyze(passages[place]!.text)]);
const search = openWords(new Postings(builder.finish()), {
  kind: 'lexical',
  analyzer: DEFAULT_ANALYZER,
  scorer: { kind: 'bm25-lucene', k1: 1.2, b: 0.75, lengths: 'byte' },
  question: { kind: 'as-asked' },
});
const byWords = questions.map(({ text }) => rankingOf(search(analyze(text), DEPTH)));

const OWN: Readonly<Record<string, (question: number) => Ranking>> = {
  words: (question) => byWords[question]!,
  vectors: (question) => byVectors[question]!,
  both: (question) =>
    fuse([byWords[question]!, byVectors[question]!], { method: 'rrf', constant: 60, weights: [1, 1] }),
};

function runOf(system: string): ReadonlyMap<string, string[]> {
  const name = readdirSync(join(folder, 'out/runs')).find((each) => each.endsWith(`-${system}.run`))!;
  const run = new Map<string, string[]>();
  for (const line of readFileSync(join(folder, 'out/runs', name), 'utf8')
    .trim()
    .split('\n')) {
    const [question, , id] = line.split(' ') as [string, string, string];
    run.set(question, [...(run.get(question) ?? []), id]);
  }
  return run;
}

/** Whether each of the first has a score that belongs at its place. */
function isSame(found: readonly string[], own: Ranking): boolean {
  const scores = new Map<string, number>(own.map(({ id, score }) => [id, score]));
  const first = own.slice(0, FIRST);
  const isNear = (id: string | undefined, { score }: Ranking[number]): boolean =>
    id !== undefined && Math.abs((scores.get(id) ?? NaN) - score) <= EQUAL;
  return first.every((hit, place) => isNear(found[place], hit));
}

const counts = Object.entries(OWN).map(([system, own]) => {
  const run = runOf(system);
  return [system, questions.filter(({ _id }, i) => !isSame(run.get(_id) ?? [], own(i))).length];
});
process.stdout.write(JSON.stringify(Object.fromEntries(counts)));
