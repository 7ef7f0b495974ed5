export function append<K, V>(lists: Map<K, V[]>, key: K, item: V): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

/** Items by a key, keys in the order in which they come first. */
export function groupBy<K, V>(items: Iterable<V>, keyOf: (item: V) => K): Map<K, V[]> {
  const groups = new Map<K, V[]>();
  for (const item of items) append(groups, keyOf(item), item);
  return groups;
}

/** How often each item is there, in the order in which they come first. */
export function tally<T>(items: Iterable<T>): Map<T, number> {
  const counts = new Map<T, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

/** The value of a key, made and kept where there is none. */
export function valueOf<K, V>(
  map: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  make: () => V,
): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** The same; of more than `most` values, that which was asked for the longest ago goes. */
export function recentOf<K, V>(map: Map<K, V>, key: K, most: number, make: () => V): V {
  const value = map.get(key) ?? make();
  map.delete(key);
  map.set(key, value);
  if (map.size > most) map.delete(map.keys().next().value!);
  return value;
}

/** The first of `length` positions that a condition holds for, which holds for all behind it; `length` where there is none. */
export function firstWhere(length: number, holds: (position: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** What a task gives; null where it throws. */
export function orNull<T>(task: () => T): T | null {
  try {
    return task();
  } catch {
    return null;
  }
}

export const flatMapAsync = async <T, U>(items: readonly T[], each: (item: T) => Promise<readonly U[]>): Promise<U[]> =>
  (await Promise.all(items.map(each))).flat();

export const filterAsync = <T>(items: readonly T[], test: (item: T) => Promise<boolean>): Promise<T[]> =>
  flatMapAsync(items, async (item) => ((await test(item)) ? [item] : []));

/** A copy of a set with some items in it, or without them: what changes is the set, never its content. */
export function changedSet<T>(set: Iterable<T>, items: readonly T[], areIn: boolean): ReadonlySet<T> {
  const changed = new Set(set);
  for (const item of items)
    if (areIn) changed.add(item);
    else changed.delete(item);
  return changed;
}
