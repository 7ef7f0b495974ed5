import { readFileSync } from 'node:fs';
import { openBytes } from '../../src/adapters/vectors/vectors';
import { openKernelMatrix } from '../../src/adapters/vectors/kernel/matrix';
import { openNear } from '../../src/adapters/vectors/near';
import { createThreads } from '../../src/adapters/vectors/threads';
import { openAgainstExact } from '../../src/domain/retrieval/dense/against-exact';
import { DEFAULT_VECTOR_SEARCHES } from '../../src/domain/retrieval/dense/vector-search-spec';
import type { TimedLists } from '../../src/domain/retrieval/dense/search';

/**
 * `vectors.mjs scans|alone <rows file> <questions file> <rows> <questions> [bytes before the numbers]`, on one thread,
 * in milliseconds of the processor, which wait for no other program: a plain loop, exact search and bytes, in turns; or
 * exact search and a loop, one question at a time.
 */

const [DIMENSIONS, DEPTH, TURNS] = [512, 100, 5];
const [way, rowsFile, queriesFile, rowCount, questions, before = '0'] = process.argv.slice(2);
const count = Number(rowCount);
const { quantised } = DEFAULT_VECTOR_SEARCHES;
const alone = createThreads(null, 1);

const numbers = (path: string, length: number): Float32Array => {
  const bytes = readFileSync(path);
  return new Float32Array(bytes.buffer, bytes.byteOffset + Number(before), length * DIMENSIONS);
};
const processor = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const mean = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!;

const queries = numbers(queriesFile!, Number(questions));
const vectors = numbers(rowsFile!, count);
const matrix = openKernelMatrix(vectors, DIMENSIONS)!;
const near = openNear(matrix, 'cosine', alone);
const compare = openAgainstExact(vectors, DIMENSIONS, 'cosine');

type Search = (asked: Float32Array) => TimedLists | Promise<TimedLists>;
const exact: Search = (asked) => near(asked, DEPTH, processor);

/** Milliseconds of each question. */
async function timed(search: Search, asked: Float32Array): Promise<number> {
  const began = processor();
  await search(asked);
  return (processor() - began) / (asked.length / DIMENSIONS);
}

/** One question after the other, as each would be asked. */
async function timedAlone(search: Search): Promise<number> {
  const times: number[] = [];
  for (let q = 0; q < 20; q++) times.push(await timed(search, queries.slice(q * DIMENSIONS, (q + 1) * DIMENSIONS)));
  return median(times);
}

async function recallOf(search: Search) {
  const { recallAt10, recallAtDepth } = compare(queries, (await search(queries)).lists, DEPTH, await exact(queries));
  return { recallAt10: mean(recallAt10), recallAtDepth: mean(recallAtDepth) };
}

/** Row by row, question by question, as one would write it over a flat array. */
function loop(asked: Float32Array): TimedLists {
  const scores = new Float32Array(count);
  for (let q = 0; q < asked.length; q += DIMENSIONS)
    for (let row = 0; row < count; row++) {
      let sum = 0;
      for (let i = 0; i < DIMENSIONS; i++) sum += vectors[row * DIMENSIONS + i]! * asked[q + i]!;
      scores[row] = sum;
    }
  return { lists: [], milliseconds: new Float64Array() };
}

async function scans() {
  const bytes = openBytes(matrix, { ...quantised, rescore: 4 }, alone);
  const int8: Search = (asked) => bytes(asked, DEPTH, processor);
  const times = { loop: [] as number[], exact: [] as number[], int8: [] as number[] };
  for (let turn = 0; turn < TURNS; turn++) {
    times.loop.push(await timed(loop, queries.slice(0, 4 * DIMENSIONS)));
    times.exact.push(await timed(exact, queries));
    times.int8.push(await timed(int8, queries));
  }
  return {
    ...{ loop: median(times.loop), exact: median(times.exact), int8: median(times.int8) },
    ratios: {
      loop: median(times.loop.map((each, i) => each / times.exact[i]!)),
      int8: median(times.exact.map((each, i) => each / times.int8[i]!)),
    },
    ...{ alone: await timedAlone(exact), int8Alone: await timedAlone(int8) },
    ...(await recallOf(int8)),
  };
}

/** One question after the other, by exact search and by a plain loop. */
const oneByOne = async () => ({ exact: await timedAlone(exact), loop: await timedAlone(loop) });

const ways: Readonly<Record<string, () => Promise<object>>> = { scans, alone: oneByOne };
console.log(JSON.stringify(await ways[way!]!()));
