/** A copy of a set with some items in it, or without them: what changes is the set, never its content. */
export function changedSet<T>(set: Iterable<T>, items: readonly T[], areIn: boolean): ReadonlySet<T> {
  const changed = new Set(set);
  for (const item of items)
    if (areIn) changed.add(item);
    else changed.delete(item);
  return changed;
}
