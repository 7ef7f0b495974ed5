import { isJudged, isRelevant, judge, type JudgedRanking } from './judge';
import type { DocId, Ranking } from '../../base/types';

/** Parameters of measures, as they are written: `P(rel=2)@5`. */
export type ParameterName = 'rel' | 'p' | 'max' | 'recall' | 'chars' | 'tokens';

interface Parameter {
  /** Value where none is given; absent where the options of scoring or the judgments decide. */
  readonly default?: number;
  readonly accepts: (value: number) => boolean;
}

const isPositive = (value: number) => Number.isSafeInteger(value) && value >= 1;

export const parameters: Readonly<Record<ParameterName, Parameter>> = {
  rel: { accepts: (value) => value > 0 && Number.isFinite(value) },
  p: { default: 0.8, accepts: (value) => value > 0 && value < 1 },
  max: { accepts: (value) => value > 0 && Number.isFinite(value) },
  recall: { default: 0, accepts: (value) => value >= 0 && value <= 1 },
  chars: { accepts: isPositive },
  tokens: { accepts: isPositive },
};

export interface MeasureArguments {
  /** k: only the first k documents count; Infinity where the ranking is not cut. */
  readonly cutoff: number;
  readonly relevance: number;
  readonly p: number;
  /** Highest grade of the scale. */
  readonly maxGrade: number;
  readonly recall: number;
  readonly chars: number;
  readonly tokens: number;
}

/** The order of equal scores that gives the highest or lowest value; `none` where none is known to. */
export type TieOrder = 'grade' | 'judged' | 'none';

export interface MeasureDefinition {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly cutoff: 'required' | 'optional' | 'none';
  readonly parameters: readonly ParameterName[];
  /** How values of questions become one number. Geometric means take values below 1e-5 as 1e-5, as trec_eval. */
  readonly aggregate: 'mean' | 'sum' | 'geometric mean';
  /** Which values are better; null where neither is, as for counts. */
  readonly better: 'higher' | 'lower' | null;
  /** Lowest and highest possible value of a question; null where it is not bounded. */
  readonly range: readonly [number, number] | null;
  readonly tieOrder: TieOrder;
  readonly readsText?: true;
  readonly compute: (ranking: JudgedRanking, at: MeasureArguments) => number;
}

/** A mean of shares of which more is better, by the grade that counts as relevant, but for what is said in `own`. */
export const shareMeasure = <const Name extends string>(
  name: Name,
  aliases: readonly string[],
  cutoff: MeasureDefinition['cutoff'],
  compute: MeasureDefinition['compute'],
  own: Partial<MeasureDefinition> = {},
): MeasureDefinition & { readonly name: Name } => ({
  ...{ parameters: ['rel'], aggregate: 'mean', better: 'higher', range: [0, 1], tieOrder: 'grade' },
  ...own,
  name,
  aliases,
  cutoff,
  compute,
});

/**
 * bpref = (1 / R) · Σ over retrieved relevant documents of 1 − min(n, R) / min(N, R), n judged non-relevant documents
 * above, N of the question; 1 where n = 0, 0 where R = 0. Unjudged documents are passed over. Buckley and Voorhees,
 * “Retrieval evaluation with incomplete information”, 2004, as trec_eval.
 */
export const bpref = shareMeasure('bpref', ['Bpref', 'BPref'], 'none', (ranking, { relevance }) => {
  const { total } = ranking.relevant(relevance);
  if (total === 0) return 0;
  let notRelevant = 0;
  for (const grade of ranking.judged.values()) if (isJudged(grade) && grade < relevance) notRelevant++;
  const most = Math.min(notRelevant, total);
  let above = 0;
  let sum = 0;
  for (const grade of ranking.grades) {
    if (!isJudged(grade)) continue;
    if (grade < relevance) above++;
    else sum += above === 0 ? 1 : 1 - Math.min(above, total) / most;
  }
  return sum / total;
});

/** Keeps infAP defined where nothing above is judged; the constant of trec_eval. */
const EPSILON = 0.00001;

/**
 * infAP = (1 / R) · Σ over relevant ranks i of 1 / i + ((i − 1) / i) · (pooled above / (i − 1)) · (relevant above + ε)
 * / (judged above + 2ε). A negative grade is pooled and not judged. Yilmaz and Aslam, “Estimating average precision
 * with incomplete and imperfect judgments”, 2006, as trec_eval (`m_infap.c`, `form_res_rels.c`).
 */
export const infAp = shareMeasure(
  'infAP',
  ['InfAP'],
  'none',
  (ranking, { relevance }) => {
    const { total } = ranking.relevant(relevance);
    let relevant = 0;
    let judged = 0;
    let pooled = 0;
    let sum = 0;
    ranking.grades.forEach((grade, above) => {
      if (grade === undefined) return;
      if (isRelevant(grade, relevance)) {
        const expected = above === 0 ? 0 : (pooled / above) * ((relevant + EPSILON) / (judged + 2 * EPSILON));
        sum += 1 / (above + 1) + (above / (above + 1)) * expected;
        relevant++;
      }
      if (isJudged(grade)) judged++;
      pooled++;
    });
    return total === 0 ? 0 : sum / total;
  },
  {
    // A document above that is in the pool and unjudged raises the estimate: sorting by grade does not bound it.
    tieOrder: 'none',
  },
);

/** Measures that end at the first relevant document. */
export const firstRelevant = [
  /** 1 if any of the first k documents is relevant. `success_k` of trec_eval, `Success@k` of ir_measures. */
  shareMeasure('HitRate', ['Success', 'success', 'hit_rate'], 'required', (ranking, { cutoff, relevance }) =>
    (ranking.relevant(relevance).ranks[0] ?? Infinity) <= cutoff ? 1 : 0,
  ),
  /** 1 / rank of the first relevant document, 0 beyond k. Voorhees, TREC-8, 1999; `recip_rank` of trec_eval. */
  shareMeasure('MRR', ['RR', 'mrr', 'recip_rank'], 'optional', (ranking, { cutoff, relevance }) => {
    const first = ranking.relevant(relevance).ranks[0] ?? Infinity;
    return first <= cutoff ? 1 / first : 0;
  }),
] as const satisfies readonly MeasureDefinition[];

/** Rank, from 1, of the first relevant document in trec order, or null where none was retrieved. */
export function firstRelevantRank(
  ranking: Ranking,
  judged: ReadonlyMap<DocId, number>,
  relevance: number,
): number | null {
  return judge(ranking, judged).relevant(relevance).ranks[0] ?? null;
}

export const judgedShares = [
  /** Documents among the first k with a grade of 0 or more / k. `Judged@k` of ir_measures. */
  shareMeasure('Judged', ['judged'], 'required', (ranking, { cutoff }) => judgedWithin(ranking, cutoff) / cutoff, {
    parameters: [],
    tieOrder: 'judged',
  }),
  /** Unjudged documents among the first k / k; empty places are no holes. `unj_k` of trec_eval; `Hole@k` of BEIR. */
  shareMeasure(
    'Hole',
    ['hole'],
    'required',
    (ranking, { cutoff }) => (Math.min(cutoff, ranking.grades.length) - judgedWithin(ranking, cutoff)) / cutoff,
    { parameters: [], better: 'lower', tieOrder: 'judged' },
  ),
] as const satisfies readonly MeasureDefinition[];

export function judgedWithin({ grades }: JudgedRanking, k: number): number {
  const end = Math.min(k, grades.length);
  let count = 0;
  for (let i = 0; i < end; i++) if (isJudged(grades[i])) count++;
  return count;
}
