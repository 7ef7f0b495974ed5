import { describe, expect, it } from 'vitest';
import {
  type SparseRow,
  sphericalKMeans,
  tfIdfRows,
  topicDimension,
  topicTerms,
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

/** Rows of length 1, or 0. */
function vectorRows(vectors: Float32Array, width: number): SparseRow[] {
  const columns = Int32Array.from({ length: width }, (_, i) => i);
  return Array.from({ length: vectors.length / width }, (_, i) => {
    const own = Float64Array.from(vectors.subarray(i * width, (i + 1) * width));
    const length = Math.hypot(...own);
    return { columns, values: length === 0 ? own : own.map((value) => value / length) };
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
  expect(rows[2]!.values[0]).toBeCloseTo(rare / length, 7);
  expect(rows[2]!.values[1]).toBeCloseTo(three / length, 7);
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
    const found = topicDimension(varied, passages, english, contentTerms, 42)!;
    expect(found.slices.map(({ label, questions: own }) => [label.data, own.length, own[0]])).toEqual([
      [{ terms: ['clay', 'kiln', 'glaze'] }, 22, 0],
      [{ terms: ['harbour', 'line', 'tram'] }, 22, 1],
    ]);
  });

  it('clusters the questions of each language apart, and none of a language with few', () => {
    const varied = Array.from({ length: 100 }, (_, i) => ({
      ...questions[0]!,
      relevant: [],
      text: WORDS[i % 2]![i % 3]!,
    }));
    const codes = varied.map((_, i) => (i < 45 ? 'en' : i < 90 ? 'de' : 'fr'));
    const found = topicDimension(varied, passages, codes, contentTerms, 42)!;
    expect(found.slices.map(({ id, questions: own }) => [id, own.length, own[0]])).toEqual([
      ['topic:en1', 23, 0],
      ['topic:en2', 22, 1],
      ['topic:de1', 23, 45],
      ['topic:de2', 22, 46],
    ]);
  });
});

const WORDS = [
  ['kiln clay', 'clay glaze', 'glaze kiln'],
  ['tram line', 'line harbour', 'harbour tram'],
];
