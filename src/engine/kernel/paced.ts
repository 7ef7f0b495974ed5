import { canonicalJson, TextHash } from '../../base/hash';
import type { Pace } from './pause';

/** Items that are worked on between two looks at the clock: about a millisecond of sorting or hashing. */
const STEP = 500;

/** `items.map(map)`, in stretches. */
export async function pacedMap<T, U>(items: readonly T[], map: (item: T) => U, pace: Pace): Promise<U[]> {
  const mapped: U[] = [];
  for (const item of items) {
    await pace();
    mapped.push(map(item));
  }
  return mapped;
}

/** `items.toSorted(compare)`, in stretches: short parts are sorted, then merged two by two, so that it is stable too. */
export async function pacedSort<T>(items: readonly T[], compare: (a: T, b: T) => number, pace: Pace): Promise<T[]> {
  let parts: T[][] = [];
  for (let at = 0; at < items.length; at += STEP) {
    await pace();
    parts.push(items.slice(at, at + STEP).sort(compare));
  }
  while (parts.length > 1) {
    const merged: T[][] = [];
    for (let at = 0; at < parts.length; at += 2)
      merged.push(await merge(parts[at]!, parts[at + 1] ?? [], compare, pace));
    parts = merged;
  }
  return parts[0] ?? [];
}

async function merge<T>(
  left: readonly T[],
  right: readonly T[],
  compare: (a: T, b: T) => number,
  pace: Pace,
): Promise<T[]> {
  const merged: T[] = [];
  let [l, r] = [0, 0];
  while (l < left.length && r < right.length) {
    if (merged.length % STEP === 0) await pace();
    merged.push(compare(left[l]!, right[r]!) <= 0 ? left[l++]! : right[r++]!);
  }
  return merged.concat(left.slice(l), right.slice(r));
}

/** `contentKey` of an object of long lists, in stretches. */
export async function listsKey(lists: Readonly<Record<string, readonly unknown[]>>, pace: Pace): Promise<string> {
  const hash = new TextHash();
  const names = Object.keys(lists).sort();
  for (const [i, name] of names.entries()) {
    hash.add(`${i === 0 ? '{' : ','}${JSON.stringify(name)}:`);
    await addList(hash, lists[name]!, pace);
  }
  return hash.add(names.length === 0 ? '{}' : '}').digest();
}

/** `contentKey` of a long list, in stretches. */
export async function listKey(list: readonly unknown[], pace: Pace): Promise<string> {
  const hash = new TextHash();
  await addList(hash, list, pace);
  return hash.digest();
}

/** `hashText` of many lines, in stretches. */
export async function linesHash(lines: readonly string[], pace: Pace): Promise<string> {
  const hash = new TextHash();
  await addJoined(hash, lines, (line) => line, '\n', pace);
  return hash.digest();
}

async function addList(hash: TextHash, list: readonly unknown[], pace: Pace): Promise<void> {
  hash.add('[');
  await addJoined(hash, list, (item) => canonicalJson(item ?? null), ',', pace);
  hash.add(']');
}

async function addJoined<T>(
  hash: TextHash,
  items: readonly T[],
  text: (item: T) => string,
  separator: string,
  pace: Pace,
): Promise<void> {
  for (let at = 0; at < items.length; at += STEP) {
    await pace();
    const part = items.slice(at, at + STEP).map(text);
    hash.add((at === 0 ? '' : separator) + part.join(separator));
  }
}
