import type { BlindComparison } from '../../domain/learning/blind-comparison';
import { type BlindSession, isLearning, type SessionFigures } from '../../domain/learning/blind-session';
import { type BlindFigures, preferredSystem } from '../../domain/learning/blind-standing';
import type { InterleavingName } from '../../domain/learning/interleaving';
import type { WeightFigures } from '../../domain/learning/weight-learning';
import { count, counted, intervalWords, measure, share } from '../shared/format';

export const INTERLEAVING_NAMES: Readonly<Record<InterleavingName, string>> = {
  'team-draft': 'Team draft',
  probabilistic: 'Probabilistic',
  'probabilistic-rounds': 'Probabilistic, in rounds',
};

export function sessionHeadline(figures: SessionFigures, session: BlindSession): string {
  if (figures.kind === 'weights') return weightHeadline(figures);
  return isLearning(session) ? '' : blindHeadline(figures, session);
}

/** What a comparison says so far, in one sentence. It names no system before that may be. */
function blindHeadline(figures: BlindFigures, comparison: BlindComparison): string {
  const lists = counted(figures.lists, 'question');
  if (figures.kind === 'retired')
    return `${count(comparison.spec.systems.length)} systems, ${lists}, ${counted(figures.marks, 'mark')}. A comparison of more than two systems is no longer available in this version.`;
  const preferred = preferredSystem(figures, comparison);
  if (preferred !== null) return `${preferred} is preferred after ${lists}.`;
  if (figures.state === 'tie')
    return `Neither system is better by more than ${measure(comparison.margin, 2)} after ${lists}.`;
  if (figures.lists === 0) return 'Nothing is decided yet.';
  return `Not decided after ${lists}.`;
}

/** The difference of two systems and what decides it. Without names it does not say who is ahead. */
export function preferenceText(figures: BlindFigures, { margin, spec }: BlindComparison, named: boolean): string {
  const { interval, state, mean } = figures;
  if (!interval || figures.lists === 0)
    return `It is decided once the interval of the difference excludes 0, or lies within ±${measure(margin, 2)}.`;
  const [first, second] = spec.systems.map(({ id }) => id) as [string, string];
  const isTurned = mean < 0;
  const [low, high] = interval;
  const turned = isTurned ? ([-high, -low] as const) : interval;
  const who = named ? `${isTurned ? second : first} less ${isTurned ? first : second}` : 'One system less the other';
  const difference95 = `${who}: ${measure(Math.abs(mean), 2)} of credit per question (95 % confidence sequence ${intervalWords(turned, 2)}, from −1 to 1).`;
  if (state !== 'undecided') return difference95;
  return `${difference95} It is decided once the interval excludes 0, or lies within ±${measure(margin, 2)}.`;
}

function weightHeadline({ lists, marks, moved }: WeightFigures): string {
  if (marks === 0)
    return lists === 0 ? 'Nothing is learned yet.' : `No mark on ${counted(lists, 'question')}: nothing is learned.`;
  const on = `${counted(marks, 'mark')} on ${counted(lists, 'question')}`;
  return Number.isNaN(moved) ? `${on} took all weight from every list.` : `${on} moved ${share(moved)} of the weight.`;
}

export function learnedText({ lists, marks, moved, movedByHalf }: WeightFigures): string {
  const none =
    'No interval is known for weights that are learned this way, and no number of questions decides it. Marks by chance move weights, too.';
  if (marks === 0 || lists < 2 || Number.isNaN(moved) || Number.isNaN(movedByHalf)) return none;
  return `${share(movedByHalf)} had moved after the first ${counted(Math.ceil(lists / 2), 'question')}. ${none}`;
}

/** Lists without a mark, and questions without a list; empty where there are none. */
export function uncountedText({ kind, abandoned, passedOver }: SessionFigures): string {
  const isLearned = kind === 'weights';
  const parts = [
    [abandoned, `without a mark, ${isLearned ? 'which moved nothing' : 'counted as no difference'}`],
    [passedOver, `passed over, since ${isLearned ? 'nothing was found' : 'a system found nothing'}`],
  ] as const;
  return parts.flatMap(([count, what]) => (count > 0 ? [`${counted(count, 'question')} ${what}`] : [])).join('; ');
}
