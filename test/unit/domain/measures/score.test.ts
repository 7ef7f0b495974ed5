import { describe, expect, it } from 'vitest';
import { measureAt, measureOf, parseMeasure, readsText } from '../../../../src/domain/measures/parse';
import { aggregate, highestGrade, mean, means, rankingScorer, score } from '../../../../src/domain/measures/score';
import { docId, queryId } from '../../../../src/base/types';
import { grades, hits, ordered, qrelsOf, runOf } from './make';
import { judge, JudgedRanking } from '../../../../src/domain/measures/judge';
import { firstRelevantRank } from '../../../../src/domain/measures/measure';
import { firstMeasure } from '../../../../src/domain/measures/first-measure';
import {
  foundShares,
  type RetrievedText,
  textOverlap,
  withinLimits,
} from '../../../../src/domain/measures/retrieved-text';

const hitRate1 = measureAt('HitRate', 1);

describe('score', () => {
  it('breaks ties by id descending and rejects insertion order', () => {
    const run = new Map([[queryId('q'), hits({ a: 1, b: 1 })]]);
    expect([...score(run, qrelsOf({ q: { b: 1 } }), [hitRate1]).values.get('HitRate@1')!]).toEqual([1]);
    expect([...score(run, qrelsOf({ q: { a: 1 } }), [hitRate1]).values.get('HitRate@1')!]).toEqual([0]);
  });

  it('ignores questions that nobody judged', () => {
    const perQuery = score(runOf({ q1: 'a', other: 'a' }), qrelsOf({ q1: { a: 1 } }), [hitRate1]);
    expect(perQuery.queries).toEqual(['q1']);
  });
});

describe('questions without results', () => {
  const scored = (missing: 'zero' | 'skip') =>
    score(runOf({ q1: 'a', q3: '' }), qrelsOf({ q1: { a: 1 }, q2: { a: 1 }, q3: { a: 1 } }), [hitRate1], { missing });

  it('have 0 or are left out, as the policy says', () => {
    expect([...scored('zero').values.get('HitRate@1')!]).toEqual([1, 0, 0]);
    expect([...scored('skip').values.get('HitRate@1')!]).toEqual([1, NaN, NaN]);
    expect(means(scored('skip'), [hitRate1])).toEqual({ 'HitRate@1': 1 });
    expect(means(scored('zero'), [hitRate1])).toEqual({ 'HitRate@1': 1 / 3 });
  });
});

it('requirements are what recall counts, for the questions that have them', () => {
  const recall = measureAt('Recall', 2);
  const requirements = new Map([[queryId('q1'), [{ docs: [docId('a'), docId('b')] }]]]);
  const qrels = qrelsOf({ q1: { a: 1, b: 1 }, q2: { a: 1, b: 1 } });
  const { values } = score(runOf({ q1: 'a', q2: 'a' }), qrels, [recall], { requirements });
  expect([...values.get('Recall@2')!]).toEqual([1, 0.5]);
});

describe('the highest grade', () => {
  const qrels = qrelsOf({ q1: { a: 1 }, q2: { a: 3, b: -1 } });

  it('is that of all judgments, not that of the question', () => {
    expect(highestGrade(qrels)).toBe(3);
    const { values } = score(runOf({ q1: 'a' }), qrels, [measureAt('ERR', 1)]);
    expect(values.get('ERR@1')![0]).toBe(1 / 8);
  });

  it('is the one given where few of many questions are scored', () => {
    const { values } = score(runOf({ q1: 'a' }), qrels, [measureAt('ERR', 1)], { maxGrade: 4 });
    expect(values.get('ERR@1')![0]).toBe(1 / 16);
  });

  it('is 0 where nothing is judged above 0', () => {
    expect(highestGrade(qrelsOf({ q: { a: 0, b: -1 } }))).toBe(0);
  });
});

describe('aggregate', () => {
  it('is the geometric mean of gm_map, which a question with 0 does not make 0', () => {
    expect(aggregate({ name: 'gm_map' }, [1, 0, NaN])).toBeCloseTo(Math.sqrt(1e-5), 15);
  });

  it('is not a number where no question counts, rather than a number that is not true', () => {
    for (const name of ['MAP', 'num_ret', 'gm_map']) expect(aggregate({ name }, [NaN])).toBeNaN();
    expect(mean([])).toBeNaN();
  });

  it('refuses a name that no measure has', () => {
    expect(() => aggregate({ name: 'constructor' }, [1])).toThrow('no measure is called');
  });
});

it('a ranking refuses a document that is listed twice, and a score that is not a number', () => {
  expect(() => judge([...ordered('a b'), ...ordered('a')], grades({ a: 1 }))).toThrow('“a” is in the ranking twice');
  expect(() => judge(hits({ a: 1, b: NaN }), grades({ a: 1 }))).toThrow('“b” is not a number');
});

it('firstRelevantRank asks for the grade that counts as relevant, and ranks ties as trec_eval does', () => {
  expect(firstRelevantRank(ordered('a b'), grades({ a: 1, b: 2 }), 2)).toBe(2);
  expect(firstRelevantRank(hits({ a: 1, b: 1 }), grades({ a: 1 }), 1)).toBe(2);
});

it('systems are ranked by nDCG@10 first, then by HitRate@5, and else by what there is', () => {
  expect(firstMeasure(['MAP', 'HitRate@5', 'nDCG@10'])).toBe('nDCG@10');
  expect(firstMeasure(['MAP', 'HitRate@5', 'nDCG@5'])).toBe('HitRate@5');
  expect(firstMeasure(['MAP', 'nDCG@5'])).toBe('MAP');
  expect(firstMeasure([])).toBeNull();
});

describe('retrieved text', () => {
  const NONE = { cutoff: Infinity, chars: Infinity, tokens: Infinity };
  const place = (start: number, end: number, doc = 'd') => ({ doc: docId(doc), start, end });
  const passage = (start: number, end: number, tokens: number | null = null, doc = 'd') => ({
    ...place(start, end, doc),
    tokens,
  });

  describe('the passages within a budget', () => {
    it('count up to the budget where one crosses it, and nothing behind it', () => {
      const passages = [passage(0, 30), passage(50, 90), passage(10, 15)];
      expect(withinLimits(passages, { ...NONE, chars: 40 })).toEqual([place(0, 30), place(50, 60)]);
      expect(withinLimits(passages, { ...NONE, chars: 30 })).toEqual([place(0, 30)]);
      expect(withinLimits(passages, { ...NONE, chars: 500, cutoff: 1 })).toEqual([place(0, 30)]);
    });

    it('take the tokens of the one that crosses as evenly spread over its characters', () => {
      const passages = [passage(0, 30, 6), passage(50, 90, 10)];
      expect(withinLimits(passages, { ...NONE, tokens: 9 })).toEqual([place(0, 30), place(50, 62)]);
      expect(withinLimits(passages, { ...NONE, tokens: 16 })).toEqual([place(0, 30), place(50, 90)]);
    });

    it('are cut by whichever budget ends first', () => {
      expect(withinLimits([passage(0, 30, 6)], { ...NONE, tokens: 3, chars: 20 })).toEqual([place(0, 15)]);
      expect(withinLimits([passage(0, 30, 6)], { ...NONE, tokens: 3, chars: 10 })).toEqual([place(0, 10)]);
    });

    it('are not known where tokens are limited and were not counted', () => {
      expect(withinLimits([passage(0, 30)], { ...NONE, tokens: 3 })).toBeNull();
      expect(textOverlap({ passages: [passage(0, 30)], needs: () => [] }, { ...NONE, tokens: 3 }, 1)).toBeNull();
      expect(foundShares({ passages: [passage(0, 30)], needs: () => [] }, { ...NONE, tokens: 3 }, 1)).toBeNull();
    });
  });

  describe('text that was retrieved and is relevant', () => {
    it('is counted in its own document alone', () => {
      const text = { passages: [passage(0, 30, null, 'other')], needs: () => [[place(0, 30)]] };
      expect(textOverlap(text, NONE, 1)).toEqual({ retrieved: 30, shared: 0, needed: 30, found: 0 });
    });

    it('is needed once where two spans share it', () => {
      const text = { passages: [passage(0, 100)], needs: () => [[place(10, 30)], [place(20, 40)]] };
      expect(textOverlap(text, NONE, 1)).toEqual({ retrieved: 100, shared: 30, needed: 30, found: 30 });
    });

    it('is, of a need with several places, that of which most was found; all of them are relevant', () => {
      const needs = () => [[place(0, 10), place(50, 90)]];
      const text = { passages: [passage(5, 10), passage(50, 80)], needs };
      expect(textOverlap(text, NONE, 1)).toEqual({ retrieved: 35, shared: 35, needed: 40, found: 30 });
      expect(foundShares(text, NONE, 1)).toEqual([0.75]);
    });

    it('of a need that nothing gives is none', () => {
      const text = { passages: [passage(0, 10)], needs: () => [[], [place(0, 10)]] };
      expect(textOverlap(text, NONE, 1)).toMatchObject({ needed: 10, found: 10 });
      expect(foundShares(text, NONE, 1)).toEqual([0, 1]);
    });
  });
});

const valueOf = (measure: string, text: RetrievedText | null): number =>
  rankingScorer([measureOf(measure)], { maxGrade: 1 })(new JudgedRanking([], new Map(), null, text))[0]!;

const place = { doc: docId('d'), start: 0, end: 10 };
const whole: RetrievedText = {
  passages: [{ ...place, end: 40, tokens: 8 }],
  needs: (rel) => (rel < 3 ? [[place]] : []),
};

describe('measures of text', () => {
  it('are shares of what is relevant, of what was retrieved and of both', () => {
    expect(['SpanRecall', 'SpanPrecision', 'SpanIoU'].map((name) => valueOf(name, whole))).toEqual([1, 0.25, 0.25]);
    expect(valueOf('SpanRecall(chars=5)', whole)).toBe(0.5);
    expect(valueOf('SpanRecall(tokens=1)', whole)).toBe(0.5);
    expect(valueOf('SpanIoU(chars=5)', whole)).toBe(0.5);
  });

  it('are 0 where nothing is relevant or nothing was retrieved, and unknown without the text', () => {
    for (const name of ['SpanRecall', 'SpanPrecision', 'SpanIoU']) {
      expect(valueOf(`${name}(rel=3)`, whole)).toBe(0);
      expect(valueOf(name, { ...whole, passages: [] })).toBe(0);
      expect(valueOf(name, { passages: [], needs: () => [] })).toBe(0);
      expect(valueOf(name, null)).toBeNaN();
    }
  });

  it('are written with their budget, and refuse one that is none', () => {
    expect(measureOf('SpanRecall(tokens=500, rel=2)@5').text).toBe('SpanRecall(rel=2,tokens=500)@5');
    expect(parseMeasure('SpanRecall(chars=0)')).toMatchObject({ ok: false });
    expect(parseMeasure('SpanRecall(chars=1.5)')).toMatchObject({ ok: false });
    expect([readsText('SpanIoU@5'), readsText('Recall@5')]).toEqual([true, false]);
  });
});
