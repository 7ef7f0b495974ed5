import { bestFirst } from '../fusion/best-first';
import { JudgedRanking, type MetNeeds } from '../measures/judge';
import type { DocId, Need } from '../../base/types';
import type { LabQuestion } from './questions';
import { canonicalJson } from '../../base/hash';
import { fusedScores, windowOf } from '../fusion/fuse';
import type { FusionSpec } from '../fusion/fusion-spec';
import type { NormSpec, RankWindow } from '../fusion/method';
import { normalise } from '../fusion/normalise';
import type { Pool } from '../fusion/pool';
import { outsideWindow, type WindowedPool, withinWindow } from '../fusion/rank-window';
import { measureOf } from '../measures/parse';
import { type ScoreOptions, rankingScorer } from '../measures/score';

/** Up to so many watched documents their ranks are counted, which is then faster than sorting the pool. */
const COUNTED = 24;

/**
 * The fused ranking as measures see it, cut at the depth: what `judge` makes of the list of `fusePool`, without that
 * list. Measures ask only where the watched documents stand; all others are `undefined`.
 * @param scores by pooled document; −Infinity for one that the list does not have
 */
function judgedFusion(question: LabQuestion, scores: Float64Array, depth: number): JudgedRanking {
  const { watched, pooledGrades, grades, needs, pool } = question;
  const byRank = new Array<number | undefined>(Math.min(foundIn(scores), depth)).fill(undefined);
  const ranks = watched.length > COUNTED ? sortedRanks(scores, watched) : countedRanks(scores, watched);
  for (let i = 0; i < watched.length; i++)
    if (ranks[i]! <= byRank.length) byRank[ranks[i]! - 1] = pooledGrades[watched[i]!];
  return new JudgedRanking(byRank, grades, needs && metNeeds(needs, pool.ids, watched, ranks, byRank.length));
}

function foundIn(scores: Float64Array): number {
  let found = 0;
  for (let doc = 0; doc < scores.length; doc++) if (scores[doc] !== -Infinity) found++;
  return found;
}

/** The rank of a document is one more than how many stand above it: of equal scores the lower position does. */
function countedRanks(scores: Float64Array, watched: Int32Array): Int32Array {
  const ranks = new Int32Array(watched.length);
  for (let i = 0; i < watched.length; i++) {
    const own = watched[i]!;
    const score = scores[own]!;
    let above = 0;
    for (let doc = 0; doc < own; doc++) if (scores[doc]! >= score) above++;
    for (let doc = own + 1; doc < scores.length; doc++) if (scores[doc]! > score) above++;
    ranks[i] = above + 1;
  }
  return ranks;
}

function sortedRanks(scores: Float64Array, watched: Int32Array): Int32Array {
  const order = bestFirst(scores);
  const ranks = new Int32Array(scores.length);
  for (let place = 0; place < order.length; place++) ranks[order[place]!] = place + 1;
  return watched.map((doc) => ranks[doc]!);
}

function metNeeds(
  needs: readonly Need[],
  ids: readonly DocId[],
  watched: Int32Array,
  ranks: Int32Array,
  length: number,
): MetNeeds {
  const rankOf = new Map<DocId, number>();
  watched.forEach((doc, i) => {
    if (ranks[i]! <= length) rankOf.set(ids[doc]!, ranks[i]!);
  });
  const first = (need: Need): number =>
    need.docs.reduce((best, doc) => Math.min(best, rankOf.get(doc) ?? Infinity), Infinity);
  return { total: needs.length, ranks: needs.map(first) };
}

interface ScorerOptions extends ScoreOptions {
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
      const scores = this.fused(prepared, q);
      const values = scorer(judgedFusion(this.questions[q]!, scores, this.options.depth));
      for (let m = 0; m < rows.length; m++) rows[m]![q] = values[m]!;
    }
    return rows;
  }

  private fused({ spec, pools, window }: PreparedQuestion, q: number): Float64Array {
    const pool = pools[q]!;
    const scores = fusedScores(pool.pool, spec);
    return window ? outsideWindow(scores, pool, window, this.questions[q]!.pool.ids.length) : scores;
  }

  /** With the window and the norm in the pools, neither is left in the spec. */
  private prepare(spec: FusionSpec): PreparedQuestion {
    const window = windowOf(spec);
    const norm = 'norm' in spec ? spec.norm : 'none';
    const { rankWindow: _, ...whole } = { rankWindow: null, ...spec };
    return {
      spec: 'norm' in whole ? { ...whole, norm: 'none' } : whole,
      pools: this.normalised.by(norm, window?.lists ?? null),
      window,
    };
  }
}

interface PreparedQuestion {
  readonly spec: FusionSpec;
  readonly pools: readonly WindowedPool[];
  readonly window: RankWindow | null;
}

/** Normalisations whose pools are kept: each is as large as all scores, and a slider stays within one. */
const KEPT = 4;

/** Places of a pool that no window was put over: nobody asks for them. */
const EVERYWHERE = new Int32Array();

/**
 * Pools whose scores are normalised already, of the first of each list where there is a window: to fuse them with the
 * norm `none` is to fuse the pools with that normalisation, since methods see scores through it alone.
 */
export class NormalisedPools {
  /** The one that was used last stands last. */
  private readonly known = new Map<string, readonly WindowedPool[]>();
  private readonly whole: readonly WindowedPool[];

  constructor(pools: readonly Pool[]) {
    this.whole = pools.map((pool) => ({ pool, places: EVERYWHERE }));
  }

  /** @param window how many of each list; null for all */
  by(norm: NormSpec, window: number | null = null): readonly WindowedPool[] {
    if (norm === 'none' && window === null) return this.whole;
    const key = canonicalJson([norm, window]);
    const pools = this.known.get(key) ?? this.whole.map(({ pool }) => normalisedPool(pool, norm, window));
    this.known.delete(key);
    this.known.set(key, pools);
    if (this.known.size > KEPT) this.known.delete(this.known.keys().next().value!);
    return pools;
  }
}

function normalisedPool(whole: Pool, norm: NormSpec, window: number | null): WindowedPool {
  const { pool, places } = window === null ? { pool: whole, places: EVERYWHERE } : withinWindow(whole, window);
  const columns = normalise(pool, norm);
  return { pool: { ids: pool.ids, lists: pool.lists.map((list, i) => ({ ...list, scores: columns[i]! })) }, places };
}
