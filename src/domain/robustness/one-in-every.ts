/**
 * One place in so many, and one at least where there is any.
 *
 * @param next numbers from 0 to below 1
 */
export function oneInEvery(count: number, places: readonly number[], next: () => number): ReadonlySet<number> {
  const chosen = new Set<number>();
  while (chosen.size < Math.ceil(places.length / count)) chosen.add(places[Math.floor(next() * places.length)]!);
  return chosen;
}
