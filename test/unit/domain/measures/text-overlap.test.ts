import { describe, expect, it } from 'vitest';
import { docId } from '../../../../src/base/types';
import { JudgedRanking } from '../../../../src/domain/measures/judge';
import { measureOf, parseMeasure, readsText } from '../../../../src/domain/measures/parse';
import { rankingScorer } from '../../../../src/domain/measures/score';
import type { RetrievedText } from '../../../../src/domain/measures/retrieved-text';

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
