import { describe, expect, it } from 'vitest';
import {
  measureAt,
  measureOf,
  type MeasureProblem,
  parseMeasure,
  parseMeasures,
} from '../../../../src/domain/measures/parse';
import { closestName, measureDefinitions } from '../../../../src/domain/measures/registry';

function problemOf(text: string): MeasureProblem {
  const parsed = parseMeasure(text);
  if (parsed.ok) throw new Error(`${text} was read as ${parsed.measure.text}`);
  return parsed.problem;
}

describe('parseMeasure', () => {
  it('reads name, parameters and cut-off', () => {
    expect(parseMeasure('P(rel=2)@5')).toEqual({
      ok: true,
      measure: { name: 'P', cutoff: 5, parameters: { rel: 2 }, text: 'P(rel=2)@5' },
    });
    expect(measureOf('MAP')).toEqual({ name: 'MAP', cutoff: null, parameters: {}, text: 'MAP' });
  });

  it('writes the persistence of RBP always, the threshold only where it was given', () => {
    expect(measureOf('RBP').text).toBe('RBP(p=0.8)');
    expect(measureOf('P@5').text).toBe('P@5');
  });

  it('does not mind spaces, the order of parameters and zeros', () => {
    expect(measureOf(' RBP ( rel = 2 , p = .50 ) @ 10 ').text).toBe('RBP(p=0.5,rel=2)@10');
  });

  it('reads every canonical text back as itself', () => {
    for (const { name, cutoff, parameters } of measureDefinitions)
      for (const k of cutoff === 'required' ? [7] : cutoff === 'none' ? [null] : [null, 7])
        for (const given of [{}, Object.fromEntries(parameters.map((each) => [each, each === 'p' ? 0.95 : 1]))]) {
          const measure = measureAt(name, k, given);
          expect(parseMeasure(measure.text)).toEqual({ ok: true, measure });
        }
  });

  it('does not know other names, and proposes one where it comes close', () => {
    const meant = (text: string) => ({
      code: 'measure-unknown',
      data: { text, meant: closestName(text.split('@')[0]!) },
    });
    for (const text of ['Accuracy@5', 'hitrate@5', 'NDGC@5', '']) expect(problemOf(text)).toEqual(meant(text));
  });

  it.each([
    ['Recall', 'Recall', 'missing'],
    ['bpref@5', 'bpref', 'excess'],
    ...['', '0', '-1', '1.5', '05', 'ten', '1e3', '5@6', '99999999999999999'].map((k) => [`MRR@${k}`, 'MRR', 'value']),
  ])('refuses the cut-off of %s', (text, name, wrong) =>
    expect(problemOf(text!)).toEqual({ code: 'measure-cutoff', data: { text, name, wrong } }),
  );

  it.each([
    ['P(rel=0)@5', 'rel'],
    ['P(rel=-1)@5', 'rel'],
    ['P(rel=two)@5', 'rel'],
    ['P(rel=)@5', 'rel'],
    ['RBP(p=1)', 'p'],
    ['RBP(p=0)', 'p'],
    ['ERR(max=-1)', 'max'],
    ['IPrec@1.5', 'recall'],
  ])('refuses the value in %s', (text, parameter) =>
    expect(problemOf(text)).toEqual({ code: 'measure-parameter-value', data: { text, parameter } }),
  );

  it.each([
    ['P(k=5)@5', 'P', 'k'],
    ['RBP(q=.5)', 'RBP', 'q'],
    ['nDCG(rel=2)@5', 'nDCG', 'rel'],
    ['Judged(rel=2)@5', 'Judged', 'rel'],
    ['ERR(rel=2)@5', 'ERR', 'rel'],
    ['P(constructor=2)@5', 'P', 'constructor'],
  ])('refuses a parameter that is not of the measure: %s', (text, name, parameter) =>
    expect(problemOf(text)).toEqual({ code: 'measure-parameter-unknown', data: { text, name, parameter } }),
  );

  it('refuses what has not the form of a measure', () => {
    const twice = 'P(rel=1,rel=2)@5';
    expect(problemOf(twice)).toEqual({ code: 'measure-parameter-twice', data: { text: twice, parameter: 'rel' } });
    expect(problemOf('P(2)@5')).toEqual({ code: 'measure-parameter-form', data: { text: 'P(2)@5', pair: '2' } });
    expect(problemOf(' P(rel=2@5')).toEqual({ code: 'measure-form', data: { text: 'P(rel=2@5' } });
  });
});

it('measureAt throws for a cut-off or parameter that the measure does not take', () => {
  for (const k of [0, 2.5, null]) expect(() => measureAt('P', k)).toThrow(RangeError);
  expect(() => measureAt('P', null)).toThrow('measure-cutoff: P');
  expect(() => measureAt('bpref', 5)).toThrow('measure-cutoff: bpref@5');
  expect(() => measureAt('RBP', 5, { p: 2 })).toThrow('measure-parameter-value: RBP@5');
});

describe('parseMeasures', () => {
  it('splits at commas outside of parentheses, and counts a measure under two names once', () => {
    const parsed = parseMeasures('nDCG@10, RBP(p=0.8,rel=2) ,ndcg_cut_10,MAP,');
    expect(parsed.ok && parsed.measures.map(({ text }) => text)).toEqual(['nDCG@10', 'RBP(p=0.8,rel=2)', 'MAP']);
  });

  it('reports all problems at once', () => {
    const parsed = parseMeasures('P, nDCG@10, Recall@0');
    expect(parsed).toEqual({ ok: false, problems: [problemOf('P'), problemOf('Recall@0')] });
  });

  it('refuses a list without a measure', () => {
    expect(parseMeasures(' , ')).toEqual({ ok: false, problems: [{ code: 'no-measure', data: null }] });
  });
});

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

it('the registry of measures proposes a name where one comes close', () => {
  expect(closestName('Recal')).toBe('Recall');
  expect(closestName('MRP')).toBe('MRR');
  expect(closestName('Accuracy')).toBeNull();
  expect(closestName('')).toBeNull();
});
