import { describe, expect, it } from 'vitest';
import { measureOf, parseMeasure } from '../../../../src/domain/measures/parse';

describe('names of other programs', () => {
  it.each([
    ['trec_eval', 'ndcg_cut_10', 'nDCG@10'],
    ['trec_eval', 'ndcg_cut.10', 'nDCG@10'],
    ['trec_eval', 'ndcg', 'nDCG'],
    ['trec_eval', 'map', 'MAP'],
    ['trec_eval', 'map_cut_10', 'MAP@10'],
    ['trec_eval', 'P_10', 'P@10'],
    ['trec_eval', 'recall_10', 'Recall@10'],
    ['trec_eval', 'success_1', 'HitRate@1'],
    ['trec_eval', 'recip_rank', 'MRR'],
    ['trec_eval', 'Rprec', 'RPrec'],
    ['trec_eval', 'unj_10', 'Hole@10'],
    ['trec_eval', 'iprec_at_recall_0.10', 'iprec_at_recall_0.10'],
    ['ir_measures', 'AP', 'MAP'],
    ['ir_measures', 'AP(rel=2)@10', 'MAP(rel=2)@10'],
    ['ir_measures', "nDCG(dcg='exp-log2')@10", 'nDCGexp@10'],
    ['ir_measures', "nDCG(dcg='log2')@10", 'nDCG@10'],
    ['ir_measures', 'Success@5', 'HitRate@5'],
    ['ir_measures', 'RR@10', 'MRR@10'],
    ['ir_measures', 'R@100', 'Recall@100'],
    ['ir_measures', 'Bpref', 'bpref'],
    ['ir_measures', 'IPrec@0.1', 'iprec_at_recall_0.10'],
    ['ir_measures', 'IPrec(rel=2)@0.15', 'iprec_at_recall_0.15(rel=2)'],
    ['ir_measures', 'SetP', 'set_P'],
    ['ir_measures', 'SetR', 'set_recall'],
    ['ir_measures', 'SetF', 'set_F'],
    ['ir_measures', 'SetAP', 'set_map'],
    ['ir_measures', 'NumQ', 'num_q'],
    ['ir_measures', 'NumRet', 'num_ret'],
    ['ir_measures', 'NumRet(rel=2)', 'num_rel_ret(rel=2)'],
    ['ir_measures', 'NumRel', 'num_rel'],
    ['ranx', 'hit_rate@5', 'HitRate@5'],
    ['ranx', 'precision@5', 'P@5'],
    ['ranx', 'ndcg_burges@5', 'nDCGexp@5'],
    ['BEIR', 'NDCG@10', 'nDCG@10'],
    ['BEIR', 'R_cap@10', 'RecallCapped@10'],
    ['LlamaIndex', 'mrr', 'MRR'],
    ['people', 'Precision@5', 'P@5'],
  ])('of %s: %s is %s', (_, text, canonical) => expect(measureOf(text).text).toBe(canonical));

  it.each(['ndcg_cut_10@5', 'P_0', 'map_10', "nDCG(dcg='other')@5"])('does not guess what %s may mean', (text) =>
    expect(parseMeasure(text).ok).toBe(false),
  );
});
