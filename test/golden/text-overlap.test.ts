import { describe, expect, it } from 'vitest';
import { docId } from '../../src/base/types';
import { JudgedRanking } from '../../src/domain/measures/judge';
import { measureOf } from '../../src/domain/measures/parse';
import { foundShares, type RetrievedText } from '../../src/domain/measures/retrieved-text';
import { rankingScorer } from '../../src/domain/measures/score';
import { goldenPath, readJson } from './read';

interface Overlap {
  readonly recall: number;
  readonly precision: number;
  readonly iou: number;
}

type Range = readonly [doc: string, start: number, end: number];

interface Case extends Overlap {
  readonly spans: readonly Range[];
  readonly chunks: readonly Range[];
  readonly tokens: readonly number[];
  readonly k: number;
  readonly unit: 'chars' | 'tokens' | null;
  readonly budget: number | null;
  readonly shares: readonly number[];
  readonly wrong: Readonly<Record<string, Partial<Overlap>>>;
}

const { cases } = readJson<{ cases: readonly Case[] }>(goldenPath('text-overlap.json'));

const placeOf = ([doc, start, end]: Range) => ({ doc: docId(doc), start, end });

const textOf = ({ spans, chunks, tokens }: Case): RetrievedText => ({
  passages: chunks.map((chunk, i) => ({ ...placeOf(chunk), tokens: tokens[i]! })),
  needs: () => spans.map((span) => [placeOf(span)]),
});

function overlapOf(each: Case): Overlap {
  const budget = each.unit ? `(${each.unit}=${each.budget})` : '';
  const measures = ['SpanRecall', 'SpanPrecision', 'SpanIoU'].map((name) => measureOf(`${name}${budget}@${each.k}`));
  const ranking = new JudgedRanking([], new Map(), null, textOf(each));
  const [recall, precision, iou] = rankingScorer(measures, { maxGrade: 1 })(ranking);
  return { recall: recall!, precision: precision!, iou: iou! };
}

const NAMES = ['recall', 'precision', 'iou'] as const;

describe('recall, precision and IoU of text', () => {
  it('equal the definitions of chunking_evaluation, with and without a budget of characters or tokens', () => {
    expect(cases).toHaveLength(120);
    expect(new Set(cases.map(({ unit }) => unit)).size).toBe(3);
    expect(cases.filter(({ recall }) => recall > 0 && recall < 1).length).toBeGreaterThan(40);
    for (const each of cases) {
      const overlap = overlapOf(each);
      for (const name of NAMES) expect(overlap[name]).toBeCloseTo(each[name], 12);
    }
  });

  it('find the share of each span', () => {
    for (const each of cases) {
      const { unit, budget, k } = each;
      const limits = { cutoff: k, chars: Infinity, tokens: Infinity, ...(unit ? { [unit]: budget! } : {}) };
      const shares = foundShares(textOf(each), limits, 1)!;
      expect(shares).toHaveLength(each.shares.length);
      shares.forEach((share, i) => expect(share).toBeCloseTo(each.shares[i]!, 12));
    }
  });
});
