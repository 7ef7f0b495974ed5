import type { BlindComparison } from '../../domain/learning/blind-comparison';
import { type BlindFigures, type BlindPreference, preferredSystem } from '../../domain/learning/blind-standing';
import type { InterleavingName } from '../../domain/learning/interleaving/registry';
import { count, counted, intervalWords, measure } from '../shared/format';

export const INTERLEAVING_NAMES: Readonly<Record<InterleavingName, string>> = {
  'team-draft': 'Team draft',
  probabilistic: 'Probabilistic',
  'probabilistic-rounds': 'Probabilistic, in rounds',
};

/** What a comparison says so far, in one sentence. It names no system before that may be. */
export function blindHeadline(figures: BlindFigures, comparison: BlindComparison): string {
  const lists = counted(figures.lists, 'question');
  const preferred = preferredSystem(figures, comparison);
  if (preferred !== null) return `${preferred} is preferred after ${lists}.`;
  if (figures.kind === 'preference' && figures.state === 'tie')
    return `Neither system is better by more than ${measure(comparison.margin, 2)} after ${lists}.`;
  if (figures.lists === 0) return 'Nothing is decided yet.';
  if (figures.kind === 'elimination')
    return `${count(figures.remaining.length)} of ${count(comparison.spec.systems.length)} remain after ${lists}.`;
  return `Not decided after ${lists}.`;
}

/**
 * Where the difference of two systems is, and what decides. Names tell who is ahead; without names only how far apart both
 * may be is said.
 */
export function preferenceText(figures: BlindPreference, { margin, spec }: BlindComparison, named: boolean): string {
  const { interval, state, mean, ahead } = figures;
  if (!interval || figures.lists === 0)
    return `It is decided once the interval of the difference excludes 0, or lies within ±${measure(margin, 2)}.`;
  const [first, second] = spec.systems.map(({ id }) => id) as [string, string];
  const isTurned = mean < 0;
  const [low, high] = interval;
  const turned = isTurned ? ([-high, -low] as const) : interval;
  const who = named ? `${isTurned ? second : first} less ${isTurned ? first : second}` : 'One system less the other';
  const difference95 = `${who}: ${measure(Math.abs(mean), 2)} of credit per question (95 % confidence sequence ${intervalWords(turned, 2)}, from −1 to 1).`;
  if (state !== 'undecided') return difference95;
  const rest = `It is decided once the interval excludes 0, or lies within ±${measure(margin, 2)}.`;
  const pace =
    ahead === null
      ? ''
      : ` At the pace so far that takes some ${counted(ahead, 'more question', 'more questions')}, which is no promise.`;
  return `${difference95} ${rest}${pace}`;
}

/** Lists without a mark, and questions without a list; empty where there are none. */
export function uncountedText({ abandoned, passedOver }: BlindFigures): string {
  const without = abandoned > 0 ? [`${counted(abandoned, 'question')} without a mark, counted as no difference`] : [];
  const over = passedOver > 0 ? [`${counted(passedOver, 'question')} passed over, since a system found nothing`] : [];
  return [...without, ...over].join('; ');
}
