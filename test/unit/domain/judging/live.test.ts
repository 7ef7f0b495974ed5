import { describe, expect, it } from 'vitest';
import { chunkId } from '../../../../src/domain/chunk/recursive';
import { chunkedTruth } from '../../../../src/domain/chunk/chunked-truth';
import type { Cutter } from '../../../../src/domain/judging/chunkings';
import { LiveScores } from '../../../../src/domain/judging/live';
import { liveMeasures } from '../../../../src/domain/judging/live-measures';
import { highestGrade, means, score } from '../../../../src/domain/measures/score';
import { measureOf } from '../../../../src/domain/measures/parse';
import { toQrels } from '../../../../src/domain/run/judgments';
import { unpackRankings } from '../../../../src/domain/run/packed';
import type { ChunkerSpec } from '../../../../src/domain/chunk/chunker-spec';
import { docId, queryId, type Judgment, type Qrels, type Requirements, type Run } from '../../../../src/base/types';
import { around, docsOf, pooled } from './make';

const measures = ['HitRate@3', 'MRR@3', 'P@3', 'Recall@3', 'nDCG@3', 'MAP@3', 'ERR@3', 'F1@3'];
const window: ChunkerSpec = { kind: 'window', size: 10, overlap: 0, context: 'none' };
const wide: ChunkerSpec = { ...window, size: 25 };
const everyWindow: Cutter = ({ text }, spec) =>
  spec.kind !== 'window'
    ? null
    : Array.from({ length: Math.ceil(text.length / spec.size) }, (_, i) => ({
        start: i * spec.size,
        end: Math.min(text.length, (i + 1) * spec.size),
      }));

const judgment = (query: string, doc: string, grade: number, span?: Judgment['span']): Judgment => ({
  query: queryId(query),
  doc: docId(doc),
  grade,
  ...(span ? { span } : {}),
});

/** Means of an evaluation of it all, for the questions that have a judgment. */
function evaluated(
  input: ReturnType<typeof pooled>,
  system: number,
  measure: string,
  { qrels, requirements, maxGrade }: { qrels: Qrels; requirements?: Requirements; maxGrade?: number },
): number {
  const lists = unpackRankings(input.systems[system]!.top, input.docs);
  const run: Run = new Map(input.queries.map((query, i) => [query, lists[i]!]));
  const options = { ...(requirements ? { requirements } : {}), maxGrade: maxGrade ?? highestGrade(qrels) };
  return means(score(run, qrels, [measureOf(measure)], options), [measureOf(measure)])[measure]!;
}

function liveOf(
  input: ReturnType<typeof pooled>,
  docs: ReturnType<typeof docsOf>,
  judgments: readonly Judgment[],
  measure: string,
): LiveScores {
  const { places } = around(docs);
  const live = new LiveScores(input, docs, { measure, k: 2, places, cutter: everyWindow });
  input.queries.forEach((query, index) => {
    const own = judgments.filter((each) => each.query === query);
    // One by one, as they come in.
    own.forEach((_, i) => live.take(index, { query, judgments: own.slice(0, i + 1), requirement: undefined }));
  });
  return live;
}

describe('numbers while judging', () => {
  const docs = docsOf({ a: 'a', b: 'b', c: 'c', d: 'd', e: 'e' });
  const input = pooled({
    one: [['a', 'b', 'c'], ['d', 'e', 'a'], ['a']],
    two: [['c', 'd', 'e'], ['e', 'b', 'c'], ['b']],
  });
  const judgments = [
    judgment('q0', 'a', 1),
    judgment('q0', 'c', 2),
    judgment('q0', 'zzz', 1),
    judgment('q1', 'e', 3),
    judgment('q1', 'd', 0),
  ];

  it.each(measures)('%s is that of an evaluation of all that is judged', (measure) => {
    const live = liveOf(input, docs, judgments, measure);
    for (const system of [0, 1])
      expect(live.mean(system)).toBe(evaluated(input, system, measure, { qrels: toQrels(judgments) }));
  });

  it('leaves a question without a judgment out of the mean, and counts it in Judged', () => {
    const live = liveOf(input, docs, judgments, 'P@3');
    expect(Number.isNaN(live.rows()[0]![2]!)).toBe(true);
    // Of the first two of q0, q1 and q2: a; d and e; nothing.
    expect(live.judgedShare(0)).toBeCloseTo((1 / 2 + 2 / 2 + 0) / 3, 12);
  });

  it('forgets a question whose last judgment is taken back', () => {
    const live = liveOf(input, docs, judgments, 'ERR@3');
    live.take(1, { query: queryId('q1'), judgments: [], requirement: undefined });
    const left = judgments.filter(({ query }) => query !== 'q1');
    // The scale ended at 3, and now ends at 2 for the questions that are left, too.
    expect(live.mean(0)).toBe(evaluated(input, 0, 'ERR@3', { qrels: toQrels(left) }));
  });

  it('counts needs where a question has them', () => {
    const live = new LiveScores(input, docs, { measure: 'Recall@3', k: 2, places: around(docs).places, cutter: null });
    const requirement = { query: queryId('q0'), needs: [{ docs: [docId('a'), docId('b')] }, { docs: [docId('e')] }] };
    live.take(0, { query: queryId('q0'), judgments: judgments.slice(0, 2), requirement });
    expect(live.mean(0)).toBe(0.5);
  });
});

describe('numbers of passages that are cut', () => {
  const docs = docsOf({ a: 'abcdefghij'.repeat(5), b: 'klmnopqrst'.repeat(4) });
  const chunk = (doc: string, start: number, end: number): string => chunkId(docId(doc), { start, end });
  const input = pooled(
    {
      narrow: [[chunk('a', 0, 10), chunk('b', 10, 20), chunk('a', 40, 50)]],
      wide: [[chunk('a', 25, 50), chunk('a', 0, 25), chunk('b', 0, 25)]],
    },
    { chunkers: { narrow: window, wide } },
  );
  const judgments = [
    judgment('q0', 'a', 2, { start: 12, end: 18 }),
    judgment('q0', 'a', 1, { start: 40, end: 50 }),
    judgment('q0', 'b', 0, { start: 0, end: 25 }),
  ];

  it.each(measures)('%s counts relevant passages of each way of cutting, also those in no list', (measure) => {
    const live = liveOf(input, docs, judgments, measure);
    expect(live.whole).toBe(true);
    const maxGrade = highestGrade(toQrels(judgments));
    for (const [system, spec] of [window, wide].entries()) {
      const chunks = [...docs.values()].flatMap((doc) =>
        everyWindow(doc, spec as never)!.map((span) => ({
          id: chunkId(doc.id, span),
          place: { doc: doc.id, ...span },
        })),
      );
      const truth = chunkedTruth([...docs.values()], chunks, { judgments }, 1);
      expect(live.mean(system)).toBe(evaluated(input, system, measure, { ...truth, maxGrade }));
    }
  });

  it('says where only what is in a list is known', () => {
    const { places } = around(docs);
    const live = new LiveScores(input, docs, { measure: 'nDCG@3', k: 2, places, cutter: () => null });
    expect(live.whole).toBe(false);
    live.take(0, { query: queryId('q0'), judgments, requirement: undefined });
    expect(live.gradeOf(0, docId(chunk('a', 10, 20)))).toBeUndefined();
    expect(live.gradeOf(0, docId(chunk('a', 0, 25)))).toBe(2);
    expect(live.gradeOf(0, docId(chunk('b', 10, 20)))).toBe(0);
    expect(live.gradeOf(0, docId(chunk('a', 0, 10)))).toBeUndefined();
  });

  it('judges lists of documents by documents', () => {
    const whole = pooled({ one: [['a', 'b']] }, { chunkers: { one: window }, aggregate: 'max' });
    expect(liveOf(whole, docs, judgments, 'P@2').mean(0)).toBe(0.5);
  });
});

describe('measures that the kept lists give', () => {
  const spec = pooled(
    { one: [['a']] },
    {
      measures: ['nDCG@5', 'nDCG@10', 'nDCG@50', 'MAP', 'NumRel'],
      ks: [5, 10],
    },
  ).spec;

  it('are means that read no deeper than the lists are kept', () => {
    expect(liveMeasures(spec, 20)).toEqual(['nDCG@5', 'nDCG@10']);
  });

  it('are those of the deepest lists where lists are cut at each k', () => {
    expect(liveMeasures({ ...spec, lists: 'k' }, 20)).toEqual(['nDCG@10']);
  });
});
