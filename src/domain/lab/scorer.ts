import { recentOf } from '../../base/containers';
import { bestFirst } from '../fusion/best-first';
import { JudgedRanking, metNeeds } from '../measures/judge';
import type { LabQuestion } from './questions';
import { canonicalJson } from '../../base/hash';
import { fusedScores } from '../fusion/fuse';
import type { FusionSpec } from '../fusion/fusion-spec';
import type { NormSpec } from '../fusion/method';
import { normalise } from '../fusion/normalise';
import type { Pool } from '../fusion/pool';
import { measureOf } from '../measures/parse';
import { type ScoreOptions, rankingScorer } from '../measures/score';

/** Up to so many watched documents their ranks are counted, which is then faster than sorting the pool. */
const COUNTED = 24;

/** What `judge` makes of the list of `fusePool`, without that list: only watched documents have grades. */
function judgedFusion(question: LabQuestion, scores: Float64Array, depth: number): JudgedRanking {
  const { watched, pooledGrades, grades, needs, pool } = question;
  const byRank = new Array<number | undefined>(Math.min(scores.length, depth)).fill(undefined);
  const ranks = watched.length > COUNTED ? sortedRanks(scores, watched) : countedRanks(scores, watched);
  for (let i = 0; i < watched.length; i++)
    if (ranks[i]! <= byRank.length) byRank[ranks[i]! - 1] = pooledGrades[watched[i]!];
  const rankOf = (doc: number, i: number) =>
    [pool.ids[doc]!, ranks[i]! <= byRank.length ? ranks[i]! : Infinity] as const;
  const met = needs && metNeeds(needs, new Map(Array.from(watched, rankOf)));
  return new JudgedRanking(byRank, grades, met);
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

interface ScorerOptions extends ScoreOptions {
  readonly maxGrade: number;
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
    const norm = 'norm' in spec ? spec.norm : 'none';
    return { spec: 'norm' in spec ? { ...spec, norm: 'none' } : spec, pools: this.normalised.by(norm) };
  }
}

interface PreparedQuestion {
  readonly spec: FusionSpec;
  readonly pools: readonly Pool[];
}

const KEPT = 4;

/** Pools whose scores are normalised already, to be fused with the norm `none`. */
export class NormalisedPools {
  private readonly known = new Map<string, readonly Pool[]>();

  constructor(private readonly whole: readonly Pool[]) {}

  by(norm: NormSpec): readonly Pool[] {
    if (norm === 'none') return this.whole;
    return recentOf(this.known, canonicalJson(norm), KEPT, () => this.whole.map((pool) => normalisedPool(pool, norm)));
  }
}

function normalisedPool(pool: Pool, norm: NormSpec): Pool {
  const columns = normalise(pool, norm);
  return { ids: pool.ids, lists: pool.lists.map((list, i) => ({ ...list, scores: columns[i]! })) };
}
