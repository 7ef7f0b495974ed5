import type { Findable } from '../../domain/learning/findable-preference';
import { POWER } from '../../domain/statistics/paired';
import { count, counted, share } from '../shared/format';

/** How large a preference a comparison of so many systems can find. */
export function powerText(systems: number, [first, ...further]: readonly Findable[]): string {
  const whose = systems === 2 ? 'a system' : 'a system of a pair';
  const evening = counted(first!.questions, 'question');
  const found =
    first!.share === null
      ? `${evening} are too few to find any preference`
      : `With ${evening}, ${share(POWER)} of comparisons find ${whose} that wins ${share(first!.share)} of them`;
  const more = further.map(({ questions, share: wins }) => `; with ${count(questions)}, one that wins ${share(wins!)}`);
  const few =
    systems > 3 ? ' Of more than three systems a list has two to four: a question counts for a pair of them.' : '';
  return `${found}${more.join('')}. Marks on what systems rank alike count less than a win, and take more questions.${few}`;
}
