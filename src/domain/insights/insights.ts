import { wilsonInterval } from '../statistics/wilson';
import type { Insight, InsightsInput, QuestionShare, StageEffect } from './insight';
import type { PreviousStage } from '../experiment/parts';
import type { ReportedDimension, SliceFinding, SliceReport } from '../slices/report';
import { ALPHA } from '../statistics/paired';
import { holm } from '../statistics/multiplicity';
import type { PairComparison } from '../statistics/types';

type Systems = InsightsInput['systems'];

const questionsOf = (systems: Systems): number[] => [...Array(systems[0]?.firstRelevant.length ?? 0).keys()];

const isFound = (firstRelevant: ArrayLike<number>, q: number, k: number): boolean =>
  firstRelevant[q]! > 0 && firstRelevant[q]! <= k;

const shareOf = (count: number, of: number): QuestionShare => ({
  count,
  of,
  ci95: wilsonInterval(count, of) ?? [0, 1],
});

/** Questions for which no system has a relevant passage among the first k. */
function missedByAll({ systems, k }: Pick<InsightsInput, 'systems' | 'k'>): Insight[] {
  const all = questionsOf(systems);
  const questions = all.filter((q) => systems.every(({ firstRelevant }) => !isFound(firstRelevant, q, k)));
  if (questions.length === 0) return [];
  const nowhere = questions.filter((q) => systems.every(({ firstRelevant }) => firstRelevant[q] === 0)).length;
  const share = shareOf(questions.length, all.length);
  return [{ code: 'missed-by-all', data: { k, systems: systems.length, share, nowhere }, questions }];
}

/** Questions that the best system misses within k and another one finds: what a better combination could win. */
function missedByBest({ systems, k, best }: Pick<InsightsInput, 'systems' | 'k' | 'best'>): Insight[] {
  const own = systems.find(({ id }) => id === best);
  if (!own) return [];
  const all = questionsOf(systems);
  const finds = ({ firstRelevant }: Systems[number], q: number): boolean => isFound(firstRelevant, q, k);
  const questions = all.filter((q) => !finds(own, q) && systems.some((system) => finds(system, q)));
  if (questions.length === 0) return [];
  const [finder] = systems
    .map((system) => ({ system: system.id, count: questions.filter((q) => finds(system, q)).length }))
    .sort((a, b) => b.count - a.count);
  const share = shareOf(questions.length, all.length);
  return [{ code: 'missed-by-best', data: { k, best, share, finder: finder! }, questions }];
}

/** From this share of the questions on it is worth saying that they distinguish no systems. */
const MANY = 0.25;

/** Questions for which every system has the value 1 of a measure. */
function perfectForAll({ systems, measure }: Pick<InsightsInput, 'systems' | 'measure'>): Insight[] {
  const all = questionsOf(systems);
  const questions = all.filter((q) => systems.every(({ values }) => values[q]! > 1 - 1e-9));
  if (systems.length < 2 || questions.length < MANY * all.length) return [];
  const share = shareOf(questions.length, all.length);
  return [{ code: 'perfect', data: { measure, systems: systems.length, share }, questions }];
}

/** Of so many slices at most something is said; the others are in the map. */
const MAX_SLICES = 4;

/**
 * The tested differences between slices, one for each dimension: that with the smallest p, a stage before a comparison
 * with the best, and then the largest. Of two halves the one is named in which the system does worse.
 */
function sliceInsights(
  report: SliceReport | null,
  previous: readonly (PreviousStage | null)[],
  systems: readonly { readonly id: string }[],
): Insight[] {
  if (!report) return [];
  const part = new Map(systems.map(({ id }, i) => [id, previous[i]?.part ?? null]));
  const tested = report.dimensions.filter(({ p }) => p !== null).length;
  const found = report.dimensions.flatMap((dimension) =>
    dimension.findings.length === 0 ? [] : [{ dimension, finding: first(dimension.findings) }],
  );
  return found
    .sort((a, b) => a.finding.p - b.finding.p || Math.abs(b.finding.gap) - Math.abs(a.finding.gap))
    .slice(0, MAX_SLICES)
    .map(({ dimension, finding: either }): Insight => {
      const finding = worse(either, dimension);
      const { id, kind, field, slices } = dimension;
      return {
        code: 'slice',
        data: {
          measure: report.measure,
          dimension: { id, kind, field },
          finding,
          labels: slices.map(({ id: slice, label }) => ({ slice, label })),
          part: finding.kind === 'stage' ? (part.get(finding.system) ?? null) : null,
          dimensions: tested,
        },
        questions: slices.find((slice) => slice.id === finding.slice)!.questions,
      };
    });
}

const first = (findings: readonly SliceFinding[]): SliceFinding =>
  [...findings].sort(
    (a, b) => a.p - b.p || Number(b.kind === 'stage') - Number(a.kind === 'stage') || Math.abs(b.gap) - Math.abs(a.gap),
  )[0]!;

/** Of two slices that are each other's complement, seen from the one with the lower mean. */
function worse(finding: SliceFinding, { slices, findings }: ReportedDimension): SliceFinding {
  const [a, b] = slices;
  const halves = slices.length === 2 && findings.every(({ slice }) => slice === a!.id);
  if (!halves || finding.gap < 0) return finding;
  return {
    ...finding,
    slice: b!.id,
    inside: finding.outside,
    outside: finding.inside,
    gap: -finding.gap,
    ci95: [-finding.ci95[1], -finding.ci95[0]],
  };
}

const PERHAPS = 0.1;

/** What each stage changes against the same system without it: paired randomisation tests, Holm over the stages. */
function stageInsights({
  systems,
  previous,
  comparison,
  measure,
}: Pick<InsightsInput, 'systems' | 'previous' | 'comparison' | 'measure'>): Insight[] {
  if (!comparison) return [];
  const stages = previous.flatMap((stage, i) => {
    const pair = stage && pairOf(comparison.pairs, systems[i]!.id, stage.system);
    return pair ? [{ system: systems[i]!.id, stage, pair }] : [];
  });
  const corrected = holm(stages.map(({ pair }) => pair.p));
  return stages
    .map(({ system, stage, pair }, i): StageEffect => {
      const p = corrected[i] ?? null;
      const evidence = p === null || p >= PERHAPS ? 'none' : p < ALPHA ? 'sure' : 'perhaps';
      const { difference, ci95 } = pair;
      return {
        system,
        reference: stage.system,
        part: stage.part,
        measure,
        difference,
        ci95,
        p,
        stages: stages.length,
        evidence,
      };
    })
    .map((data): Insight => ({ code: 'stage', data, questions: changedBy(systems, data) }));
}

function pairOf(pairs: readonly PairComparison[], system: string, reference: string) {
  const pair = pairs.find(({ a, b }) => (a === system && b === reference) || (a === reference && b === system));
  if (!pair) return null;
  const sign = pair.a === system ? 1 : -1;
  const ci = pair.ci95.bca ?? pair.ci95.percentile;
  return {
    difference: sign * pair.meanDifference,
    ci95: ci && ([sign > 0 ? ci[0] : -ci[1], sign > 0 ? ci[1] : -ci[0]] as const),
    p: pair.p.randomisation,
  };
}

/** Questions of which the stage changes the value. */
function changedBy(systems: InsightsInput['systems'], { system, reference }: StageEffect): number[] {
  const [after, before] = [system, reference].map((id) => Array.from(systems.find((each) => each.id === id)!.values));
  // With rounding aside: a stage that keeps an order has the same digits.
  return [...after!.keys()].filter((q) => Math.abs(after![q]! - before![q]!) > 1e-9);
}

/** What stands out in a result, the surest and most useful first. Each says what it was tested by, or counts. */
export function insightsOf(input: InsightsInput): Insight[] {
  const slices = sliceInsights(input.slices, input.previous, input.systems);
  const stages = stageInsights(input);
  const isSure = (insight: Insight): boolean =>
    (insight.code === 'slice' && insight.data.finding.evidence === 'sure') ||
    (insight.code === 'stage' && insight.data.evidence === 'sure');
  const tested = [...slices, ...stages];
  return [
    ...tested.filter(isSure),
    ...missedByAll(input),
    ...tested.filter((insight) => !isSure(insight)),
    ...missedByBest(input),
    ...perfectForAll(input),
  ];
}
