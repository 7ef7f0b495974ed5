import { describe, expect, it } from 'vitest';
import { measureAt, measureOf, parseMeasure, parseMeasures } from '../../../../src/domain/measures/parse';
import { measureDefinitions } from '../../../../src/domain/measures/registry';

const known = measureDefinitions.map(({ name, cutoff }) => (cutoff === 'required' ? `${name}@k` : name)).join(', ');

function messageOf(text: string): string {
  const parsed = parseMeasure(text);
  if (parsed.ok) throw new Error(`${text} was read as ${parsed.measure.text}`);
  return parsed.message;
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

  it('says which measures there are where it does not know one, and which may be meant', () => {
    expect(messageOf('Accuracy@5')).toBe(`“Accuracy@5” is not a known measure. Known are ${known}.`);
    expect(messageOf('hitrate@5')).toContain('not a known measure. Did you mean HitRate?');
    expect(messageOf('NDGC@5')).toContain('Did you mean nDCG?');
    expect(messageOf('')).toContain('is not a known measure. Known are');
  });

  it('asks for a cut-off where there is none, and refuses one that means nothing', () => {
    expect(messageOf('Recall')).toBe('“Recall”: Recall needs a cut-off: write Recall@10, for example.');
    expect(messageOf('bpref@5')).toBe('“bpref@5”: bpref has no cut-off: leave out what follows the @.');
  });

  it.each(['MRR@', 'MRR@0', 'MRR@-1', 'MRR@1.5', 'MRR@05', 'MRR@ten', 'MRR@1e3', 'MRR@5@6', 'MRR@99999999999999999'])(
    'refuses the cut-off of %s',
    (text) => expect(messageOf(text)).toContain('whole number'),
  );

  it.each([
    ['P(rel=0)@5', 'rel must be a whole number of at least 1'],
    ['P(rel=1.5)@5', 'rel must be a whole number'],
    ['P(rel=two)@5', 'rel must be a whole number'],
    ['P(rel=)@5', 'rel must be a whole number'],
    ['RBP(p=1)', 'p must be a number between 0 and 1'],
    ['RBP(p=0)', 'p must be a number between 0 and 1'],
    ['ERR(max=-1)', 'max must be a whole number of at least 1'],
    ['IPrec@1.5', 'recall must be a number from 0 to 1'],
    ['P(k=5)@5', 'P has no parameter “k”; it knows rel.'],
    ['RBP(q=.5)', 'RBP has no parameter “q”; it knows p and rel.'],
    ['nDCG(rel=2)@5', 'nDCG has no parameters.'],
    ['Judged(rel=2)@5', 'Judged has no parameters.'],
    ['ERR(rel=2)@5', 'ERR has no parameter “rel”; it knows max.'],
    ['P(rel=1,rel=2)@5', 'rel is given twice.'],
    ['P(2)@5', 'write parameters as name=value, not “2”.'],
    ['P(constructor=2)@5', 'P has no parameter “constructor”'],
    ['P(rel=2@5', 'write Name(parameter=value)@k'],
  ])('refuses %s and says why', (text, why) => expect(messageOf(text)).toContain(why));

  it('does not find what every JavaScript object has', () => {
    expect(messageOf('constructor@5')).toContain('not a known measure');
    expect(messageOf('__proto__@5')).toContain('not a known measure');
  });
});

describe('measureAt', () => {
  it('throws for a cut-off or parameter that the measure does not take', () => {
    expect(() => measureAt('P', 0)).toThrow(RangeError);
    expect(() => measureAt('P', 2.5)).toThrow(RangeError);
    expect(() => measureAt('P', null)).toThrow('P needs a cut-off');
    expect(() => measureAt('bpref', 5)).toThrow('bpref@5: bpref has no cut-off');
    expect(() => measureAt('RBP', 5, { p: 2 })).toThrow('p must be');
  });
});

describe('measureOf', () => {
  it('throws the message of parseMeasure', () => {
    expect(() => measureOf('P')).toThrow(messageOf('P'));
  });
});

describe('parseMeasures', () => {
  it('splits at commas outside of parentheses, and counts a measure under two names once', () => {
    const parsed = parseMeasures('nDCG@10, RBP(p=0.8,rel=2) ,ndcg_cut_10,MAP,');
    expect(parsed.ok && parsed.measures.map(({ text }) => text)).toEqual(['nDCG@10', 'RBP(p=0.8,rel=2)', 'MAP']);
  });

  it('tells all problems at once', () => {
    const parsed = parseMeasures('P, nDCG@10, Recall@0');
    expect(parsed).toEqual({ ok: false, problems: [messageOf('P'), messageOf('Recall@0')] });
  });

  it('refuses a list of nothing', () => {
    expect(parseMeasures(' , ')).toEqual({ ok: false, problems: ['No measure is named: write nDCG@10, for example.'] });
  });
});
