import { wilsonInterval } from '../statistics/wilson';
import type { Insight, InsightsInput, QuestionShare } from './insight';

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
export function missedByAll({ systems, k }: Pick<InsightsInput, 'systems' | 'k'>): Insight[] {
  const all = questionsOf(systems);
  const questions = all.filter((q) => systems.every(({ firstRelevant }) => !isFound(firstRelevant, q, k)));
  if (questions.length === 0) return [];
  const nowhere = questions.filter((q) => systems.every(({ firstRelevant }) => firstRelevant[q] === 0)).length;
  const share = shareOf(questions.length, all.length);
  return [{ code: 'missed-by-all', data: { k, systems: systems.length, share, nowhere }, questions }];
}

/** Questions that the best system misses within k and another one finds: what a better combination could win. */
export function missedByBest({ systems, k, best }: Pick<InsightsInput, 'systems' | 'k' | 'best'>): Insight[] {
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
export function perfectForAll({ systems, measure }: Pick<InsightsInput, 'systems' | 'measure'>): Insight[] {
  const all = questionsOf(systems);
  const questions = all.filter((q) => systems.every(({ values }) => values[q]! > 1 - 1e-9));
  if (systems.length < 2 || questions.length < MANY * all.length) return [];
  const share = shareOf(questions.length, all.length);
  return [{ code: 'perfect', data: { measure, systems: systems.length, share }, questions }];
}
