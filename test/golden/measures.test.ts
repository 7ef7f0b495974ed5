import { describe, expect, it } from 'vitest';
import { measureOf } from '../../src/domain/measures/parse';
import { aggregate, rankingScorer, score } from '../../src/domain/measures/score';
import { docId, type Qrels } from '../../src/base/types';
import { goldenPath, readJson, readQrels, readRun, sharedGoldenPath } from './read';
import { JudgedRanking } from '../../src/domain/measures/judge';
import { foundShares, type RetrievedText } from '../../src/domain/measures/retrieved-text';

type RunName = 'bm25' | 'tied' | 'tiny';

interface Golden {
  runs: Record<
    RunName,
    { queries: string[]; gmax: number; mean: Record<string, number>; per_query: Record<string, number[]> }
  >;
}

const golden = readJson<Golden>(goldenPath('metrics-extra.json'));
const cranfieldPath = sharedGoldenPath('runs', 'cranfield.qrels');
const cranfield: Qrels = cranfieldPath === null ? new Map() : readQrels(cranfieldPath);
const tinyQrels = readQrels(goldenPath('runs', 'tiny.qrels'));

/**
 * The one exception: the reference gives 0 to the RBP residual of question q4 of `tiny`, which has no results, as to all
 * that a question without results has. By the formula of Moffat and Zobel it is p⁰ = 1: nothing is known of it.
 */
const RESIDUAL = 'RBP0.8residual';
const RESIDUAL_WITHOUT_RESULTS = 1;
const WITHOUT_RESULTS = golden.runs.tiny.queries.indexOf('q4');

/** The reference's values of a measure for each question, and their mean. */
function referenceOf(name: RunName, measure: string): { values: readonly number[]; mean: number } {
  const { per_query, mean: means, queries } = golden.runs[name];
  const [values, mean] = [per_query[measure]!, means[measure]!];
  if (name !== 'tiny' || measure !== RESIDUAL) return { values, mean };
  const more = RESIDUAL_WITHOUT_RESULTS - values[WITHOUT_RESULTS]!;
  return { values: values.with(WITHOUT_RESULTS, RESIDUAL_WITHOUT_RESULTS), mean: mean + more / queries.length };
}

/** Half of the twelfth digit, with room for the rounding of a mean. */
const tolerance = 1e-12;

const qrelsOf = (name: RunName): Qrels => (name === 'tiny' ? tinyQrels : cranfield);

/** `RBP0.8graded@5` of the reference is `RBPgraded(p=0.8)@5` here. */
const ours = (name: string): string => name.replace(/^RBP0.8(\w*)/, 'RBP$1(p=0.8)');

/** By measure, the questions whose value is not the reference's; `all` stands for the mean. */
function differing(name: RunName, measures: readonly string[]) {
  const parsed = measures.map((measure) => measureOf(ours(measure)));
  const { queries, values } = score(readRun(goldenPath('runs', `${name}.run`)), qrelsOf(name), parsed);
  const wrong = measures.flatMap((measure, m) => {
    const { values: expected, mean } = referenceOf(name, measure);
    const found = values.get(parsed[m]!.text)!;
    const others: string[] = queries.filter((_, i) => !(Math.abs(found[i]! - expected[i]!) <= tolerance));
    if (!(Math.abs(aggregate(parsed[m]!, found) - mean) <= tolerance)) others.push('all');
    return others.map((query) => `${measure} ${query}`);
  });
  return { wrong, compared: measures.length * (queries.length + 1) };
}

const runs = (['bm25', 'tied', 'tiny'] as const).map((name) => ({
  name,
  measures: Object.keys(golden.runs[name].per_query),
  questions: golden.runs[name].queries.length,
  absent: name !== 'tiny' && cranfieldPath === null,
}));

for (const { name, measures, questions, absent } of runs)
  describe(`${measures.length} measures of the run ${name} for ${questions} questions and their mean`, () => {
    it.skipIf(absent)(`are the reference's: ${measures.length * (questions + 1)} values`, () => {
      expect(differing(name, measures)).toEqual({
        wrong: [],
        compared: { bm25: 22826, tied: 22826, tiny: 707 }[name],
      });
    });

    it.skipIf(absent)('are for the questions of the judgments, in their order', () => {
      expect([...qrelsOf(name).keys()]).toEqual(golden.runs[name].queries);
    });
  });

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
