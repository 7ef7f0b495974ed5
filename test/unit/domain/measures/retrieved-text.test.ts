import { describe, expect, it } from 'vitest';
import { docId } from '../../../../src/base/types';
import {
  foundShares,
  type RetrievedText,
  textOverlap,
  withinLimits,
} from '../../../../src/domain/measures/retrieved-text';
import { JudgedRanking } from '../../../../src/domain/measures/judge';
import { measureOf, parseMeasure, readsText } from '../../../../src/domain/measures/parse';
import { rankingScorer } from '../../../../src/domain/measures/score';

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

describe('text overlap', () => {
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
});
