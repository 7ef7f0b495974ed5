import { describe, expect, it } from 'vitest';
import { fusePool } from '../../src/domain/fusion/fuse';
import { type Pool, poolOf } from '../../src/domain/fusion/pool';
import { type FusionSpec, DEFAULT_CROSS_FITTED as options } from '../../src/domain/fusion/fusion-spec';
import { docId, queryId } from '../../src/base/types';
import { compare, differing, extra, type Fused, logOdds, poolFor, ranx, specOfExtra, specOfRanx } from './fusions';
import { TRAINED_FUSIONS } from '../../src/domain/fusion/methods/trained';
import type { NormSpec, TrainingQuestion } from '../../src/domain/fusion/method';
import { readQrels, sharedGoldenPath } from './read';
import { normalise } from '../../src/domain/fusion/normalise';

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

describe('normalisation', () => {
  const ours: Record<string, NormSpec> = {
    'min-max(ranx eps 1e-9)': 'min-max',
    'max(ranx)': 'max',
    'sum(ranx)': 'sum',
    'zmuv(ranx)': 'zmuv',
    'rank(ranx)': 'rank',
    dbsf_qdrant: { kind: 'dbsf', deviation: 'sample', clamp: false },
    dbsf_clamp_ddof0: { kind: 'dbsf', deviation: 'population', clamp: true },
  };

  it('equals the reference for degenerate lists (equal scores, one, negative, an outlier): 266 values', () => {
    let compared = 0;
    for (const [name, { scores, ...byNorm }] of Object.entries(extra.synthetic_norm))
      for (const [norm, expected] of Object.entries(byNorm)) {
        // Ids that fall with the place keep equal scores in the order given.
        const list = scores!.map((score, i) => ({ id: docId(String.fromCharCode(0x7e - i)), score }));
        const [column] = normalise(poolOf([list]), ours[norm]!);
        expect(differing(column!, expected), `${norm} of ${name}`).toEqual([]);
        compared += expected.length;
      }
    expect(compared).toBe(266);
  });
});
