import type { CorrectedDifference, CorrectedSystems } from '../../../domain/automatic-judges/corrected-systems';
import { MIN_COMPLETE_QUESTIONS } from '../../../domain/automatic-judges/corrected-sequence';
import { count, counted, difference, intervalWords, list, plural } from '../../shared/format';

export function turned(found: CorrectedDifference, first: number): CorrectedDifference {
  if (found.first === first) return found;
  const flip = (ends: CorrectedDifference['interval']): CorrectedDifference['interval'] => ends && [-ends[1], -ends[0]];
  return {
    ...found,
    first: found.second,
    second: found.first,
    mean: -found.mean,
    interval: flip(found.interval),
    humanInterval: flip(found.humanInterval),
  };
}

export function missingQuestions(complete: number, of: number): string | null {
  const least = Math.min(MIN_COMPLETE_QUESTIONS, of);
  if (complete >= least && complete >= 3) return null;
  return `The estimate needs ${counted(Math.max(least, 3), 'question')} that you judged completely, in random order. ${
    complete === 0 ? 'None is complete so far.' : `${count(complete)} ${plural(complete, 'is', 'are')} complete so far.`
  } What the judge says alone is not shown: it can be far off, and nothing in it says how far.`;
}

/** The estimate in a sentence: `A − B +.020 (.000 to +.040)`. */
export const estimateText = ({ mean, interval }: CorrectedDifference, [first, second]: readonly [string, string]) =>
  `${first} − ${second} ${difference(mean, 3)}${interval ? ` (${intervalWords(interval)})` : ''}`;

export function worthText({ worth }: CorrectedDifference, complete: number): string {
  const more = Math.round(worth - complete);
  const corrected = `Corrected by ${counted(complete, 'question')} that you judged`;
  return more > 0
    ? `${corrected}; the automatic judgments are worth ${counted(more, 'more question')}.`
    : `${corrected}; the automatic judgments add nothing to yours.`;
}

export function decisionText({ best, differences }: CorrectedSystems, names: readonly string[], total: number): string {
  const over = `over all ${counted(total, 'question')}`;
  if (best !== null)
    return `Decided: ${names[best]!} is better than ${names.length > 2 ? 'every other system' : 'the other system'} ${over}. More judgments do not make this invalid.`;
  if (!differences || names.length < 2) return '';
  return `Not decided: no system is shown to be better than ${names.length > 2 ? 'all others' : 'the other'} ${over}. You can go on judging, and look at any time.`;
}

export const conflictText = (judge: string, systems: readonly string[]): string =>
  `${judge} is part of ${list(systems)}. A judge favours what it would have done itself. The estimate is corrected for that, but the judge is worth less.`;
