import { describe, expect, it } from 'vitest';
import { cut } from '../../src/domain/fusion/cut';
import { minMax } from '../../src/domain/fusion/normalise/min-max';
import { fuse } from '../../src/domain/fusion/registry';
import { rank } from '../../src/domain/run/order';
import type { FusionSpec } from '../../src/domain/spec/experiment';
import { docId, queryId, type Ranking } from '../../src/domain/types';
import { goldenPath, readJson, readRun } from './read';

type RunName = 'bm25' | 'tfidf' | 'lsi';

interface Fused {
  docs: string[];
  scores: number[];
  /** Length of the whole fused list, of which the first 20 are given. */
  n: number;
}

interface Golden {
  runs: RunName[];
  queries: string[];
  weights: number[];
  ranx: Record<string, Record<string, Fused>>;
  extra: Record<
    string,
    { spec: { runs: RunName[]; weights: number[]; topk_per_list: number | null }; results: Record<string, Fused> }
  >;
  minMax: Record<string, Record<string, number>[]>;
  synthetic: Record<string, { scores: number[]; minMax: number[] }>;
}

const golden = readJson<Golden>(goldenPath('fusion', 'fused.json'));
const runs = {
  bm25: readRun(goldenPath('runs', 'bm25.run')),
  tfidf: readRun(goldenPath('runs', 'tfidf-12.run')),
  lsi: readRun(goldenPath('runs', 'lsi-12.run')),
};

function lists(names: readonly RunName[], query: string, depth = Infinity): Ranking[] {
  return names.map((name) => cut(rank(runs[name].get(queryId(query))!), depth));
}

/** Compares scores by document, and the n-th best score: ranx does not order ties as trec_eval does. */
function disagreements(fused: Ranking, expected: Fused): string[] {
  const scores = new Map(fused.map((hit) => [hit.id, hit.score]));
  const close = (a: number | undefined, b: number) =>
    a !== undefined && Math.abs(a - b) <= 1e-12 * Math.max(1, Math.abs(b));
  return [
    ...(fused.length === expected.n ? [] : [`${fused.length} documents, not ${expected.n}`]),
    ...expected.docs.filter((doc, i) => !close(scores.get(docId(doc)), expected.scores[i]!)),
    ...expected.scores.flatMap((score, i) => (close(fused[i]?.score, score) ? [] : [`place ${i + 1}`])),
  ];
}

const ones = [1, 1, 1];
const ranxCases: [string, FusionSpec][] = [
  ['wsum|min-max', { kind: 'minmax-sum', weights: golden.weights }],
  ['rrf|none', { kind: 'rrf', constant: 60, weights: ones }],
  ['rrf_k10|none', { kind: 'rrf', constant: 10, weights: ones }],
];

describe('fusion', () => {
  it.each(ranxCases)('equals ranx: %s', (name, spec) => {
    for (const query of golden.queries)
      expect(disagreements(fuse(lists(golden.runs, query), spec), golden.ranx[name]![query]!)).toEqual([]);
  });

  it.each(Object.keys(golden.extra))('equals the numpy reference: %s', (name) => {
    const { spec, results } = golden.extra[name]!;
    const fusion: FusionSpec = name.startsWith('wrrf')
      ? { kind: 'rrf', constant: 60, weights: spec.weights }
      : { kind: 'minmax-sum', weights: spec.weights };
    for (const query of golden.queries) {
      const fused = fuse(lists(spec.runs, query, spec.topk_per_list ?? Infinity), fusion);
      expect(disagreements(fused, results[query]!)).toEqual([]);
    }
  });
});

describe('min-max normalisation', () => {
  it('equals ranx for every list', () => {
    for (const [query, expected] of Object.entries(golden.minMax))
      lists(golden.runs, query).forEach((list, i) => {
        const normalised = Object.fromEntries(minMax(list).map((hit) => [hit.id, hit.score]));
        expect(Object.keys(normalised)).toHaveLength(Object.keys(expected[i]!).length);
        for (const [doc, score] of Object.entries(expected[i]!)) expect(normalised[doc]).toBeCloseTo(score, 12);
      });
  });

  it.each(Object.entries(golden.synthetic))(
    'equals ranx for a degenerate list: %s',
    (_, { scores, minMax: expected }) => {
      const list = scores.map((score, i) => ({ id: docId(`d${i}`), score }));
      minMax(list).forEach((hit, i) => expect(hit.score).toBeCloseTo(expected[i]!, 12));
    },
  );
});

describe('plausible wrong answers', () => {
  const query = golden.queries[0]!;

  it('RRF with ranks from 0 is not ranx', () => {
    const zeroBased = fuse(lists(golden.runs, query), { kind: 'rrf', constant: 59, weights: ones });
    expect(disagreements(zeroBased, golden.ranx['rrf|none']![query]!)).not.toEqual([]);
  });

  it('min-max over all lists together is not ranx', () => {
    const three = lists(golden.runs, query);
    const all = three.flat().map((hit) => hit.score);
    const [low, high] = [Math.min(...all), Math.max(...all)];
    // Two documents that no list has stretch each list to the range of all.
    const stretched = three.map((list) => [
      ...list,
      { id: docId('low'), score: low },
      { id: docId('high'), score: high },
    ]);
    const fused = fuse(stretched, { kind: 'minmax-sum', weights: golden.weights });
    const union = fused.filter((hit) => hit.id !== 'low' && hit.id !== 'high');
    expect(disagreements(union, golden.ranx['wsum|min-max']![query]!)).not.toEqual([]);
  });
});
