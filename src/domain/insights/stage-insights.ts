import { ALPHA } from '../statistics/paired';
import { holm } from '../statistics/multiplicity';
import type { PairComparison } from '../statistics/types';
import type { Insight, InsightsInput, StageEffect } from './insight';

const PERHAPS = 0.1;

/** What each stage changes against the same system without it: paired randomisation tests, Holm over the stages. */
export function stageInsights({
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

/** The pair seen from a system to its previous stage. */
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
