import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareHits } from '../../../../src/domain/run/order';
import { RunBuilder, type RepeatedHit } from '../../../../src/domain/run/pack-run';
import { unpackRankings } from '../../../../src/domain/run/packed';
import { docId } from '../../../../src/base/types';
import { docIds } from '../../../property/arbitraries';

type Line = readonly [query: string, doc: string, score: number];

function packed(lines: readonly Line[]) {
  const builder = new RunBuilder();
  const repeated: RepeatedHit[] = [];
  lines.forEach(([query, doc, score], i) => builder.add(builder.query(query), builder.doc(doc), score, i + 1));
  return { run: builder.finish((hit) => void repeated.push(hit)), repeated };
}

describe('a packed run', () => {
  it('keeps questions without hits', () => {
    const builder = new RunBuilder();
    builder.query('q1');
    builder.add(builder.query('q2'), builder.doc('d'), 1, 1);
    builder.query('q3');
    const run = builder.finish(() => {});
    expect(run.queries).toEqual(['q1', 'q2', 'q3']);
    expect([...run.rankings.offsets]).toEqual([0, 0, 1, 1]);
  });

  it('keeps the first of lines that name a document again, and tells of the others', () => {
    const { run, repeated } = packed([
      ['q', 'a', 1],
      ['r', 'a', 5],
      ['q', 'a', 9],
      ['q', 'b', 2],
      ['q', 'a', 1],
    ]);
    expect(unpackRankings(run.rankings, run.docs)[0]).toEqual([
      { id: 'b', score: 2 },
      { id: 'a', score: 1 },
    ]);
    expect(repeated.map(({ query, doc, line }) => [query, doc, line].join(' '))).toEqual(['q a 3', 'q a 5']);
  });

  it('grows past its first size', () => {
    const lines = Array.from({ length: 5000 }, (_, i): Line => [`q${i % 7}`, `d${i}`, -i]);
    const { run } = packed(lines);
    expect(run.docs).toHaveLength(5000);
    expect(unpackRankings(run.rankings, run.docs)[0]!.slice(0, 2)).toEqual([
      { id: 'd0', score: -0 },
      { id: 'd7', score: -7 },
    ]);
  });

  it('is what sorting the hits of each question gives', () => {
    const line = fc.tuple(
      fc.constantFrom('q1', 'q2', 'q3'),
      fc.constantFrom<string>(...docIds),
      fc.integer({ min: -2, max: 2 }),
    );
    const same = fc.property(fc.array(line), (lines) => {
      const { run } = packed(lines);
      const first = new Map(lines.toReversed().map((each) => [JSON.stringify(each.slice(0, 2)), each]));
      const expected = [...new Set(lines.map(([query]) => query))].map((query) =>
        [...first.values()]
          .filter((each) => each[0] === query)
          .map(([, doc, score]) => ({ id: docId(doc), score }))
          .sort(compareHits),
      );
      expect(unpackRankings(run.rankings, run.docs)).toEqual(expected);
    });
    fc.assert(same, { numRuns: 300 });
  });
});
