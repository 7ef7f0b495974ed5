import type { MeasureDefinition } from '../measures/measure';
import { ALPHA } from '../statistics/paired';
import type { Comparison, PairComparison } from '../statistics/types';

export function systemLetters(count: number): string[] {
  const letter = (n: number): string =>
    (n >= 26 ? letter(Math.floor(n / 26) - 1) : '') + String.fromCharCode(97 + (n % 26));
  return Array.from({ length: count }, (_, i) => letter(i));
}

/** p of the randomisation test, corrected by Holm's method for all pairs of the comparison, is below .05. */
const isSignificant = ({ holm, meanDifference }: PairComparison): boolean =>
  holm.randomisation !== null && holm.randomisation < ALPHA && meanDifference !== 0;

/** Systems that each beats by more than chance, in comparison order; none by measures neither better high nor low. */
export function beatenBy({ means, pairs }: Comparison, better: MeasureDefinition['better']) {
  const beaten = new Map<string, string[]>(means.map(({ system }) => [system, []]));
  const sign = better === null ? 0 : better === 'higher' ? 1 : -1;
  for (const pair of pairs) {
    if (sign === 0 || !isSignificant(pair)) continue;
    const [winner, loser] = sign * pair.meanDifference > 0 ? [pair.a, pair.b] : [pair.b, pair.a];
    beaten.get(winner)!.push(loser);
  }
  const order = new Map(means.map(({ system }, i) => [system, i]));
  for (const systems of beaten.values()) systems.sort((a, b) => order.get(a)! - order.get(b)!);
  return beaten;
}
