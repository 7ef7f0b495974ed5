import { describe, expect, it } from 'vitest';
import { createVectors } from '../../../../../src/adapters/vectors/vectors';
import { DEFAULT_VECTOR_SEARCHES } from '../../../../../src/domain/retrieval/dense/vector-search-spec';
import { HeldVectors, vectorRoom, vectorRow, VectorTable } from '../../../../../src/workbench/run/stages/vector-table';

const row = (tokens: number, ...vector: number[]) => vectorRow(tokens / 10, tokens, Float32Array.from(vector));

function filled(isShared: boolean) {
  const table = new VectorTable(['a', 'b', 'a', 'c'], isShared);
  table.take('c', row(30, 5, 6));
  table.take('a', row(10, 1, 2));
  table.take('b', row(20, 3, 4));
  return table.finish(15);
}

describe.each([true, false])('vectors as they come, in memory that is shared: %s', (isShared) => {
  it('are rows in the order of their keys, of which one may be there twice', () => {
    const { vectors, memory, dimensions, milliseconds, truncated } = filled(isShared);
    expect([...vectors]).toEqual([1, 2, 3, 4, 1, 2, 5, 6]);
    expect([...milliseconds]).toEqual([1, 2, 1, 3].map(Math.fround));
    expect({ dimensions, truncated, isShared: memory !== null }).toEqual({ dimensions: 2, truncated: 2, isShared });
    expect(vectors.buffer).toBe(memory ? memory.buffer : vectors.buffer);
  });

  it('are nothing where there are no keys', () => {
    const { vectors, dimensions, truncated } = new VectorTable([], isShared).finish(1);
    expect([vectors.length, dimensions, truncated]).toEqual([0, 0, 0]);
  });
});

describe('vectors that a worker searches where they lie', () => {
  const [rows, width] = [400, 8];
  const number = (i: number): number => Math.fround(Math.sin(i * i));
  const searches = [
    DEFAULT_VECTOR_SEARCHES.nearest,
    { ...DEFAULT_VECTOR_SEARCHES.nearest, dimensions: 5 },
    DEFAULT_VECTOR_SEARCHES.quantised,
  ];

  async function found(isShared: boolean) {
    const room = vectorRoom(rows * width, isShared);
    for (let i = 0; i < rows * width; i++) room.vectors[i] = number(i);
    const worker = createVectors();
    const lists = [];
    // A second time in the same memory, as by a second system.
    for (let turn = 0; turn < 2; turn++) {
      const vectors = isShared ? room.vectors : room.vectors.slice();
      await worker.open({ vectors, dimensions: width, ...(room.memory && { memory: room.memory }) });
      for (const spec of searches) {
        const queries = Float32Array.from({ length: 3 * width }, (_, i) => number(i + 7));
        const { docs, scores } = await worker.search({ queries, depth: 10, spec });
        lists.push([[...docs], [...scores]]);
      }
    }
    return { lists, room };
  }

  it('give the hits and scores of those that are copied, and stay as they are', async () => {
    const [shared, copied] = [await found(true), await found(false)];
    expect(shared.room.memory).not.toBeNull();
    expect(shared.lists).toEqual(copied.lists);
    expect(shared.lists.slice(0, searches.length)).toEqual(shared.lists.slice(searches.length));
    expect(shared.room.vectors.every((value, i) => value === number(i))).toBe(true);
  });
});

describe('what was embedded last', () => {
  it('is there for the same texts by the same model, until it is forgotten', () => {
    const held = new HeldVectors();
    const embedded = held.hold('model', ['a', 'b'], filled(false));
    expect(held.get('model', ['a', 'b'])).toBe(embedded);
    expect([held.get('other', ['a', 'b']), held.get('model', ['a']), held.get('model', ['a', 'c'])]).toEqual([
      null,
      null,
      null,
    ]);
    held.forget();
    expect(held.get('model', ['a', 'b'])).toBeNull();
  });
});
