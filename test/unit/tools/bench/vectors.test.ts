import { describe, expect, it } from 'vitest';
import { openBytes } from '../../../../src/adapters/vectors/bytes';
import { openGraph } from '../../../../src/adapters/vectors/graph';
import { openKernelMatrix } from '../../../../src/adapters/vectors/kernel/matrix';
import { openNear } from '../../../../src/adapters/vectors/near';
import { createThreads } from '../../../../src/adapters/vectors/threads';
import { openHnsw } from '../../../../src/domain/retrieval/dense/hnsw';
import { openQuantised } from '../../../../src/domain/retrieval/dense/quantised';
import { openMatrix } from '../../../../src/domain/retrieval/dense/search';
import { clustered } from '../../../vectors';

/** The kernel beside what is written in TypeScript, in turns: half of the usual ratio fails. */

const [ROWS, QUESTIONS, DIMENSIONS, DEPTH] = [4000, 32, 256, 20];
const all = clustered(ROWS + QUESTIONS, DIMENSIONS, 40);
const rows = all.slice(0, ROWS * DIMENSIONS);
const queries = all.slice(ROWS * DIMENSIONS);
const clock = () => 0;
const alone = createThreads(null, 1);

/** As measured, rounded down. */
const USUAL = { exact: 10, bytes: 5, graph: 4 };

/** The least time of each, of several turns: other programs only ever slow one. */
async function ratioOf(plain: () => unknown, kernel: () => unknown, turns: number): Promise<number> {
  const least = [Infinity, Infinity];
  for (let turn = 0; turn < turns; turn++)
    for (const [i, run] of [plain, kernel].entries()) {
      const began = performance.now();
      await run();
      least[i] = Math.min(least[i]!, performance.now() - began);
    }
  return least[0]! / least[1]!;
}

describe('the kernel of vector search', () => {
  it('takes a fraction of the time of exact search', async () => {
    const plain = openMatrix(rows, DIMENSIONS, 'cosine');
    const kernel = openNear(openKernelMatrix(rows, DIMENSIONS)!, 'cosine', alone);
    const ratio = await ratioOf(
      () => plain.search(queries, DEPTH, clock),
      () => kernel.search(queries, DEPTH, clock),
      9,
    );
    expect(ratio).toBeGreaterThan(USUAL.exact / 2);
  });

  it('takes a fraction of the time of search among bytes', async () => {
    const options = { precision: 'int8', rescore: 4 } as const;
    const plain = openQuantised(rows, DIMENSIONS, options);
    const kernel = openBytes(openKernelMatrix(rows, DIMENSIONS)!, options, alone);
    const ratio = await ratioOf(
      () => plain.search(queries, DEPTH, clock),
      () => kernel.search(queries, DEPTH, clock),
      9,
    );
    expect(ratio).toBeGreaterThan(USUAL.bytes / 2);
  });

  it('takes a fraction of the time in which a graph is built', async () => {
    const some = rows.slice(0, 1000 * DIMENSIONS);
    const options = { m: 8, efConstruction: 40, efSearch: 20 };
    const matrix = openKernelMatrix(some, DIMENSIONS)!;
    const ratio = await ratioOf(
      () => openHnsw(some, DIMENSIONS, options),
      () => openGraph(matrix, options),
      5,
    );
    expect(ratio).toBeGreaterThan(USUAL.graph / 2);
  });
});
