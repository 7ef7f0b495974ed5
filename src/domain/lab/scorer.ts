import { canonicalJson } from '../../base/hash';
import { fusedScores } from '../fusion/fuse';
import type { FusionSpec } from '../fusion/fusion-spec';
import type { NormSpec } from '../fusion/method';
import { normalise } from '../fusion/normalise';
import type { Pool } from '../fusion/pool';
import { measureOf } from '../measures/parse';
import { type ScoreOptions, rankingScorer } from '../measures/score';
import { judgedFusion } from './fused-ranking';
import type { LabQuestion } from './questions';

export interface ScorerOptions extends ScoreOptions {
  readonly maxGrade: number;
  /** Where a fused list is cut. */
  readonly depth: number;
}

/** Fuses and scores all questions as `fuse` and `scorerOf` would, without a list, a map or an object a document. */
export class FusionScorer {
  private readonly normalised: NormalisedPools;

  constructor(
    readonly questions: readonly LabQuestion[],
    private readonly options: ScorerOptions,
  ) {
    this.normalised = new NormalisedPools(questions.map(({ pool }) => pool));
  }

  /**
   * @param fusion one for all questions, or one for each
   * @param measures canonical texts
   * @returns one row a measure, one value a question; NaN where a question is left out
   */
  score(fusion: FusionSpec | ((question: number) => FusionSpec), measures: readonly string[]): Float64Array[] {
    const scorer = rankingScorer(measures.map(measureOf), this.options);
    const rows = measures.map(() => new Float64Array(this.questions.length));
    const specOf = typeof fusion === 'function' ? fusion : () => fusion;
    let spec: FusionSpec | null = null;
    let prepared!: PreparedQuestion;
    for (let q = 0; q < this.questions.length; q++) {
      const own = specOf(q);
      if (own !== spec) prepared = this.prepare((spec = own));
      const scores = fusedScores(prepared.pools[q]!, prepared.spec);
      const values = scorer(judgedFusion(this.questions[q]!, scores, this.options.depth));
      for (let m = 0; m < rows.length; m++) rows[m]![q] = values[m]!;
    }
    return rows;
  }

  private prepare(spec: FusionSpec): PreparedQuestion {
    if (!('norm' in spec)) return { spec, pools: this.normalised.by('none') };
    return { spec: { ...spec, norm: 'none' }, pools: this.normalised.by(spec.norm) };
  }
}

interface PreparedQuestion {
  readonly spec: FusionSpec;
  readonly pools: readonly Pool[];
}

/** Normalisations whose pools are kept: each is as large as all scores, and a slider stays within one. */
const KEPT = 4;

/**
 * Pools whose scores are normalised already: to fuse them with the norm `none` is to fuse the pools with that
 * normalisation, since methods see scores through it alone.
 */
export class NormalisedPools {
  /** The one that was used last stands last. */
  private readonly known = new Map<string, readonly Pool[]>();

  constructor(private readonly pools: readonly Pool[]) {}

  by(norm: NormSpec): readonly Pool[] {
    if (norm === 'none') return this.pools;
    const key = canonicalJson(norm);
    const pools = this.known.get(key) ?? this.pools.map((pool) => normalisedPool(pool, norm));
    this.known.delete(key);
    this.known.set(key, pools);
    if (this.known.size > KEPT) this.known.delete(this.known.keys().next().value!);
    return pools;
  }
}

function normalisedPool(pool: Pool, norm: NormSpec): Pool {
  const columns = normalise(pool, norm);
  return { ids: pool.ids, lists: pool.lists.map((list, i) => ({ ...list, scores: columns[i]! })) };
}
