import { type JudgedRanking, countWithin } from './judge';
import { shareMeasure, type MeasureArguments, type MeasureDefinition, bpref } from './measure';

/** (1 / R) · Σ P@i over relevant ranks i ≤ k, 0 for R = 0; over R also where R > k. `map_cut_k` of trec_eval. */
const map = shareMeasure('MAP', ['AP', 'map', 'ap'], 'optional', (ranking, at) => {
  const { total } = ranking.relevant(at.relevance);
  return total === 0 ? 0 : summedPrecision(ranking, at) / total;
});

export const averagePrecision = [
  map,
  shareMeasure('MAPmin', [], 'required', (ranking, at) => {
    const { total } = ranking.relevant(at.relevance);
    return total === 0 ? 0 : summedPrecision(ranking, at) / Math.min(at.cutoff, total);
  }),
] as const satisfies readonly MeasureDefinition[];

/** Σ P@i over the ranks i ≤ k that hold a relevant document. */
function summedPrecision(ranking: JudgedRanking, { cutoff, relevance }: MeasureArguments): number {
  const { ranks } = ranking.relevant(relevance);
  let sum = 0;
  for (let i = 0; i < ranks.length && ranks[i]! <= cutoff; i++) sum += (i + 1) / ranks[i]!;
  return sum;
}

export const cumulatedGain = [
  /**
   * DCG@k / DCG@k of the ideal ranking, DCG@k = Σ grade_i / log2(i + 1), i ≤ k; 0 without positive grades. Järvelin and
   * Kekäläinen, “Cumulated gain-based evaluation of IR techniques”, 2002; discount of trec_eval's `ndcg_cut_k`.
   */
  shareMeasure(
    'nDCG',
    ['ndcg', 'NDCG'],
    'optional',
    (ranking, { cutoff }) => normalisedGain(ranking, cutoff, (grade) => grade),
    { parameters: [] },
  ),
  /** nDCG@k with the gain 2^grade − 1. Burges et al., 2005; `ndcg@k` of gdeval, `ndcg_burges` of ranx. */
  shareMeasure(
    'nDCGexp',
    ['ndcg_burges'],
    'optional',
    (ranking, { cutoff }) => normalisedGain(ranking, cutoff, (grade) => 2 ** grade - 1),
    { parameters: [] },
  ),
] as const satisfies readonly MeasureDefinition[];

function normalisedGain({ grades, idealGrades }: JudgedRanking, k: number, gain: (grade: number) => number) {
  const ideal = discountedGain(idealGrades, k, gain);
  return ideal === 0 ? 0 : discountedGain(grades, k, gain) / ideal;
}

function discountedGain(grades: readonly (number | undefined)[], k: number, gain: (grade: number) => number): number {
  const end = Math.min(k, grades.length);
  let sum = 0;
  for (let i = 0; i < end; i++) {
    const grade = grades[i];
    if (grade !== undefined && grade > 0) sum += gain(grade) / Math.log2(i + 2);
  }
  return sum;
}

export const geometricMeans = [
  /** Of average precision, values below 1e-5 taken for 1e-5. Robertson, “On GMAP”, 2006; `gm_map` of trec_eval. */
  {
    ...map,
    name: 'gm_map',
    aliases: ['GMAP'],
    cutoff: 'none',
    aggregate: 'geometric mean',
  },
  /** As gm_map, of bpref. `gm_bpref` of trec_eval. */
  {
    ...bpref,
    name: 'gm_bpref',
    aliases: [],
    aggregate: 'geometric mean',
  },
] as const satisfies readonly MeasureDefinition[];

/** Written out: 3 · 0.1 is not 0.3. */
const LEVELS = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];

export const interpolatedPrecision = [
  /** 11pt_avg = mean of the interpolated precision at the recall levels 0, 0.1, …, 1. `11pt_avg` of trec_eval. */
  shareMeasure(
    '11pt_avg',
    [],
    'none',
    (ranking, { relevance }) =>
      LEVELS.reduce((sum, level) => sum + precisionFrom(ranking, relevance, level), 0) / LEVELS.length,
  ),
  /** The highest precision from r · R relevant on, rounded as in trec_eval 10.0-rc3. `iprec_at_recall_0.10`. */
  shareMeasure(
    'iprec_at_recall',
    ['IPrec'],
    'none',
    (ranking, { relevance, recall }) => precisionFrom(ranking, relevance, recall),
    { parameters: ['recall', 'rel'] },
  ),
] as const satisfies readonly MeasureDefinition[];

function precisionFrom(ranking: JudgedRanking, relevance: number, recall: number): number {
  const { ranks, total } = ranking.relevant(relevance);
  const needed = Math.floor(recall * total + 0.5);
  let best = 0;
  for (let i = Math.max(needed - 1, 0); i < ranks.length; i++) best = Math.max(best, (i + 1) / ranks[i]!);
  return best;
}

export const precisionRecall = [
  /** P@k = relevant documents among the first k / k, even where fewer were retrieved. `P_k` of trec_eval. */
  shareMeasure(
    'P',
    ['Precision', 'precision'],
    'required',
    (ranking, { cutoff, relevance }) => countWithin(ranking.relevant(relevance).ranks, cutoff) / cutoff,
  ),
  /**
   * Relevant documents among the first k / R, 0 where R = 0 (`recall_k` of trec_eval). With needs, the share of them
   * met within k, whatever the threshold (AutoRAG).
   */
  shareMeasure('Recall', ['R', 'recall'], 'required', (ranking, at) => {
    const { found, total } = recalled(ranking, at);
    return total === 0 ? 0 : found / total;
  }),
  /** 2r / (k + R), r relevant among the first k; recall counts needs. van Rijsbergen, 1979; `f1@k` of ranx. */
  shareMeasure('F1', ['f1'], 'required', (ranking, at) => {
    const { ranks, total } = ranking.relevant(at.relevance);
    const relevant = countWithin(ranks, at.cutoff);
    if (!ranking.needs) return (2 * relevant) / (at.cutoff + total);
    const needs = recalled(ranking, at);
    // P·R in terms of counts, so that nothing is divided by 0: 2·r·m / (r·N + k·m), m of N needs met.
    const both = 2 * relevant * needs.found;
    return both === 0 ? 0 : both / (relevant * needs.total + at.cutoff * needs.found);
  }),
  /** Relevant within k / min(k, R); with needs min(1, met / min(k, needs)). `R_cap@k` of BEIR (2021). */
  shareMeasure('RecallCapped', ['R_cap'], 'required', (ranking, at) => {
    const { found, total } = recalled(ranking, at);
    return total === 0 ? 0 : Math.min(1, found / Math.min(at.cutoff, total));
  }),
] as const satisfies readonly MeasureDefinition[];

/** RPrec = relevant documents among the first R / R, 0 where R = 0. `Rprec` of trec_eval and ir_measures. */
export const rPrecision = shareMeasure('RPrec', ['Rprec', 'r-precision'], 'none', (ranking, { relevance }) => {
  const { ranks, total } = ranking.relevant(relevance);
  return total === 0 ? 0 : countWithin(ranks, total) / total;
});

/** Needs where the question has them, relevant documents otherwise. */
function recalled(ranking: JudgedRanking, { cutoff, relevance }: MeasureArguments) {
  if (ranking.needs) {
    const { ranks, total } = ranking.needs;
    return { found: ranks.filter((rank) => rank <= cutoff).length, total };
  }
  const { ranks, total } = ranking.relevant(relevance);
  return { found: countWithin(ranks, cutoff), total };
}
