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

function missedByAll({ systems, k }: Pick<InsightsInput, 'systems' | 'k'>): Insight[] {
  const all = questionsOf(systems);
  const questions = all.filter((q) => systems.every(({ firstRelevant }) => !isFound(firstRelevant, q, k)));
  if (questions.length === 0) return [];
  const nowhere = questions.filter((q) => systems.every(({ firstRelevant }) => firstRelevant[q] === 0)).length;
  const share = shareOf(questions.length, all.length);
  return [{ code: 'missed-by-all', data: { k, systems: systems.length, share, nowhere }, questions }];
}

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

function perfectForAll({ systems, measure }: Pick<InsightsInput, 'systems' | 'measure'>): Insight[] {
  const all = questionsOf(systems);
  const questions = all.filter((q) => systems.every(({ values }) => values[q]! > 1 - 1e-9));
  if (systems.length < 2 || questions.length < MANY * all.length) return [];
  const share = shareOf(questions.length, all.length);
  return [{ code: 'perfect', data: { measure, systems: systems.length, share }, questions }];
}

const MAX_SLICES = 4;

/** One for each dimension: the smallest p, stages first, then the largest. Of two halves the one that is worse. */
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

function changedBy(systems: InsightsInput['systems'], { system, reference }: StageEffect): number[] {
  const [after, before] = [system, reference].map((id) => Array.from(systems.find((each) => each.id === id)!.values));
  return [...after!.keys()].filter((q) => Math.abs(after![q]! - before![q]!) > 1e-9);
}

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
