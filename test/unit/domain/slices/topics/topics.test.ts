import { describe, expect, it } from 'vitest';
import {
  sphericalKMeans,
  tfIdfRows,
  topicDimension,
  topicTerms,
  vectorRows,
} from '../../../../../src/domain/slices/topics/topics';
import { numbers } from '../../statistics/close';
import { docId } from '../../../../../src/base/types';
import { contentTerms } from '../../../../../src/domain/questions/content-words';
import type { SlicedQuestion } from '../../../../../src/domain/slices/dimension';

/** Vectors around some directions, one after the other. */
function around(directions: readonly (readonly number[])[], each: number, spread: number): Float32Array {
  const width = directions[0]!.length;
  const noise = numbers(directions.length * each * width, 5);
  return Float32Array.from(noise, (value, i) => {
    const row = Math.floor(i / width);
    return directions[Math.floor(row / each)]![i % width]! + spread * (value - 0.5);
  });
}

const THREE = [
  [1, 0, 0, 0.2],
  [0, 1, 0, 0.2],
  [0, 0, 1, 0.2],
];

describe('sphericalKMeans', () => {
  it('finds clusters that are there', () => {
    const { clusters } = sphericalKMeans(vectorRows(around(THREE, 20, 0.6), 4), 4, 3, 42);
    const names = [0, 20, 40].map((at) => clusters[at]!);
    expect(new Set(names).size).toBe(3);
    clusters.forEach((cluster, i) => expect(cluster).toBe(names[Math.floor(i / 20)]));
  });

  it('looks at directions, not at lengths', () => {
    const long = around(THREE, 20, 0.3).map((value, i) => value * (1 + (Math.floor(i / 4) % 20)));
    const short = around(THREE, 20, 0.3);
    expect(sphericalKMeans(vectorRows(long, 4), 4, 3, 1).clusters).toEqual(
      sphericalKMeans(vectorRows(short, 4), 4, 3, 1).clusters,
    );
  });

  it('is as cohesive as the best of all divisions of a few rows', () => {
    const rows = vectorRows(numbers(9 * 3, 77).map((value) => value - 0.5) as never, 3);
    const cohesionOf = (labels: readonly number[]): number =>
      [0, 1].reduce((sum, label) => {
        const members = rows.filter((_, i) => labels[i] === label);
        const total = [0, 1, 2].map((column) => members.reduce((all, { values }) => all + values[column]!, 0));
        return sum + Math.hypot(...total);
      }, 0);
    const all = Array.from({ length: 2 ** 9 }, (_, bits) => Array.from({ length: 9 }, (__, i) => (bits >> i) & 1));
    expect(sphericalKMeans(rows, 3, 2, 42).cohesion).toBeCloseTo(Math.max(...all.map(cohesionOf)), 6);
  });

  it('gives the same clusters for the same seed, and survives rows of zeros and fewer rows than clusters', () => {
    const rows = vectorRows(around(THREE, 5, 2), 4);
    expect(sphericalKMeans(rows, 4, 4, 9)).toEqual(sphericalKMeans(rows, 4, 4, 9));
    const zeros = vectorRows(new Float32Array(8), 4);
    expect([...sphericalKMeans(zeros, 4, 3, 1).clusters]).toEqual([0, 0]);
  });
});

it('tfIdfRows weighs rarer terms more, without those of one text or of most', () => {
  const texts = [
    ['all', 'rare', 'pair'],
    ['all', 'pair'],
    ['all', 'three', 'rare'],
    ['all', 'three'],
    ['all', 'three', 'once'],
    ...Array.from({ length: 7 }, () => ['all']),
  ].map((terms) => new Set(terms));
  const { rows, width } = tfIdfRows(texts);
  expect(width).toBe(3);
  expect(rows[1]).toEqual({ columns: [1], values: Float64Array.of(1) });
  const [rare, three] = [Math.log(12 / 2), Math.log(12 / 3)];
  const length = Math.hypot(rare, three);
  expect(rows[2]!.columns).toEqual([0, 2]);
  expect(rows[2]!.values[0]).toBeCloseTo(rare / length, 12);
  expect(rows[2]!.values[1]).toBeCloseTo(three / length, 12);
  expect(rows[11]).toEqual({ columns: [], values: new Float64Array() });
});

describe('topicTerms', () => {
  const texts = [
    ['kiln', 'clay', 'the'],
    ['kiln', 'clay', 'the', 'glaze'],
    ['kiln', 'the'],
    ['tram', 'the', 'line'],
    ['tram', 'line', 'the'],
    ['the', 'tram', 'clay'],
  ].map((terms) => new Set(terms));

  it('are distinctive ones, by c-TF-IDF', () => {
    // A = 17 / 2 terms a cluster. Clay stands in the other cluster half as often, which is too often.
    const score = (tf: number, f: number): number => tf * Math.log(1 + 17 / 2 / f);
    expect(score(3, 3)).toBeGreaterThan(score(2, 2));
    expect(topicTerms(texts, Int32Array.of(0, 0, 0, 1, 1, 1), 2)).toEqual([['kiln'], ['tram', 'line']]);
  });
});

describe('topicDimension', () => {
  const passages = ['Clay is fired in a kiln with glaze.', 'The tram line runs to the harbour terminus.'].map(
    (text, i) => ({
      doc: docId(String(i)),
      text,
    }),
  );
  const questions = Array.from({ length: 44 }, (_, i): SlicedQuestion => ({
    text: i % 2 === 0 ? `how hot is kiln ${i}` : `when does tram ${i} leave the harbour`,
    origin: 'given',
    relevant: [i % 2],
    tags: [],
  }));
  const english = questions.map(() => 'en');

  it('clusters questions of one language by words, and names the clusters', () => {
    const varied = questions.map((each, i) => ({ ...each, relevant: [], text: WORDS[i % 2]![i % 3]! }));
    const found = topicDimension(varied, passages, english, null, contentTerms, 42)!;
    expect(found.slices.map(({ label, questions: own }) => [label.data, own.length, own[0]])).toEqual([
      [{ terms: ['clay', 'kiln', 'glaze'] }, 22, 0],
      [{ terms: ['harbour', 'line', 'tram'] }, 22, 1],
    ]);
  });

  it('clusters by vectors, whatever the language', () => {
    const vectors = Float32Array.from({ length: 88 }, (_, i) => (Math.floor(i / 2) % 2 === i % 2 ? 1 : 0.1));
    const mixed = questions.map((_, i) => (i % 4 < 2 ? 'en' : 'zh'));
    const found = topicDimension(questions, passages, mixed, { vectors, width: 2 }, contentTerms, 42)!;
    expect(found.slices.map(({ questions: { length } }) => length)).toEqual([22, 22]);
    const [first] = found.slices.map(({ label }) => label.data as { terms: string[] });
    expect(first!.terms).toEqual(['clay', 'fired', 'glaze']);
    expect(topicDimension(questions, passages, mixed, null, contentTerms, 42)).toBeNull();
  });
});

const WORDS = [
  ['kiln clay', 'clay glaze', 'glaze kiln'],
  ['tram line', 'line harbour', 'harbour tram'],
];
