import { describe, expect, it } from 'vitest';
import { LiveScores } from '../../../../src/domain/judging/live';
import { questionSwing, swingOf } from '../../../../src/domain/judging/next';
import type { ChunkerSpec } from '../../../../src/domain/chunk/chunker-spec';
import { docId, queryId, type Judgment } from '../../../../src/base/types';
import { around, docsOf, pooled } from './make';

const docs = docsOf(Object.fromEntries([...'abcdefgh'].map((id) => [id, id])));
const input = pooled({
  one: [['a', 'b', 'c', 'd']],
  two: [['a', 'c', 'b', 'e']],
});
const item = (doc: string) => ({ place: { doc: docId(doc), span: null }, copies: [] });

function open(measure: string, judgments: readonly Judgment[] = []): LiveScores {
  const live = new LiveScores(input, docs, { measure, k: 4, places: around(docs).places, cutter: null });
  live.take(0, { query: queryId('q0'), judgments, requirement: undefined });
  return live;
}
const swing = (measure: string, doc: string, judgments?: readonly Judgment[]): number =>
  swingOf(open(measure, judgments), 0, item(doc), [0, 1], 1);
const relevant = (doc: string): Judgment => ({ query: queryId('q0'), doc: docId(doc), grade: 1 });

describe('what to judge next', () => {
  it('is not what both systems rank alike, by measures that give a place its own share', () => {
    for (const measure of ['P@4', 'RBP@4', 'HitRate@4', 'MRR@4', 'nDCG@4']) expect(swing(measure, 'a')).toBe(0);
    for (const measure of ['P@4', 'HitRate@4']) expect(swing(measure, 'b')).toBe(0);
    expect(swing('P@4', 'h')).toBe(0);
  });

  it('is what one system alone found, rather than what both found at neighbouring ranks', () => {
    expect(swing('P@4', 'd')).toBeCloseTo(0.25, 12);
    expect(swing('RBP@4', 'd')).toBeGreaterThan(swing('RBP@4', 'b'));
    expect(swing('RBP@4', 'b')).toBeGreaterThan(0);
  });

  it('counts what a relevant document takes from others, also one that neither system found', () => {
    const judgments = [relevant('b')];
    // One more relevant document halves what the difference at b is worth.
    expect(swing('nDCG@4', 'h', judgments)).toBeGreaterThan(0);
    expect(swing('Recall@4', 'h', [relevant('d')])).toBeCloseTo(0.5, 12);
    expect(swing('P@4', 'h', judgments)).toBe(0);
  });

  it('is by the difference of two systems: signs that would cancel in values do not', () => {
    // Found first by both, and relevant: MRR is 1 for both, and nothing else can move it.
    expect(swing('MRR@4', 'b', [relevant('a')])).toBe(0);
    expect(swing('MRR@4', 'b')).toBeCloseTo(1 / 2 - 1 / 3, 12);
  });

  it('gives a need of its own to what meets none, where a question has needs', () => {
    const live = new LiveScores(input, docs, { measure: 'Recall@4', k: 4, places: around(docs).places, cutter: null });
    const needs = [{ docs: [docId('a'), docId('d')] }];
    live.take(0, { query: queryId('q0'), judgments: [relevant('a')], requirement: { query: queryId('q0'), needs } });
    expect(swingOf(live, 0, item('d'), [0, 1], 1)).toBe(0);
    expect(swingOf(live, 0, item('e'), [0, 1], 1)).toBeCloseTo(0.5, 12);
  });

  it('counts a place once, however many chunks it is cut into, also where it would be the first that is relevant', () => {
    const text = 'x'.repeat(40);
    const long = docsOf({ a: text });
    const window: ChunkerSpec = { kind: 'window', size: 10, overlap: 0, context: 'none' };
    const cut = pooled({ one: [['a#0-10']], two: [['a#20-30']] }, { chunkers: { one: window, two: window }, ks: [1] });
    const { places } = around(long);
    const cutter = () => [0, 10, 20, 30].map((start) => ({ start, end: start + 10 }));
    const live = new LiveScores(cut, long, { measure: 'Recall@1', k: 1, places, cutter });
    live.take(0, { query: queryId('q0'), judgments: [], requirement: undefined });
    const place = { doc: docId('a'), span: { start: 0, end: 20 } };
    // One need, which the first system meets; of two relevant chunks it would have found half.
    expect(swingOf(live, 0, { place, copies: [] }, [0, 1], 1)).toBe(1);
  });

  it('sums up a question', () => {
    const live = open('P@4');
    expect(questionSwing(live, 0, ['a', 'b', 'd', 'e'].map(item), [0, 1], 1)).toEqual({
      index: 0,
      swing: 0.5,
      deciding: 2,
    });
  });
});
