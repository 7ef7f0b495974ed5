import { describe, expect, it } from 'vitest';
import { type DocId, type Ranking, queryId } from '../../src/base/types';
import { fuse } from '../../src/domain/fusion/fuse';
import type { FusionSpec } from '../../src/domain/fusion/fusion-spec';
import { type FusingEngine, toldFusion } from '../../src/domain/handover/fusions';
import { rank } from '../../src/domain/run/order';
import { goldenPath, readJson, readRun } from './read';

interface EngineCases {
  readonly formula: string;
  readonly cases: readonly {
    readonly weights: readonly number[];
    /** By question the first 20 documents with their scores, twelve digits. */
    readonly top20: Readonly<Record<string, readonly (readonly [DocId, number])[]>>;
  }[];
}

const golden = readJson<{
  readonly questions: readonly string[];
  readonly engines: Readonly<Record<string, EngineCases>>;
}>(goldenPath('fusion', 'engines.json'));

const runs = ['bm25', 'lsi'].map((name) => readRun(goldenPath('runs', `${name}.run`)));

const listsOf = (question: string): Ranking[] =>
  runs.map((run) => rank(run.get(queryId(question)) ?? []).slice(0, 100));

/** What an engine computes of weights, and what its score is to ours. */
interface Computed {
  /** Null for libraries, which nothing is handed over to: their arithmetic is the same. */
  readonly engine: FusingEngine | null;
  readonly fusion: (weights: readonly number[]) => FusionSpec;
  readonly scale: (weights: readonly number[]) => number;
}

const rrf =
  (constant: number) =>
  (weights: readonly number[]): FusionSpec => ({
    method: 'rrf',
    constant,
    weights: [...weights],
  });
const qdrant =
  (k: number) =>
  (weights: readonly number[]): FusionSpec => ({
    method: 'qdrant-rrf',
    k,
    weights: [...weights],
  });
const sumOf = (weights: readonly number[]): number => weights.reduce((sum, weight) => sum + weight, 0);
const asItIs = (): number => 1;

const COMPUTED: Readonly<Record<string, Computed>> = {
  elasticsearch: { engine: 'elasticsearch', fusion: rrf(60), scale: asItIs },
  opensearch: { engine: 'opensearch', fusion: rrf(60), scale: (weights) => 1 / sumOf(weights) },
  langchain: { engine: null, fusion: rrf(60), scale: asItIs },
  haystack: { engine: null, fusion: rrf(60), scale: (weights) => 61 / sumOf(weights) },
  chroma: { engine: null, fusion: rrf(59), scale: asItIs },
  llamaindex: { engine: null, fusion: rrf(59), scale: asItIs },
  'qdrant-2': { engine: 'qdrant', fusion: qdrant(2), scale: asItIs },
  'qdrant-61': { engine: 'qdrant', fusion: qdrant(61), scale: asItIs },
};

/** How many ranks of all questions of a case hold another document. */
function wrongRanks(top20: EngineCases['cases'][number]['top20'], fusion: FusionSpec): { wrong: number; of: number } {
  let [wrong, of] = [0, 0];
  for (const [question, expected] of Object.entries(top20)) {
    const found = fuse(listsOf(question), fusion);
    expected.forEach(([id], place) => (wrong += found[place]?.id === id ? 0 : 1));
    of += expected.length;
  }
  return { wrong, of };
}

const CASES = Object.entries(golden.engines).flatMap(([setting, { cases }]) =>
  cases.map(({ weights, top20 }) => ({ setting, weights, top20, name: `${setting}, weights ${weights.join(' / ')}` })),
);

describe('reciprocal rank fusion as engines compute it', () => {
  it('has eight settings with 29 cases of 40 questions', () => {
    expect(Object.keys(golden.engines).sort()).toEqual(Object.keys(COMPUTED).sort());
    expect(CASES).toHaveLength(29);
    expect(golden.questions).toHaveLength(40);
    for (const { top20 } of CASES) expect(Object.keys(top20)).toEqual(golden.questions);
  });

  it.each(CASES)('equals every rank and score of $name', ({ setting, weights, top20 }) => {
    const { fusion, scale } = COMPUTED[setting]!;
    const spec = fusion(weights);
    expect(wrongRanks(top20, spec)).toEqual({ wrong: 0, of: 800 });
    for (const [question, expected] of Object.entries(top20)) {
      const found = fuse(listsOf(question), spec);
      expected.forEach(([, score], place) => {
        const ratio = (found[place]!.score * scale(weights)) / score;
        expect(Math.abs(ratio - 1)).toBeLessThan(1e-11);
      });
    }
  });

  it.each(CASES.filter(({ setting }) => COMPUTED[setting]!.engine))(
    'is what the engine is told: $name',
    ({ setting, weights }) => {
      const { engine, fusion } = COMPUTED[setting]!;
      const shares = weights.map((weight) => weight / sumOf(weights));
      expect(toldFusion(engine!, fusion(weights), 2)).toEqual({
        form: 'rrf',
        fusion: fusion(weights),
        constant: { 'qdrant-2': 2, 'qdrant-61': 61 }[setting] ?? 60,
        weights: engine === 'opensearch' ? shares : weights,
      });
    },
  );
});
