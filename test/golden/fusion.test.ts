import { describe, expect, it } from 'vitest';
import { fuse, fusePool } from '../../src/domain/fusion/fuse';
import type { Pool } from '../../src/domain/fusion/pool';
import { type FusionSpec, DEFAULT_CROSS_FITTED as options } from '../../src/domain/fusion/fusion-spec';
import { docId, type DocId, queryId, type Ranking } from '../../src/base/types';
import { compare, differing, extra, type Fused, logOdds, poolFor, ranx, specOfExtra, specOfRanx } from './fusions';
import { TRAINED_FUSIONS } from '../../src/domain/fusion/methods/trained';
import type { TrainingQuestion } from '../../src/domain/fusion/method';
import { goldenPath, readJson, readQrels, readRun, sharedGoldenPath } from './read';
import { rank } from '../../src/domain/run/order';

type Results = Readonly<Record<string, Fused>>;

/** What is wrong with a fusion of the 12 questions, and how many values were compared. */
function compareAll(results: Results, spec: FusionSpec, pool: (query: string) => Pool = (query) => poolFor(query)) {
  const all = ranx.queries.map((query) => compare(fusePool(pool(query), spec), results[query]!));
  return {
    wrong: all.flatMap(({ wrong }, i) => wrong.map((what) => `question ${ranx.queries[i]}: ${what}`)),
    compared: all.reduce((sum, { compared }) => sum + compared, 0),
  };
}

const isCondorcet = (name: string): boolean => name.includes('condorcet');

describe('fusion', () => {
  it('equals ranx in 99 of its 101 methods with norms: 48,708 values', () => {
    const names = Object.keys(ranx.results).filter((name) => !isCondorcet(name));
    let compared = 0;
    for (const name of names) {
      const found = compareAll(ranx.results[name]!, specOfRanx(name));
      expect(found.wrong, name).toEqual([]);
      compared += found.compared;
    }
    expect(names).toHaveLength(99);
    expect(new Set(Object.keys(ranx.results).map((name) => specOfRanx(name).method)).size).toBe(25);
    expect(compared).toBe(48_708);
  });

  it('equals the numpy reference of 15 others: 6,998 values', () => {
    let compared = 0;
    for (const [name, { runs, topk_per_list: depth }] of Object.entries(extra.spec)) {
      const pool = (query: string) => poolFor(query, runs, depth ?? Infinity);
      const found = compareAll(extra.results[name]!, specOfExtra(name), pool);
      expect(found.wrong, name).toEqual([]);
      compared += found.compared;
    }
    expect(Object.keys(extra.spec)).toHaveLength(15);
    expect(compared).toBe(6998);
  });
});

/**
 * ranx sorts by a comparator that is no order, so that its result depends on the order it starts from: only what twenty
 * shuffled starts left as it is can be expected of us, and that about the same documents are in front.
 */
it.each([
  { name: 'condorcet', stable: 57, common: 218 },
  { name: 'w_condorcet', stable: 9, common: 187 },
] as const)(
  'Condorcet fusion begins as $name of ranx where that is stable, for $stable documents',
  ({ name, stable, common }) => {
    const found = ranx.queries.map((query) => {
      const ours = fusePool(poolFor(query), specOfRanx(name)).map(({ id }) => id);
      const theirs = ranx.results[`${name}|none`]![query]!.docs.map(docId);
      const prefix = ranx.condorcet_stability[name][query]!.stable_prefix_of_top20;
      expect(ours.slice(0, prefix), query).toEqual(theirs.slice(0, prefix));
      return { prefix, common: theirs.filter((id) => ours.indexOf(id) < 20).length };
    });
    expect(found.reduce((sum, { prefix }) => sum + prefix, 0)).toBe(stable);
    // Of 240: twelve times the first 20.
    expect(found.reduce((sum, each) => sum + each.common, 0)).toBe(common);
  },
);

const cranfieldPath = sharedGoldenPath('runs', 'cranfield.qrels');

function trainingQuestions(): TrainingQuestion[] {
  const qrels = readQrels(cranfieldPath!);
  return ranx.train_queries.map((query) => ({ pool: poolFor(query), grades: qrels.get(queryId(query))! }));
}

const { trained } = ranx;
const segments = ranx.params.probfuse.n_segments;

describe.skipIf(cranfieldPath === null)('training on 206 questions', () => {
  it('gives the parameters of ranx: 381 values', () => {
    const questions = trainingQuestions();
    const { bayesfuse, mapfuse, posfuse, probfuse, segfuse, slidefuse } = TRAINED_FUSIONS;
    const bayes = bayesfuse.train(questions, options.bayesfuse, 1).logOdds;
    const pairs: [string, number[][], number[][]][] = [
      ['mapfuse', [mapfuse.train(questions, options.mapfuse, 1).precision], [trained.mapfuse.map_scores]],
      ['posfuse', posfuse.train(questions, options.posfuse, 1).probabilities, trained.posfuse],
      ['slidefuse', slidefuse.train(questions, options.slidefuse, 1).probabilities, trained.posfuse],
      ['probfuse', probfuse.train(questions, { ...options.probfuse, segments }, 1).probabilities, trained.probfuse],
      ['segfuse', segfuse.train(questions, options.segfuse, 1).probabilities, trained.segfuse],
      ['bayesfuse', bayes.map((odds) => odds.slice(0, 6)), logOdds],
    ];
    let compared = 0;
    for (const [name, ours, theirs] of pairs) {
      expect(differing(ours.flat(), theirs.flat()), name).toEqual([]);
      compared += theirs.flat().length;
    }
    expect(questions).toHaveLength(206);
    expect(compared).toBe(381);
  });
});

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
  elasticsearch: { fusion: rrf(60), scale: asItIs },
  opensearch: { fusion: rrf(60), scale: (weights) => 1 / sumOf(weights) },
  langchain: { fusion: rrf(60), scale: asItIs },
  haystack: { fusion: rrf(60), scale: (weights) => 61 / sumOf(weights) },
  chroma: { fusion: rrf(59), scale: asItIs },
  llamaindex: { fusion: rrf(59), scale: asItIs },
  'qdrant-2': { fusion: qdrant(2), scale: asItIs },
  'qdrant-61': { fusion: qdrant(61), scale: asItIs },
};

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
    expect(Object.values(top20).flat()).toHaveLength(800);
    for (const [question, expected] of Object.entries(top20)) {
      const found = fuse(listsOf(question), fusion(weights));
      expected.forEach(([id, score], place) => {
        expect(found[place]!.id).toBe(id);
        const ratio = (found[place]!.score * scale(weights)) / score;
        expect(Math.abs(ratio - 1)).toBeLessThan(1e-11);
      });
    }
  });
});
