/** Whether a parsed JSON value has lists or objects nested more than `most` deep. Looks no deeper than that. */
export function isDeeperThan(value: unknown, most: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (most === 0) return true;
  // What has no list and no object in it, as a list of numbers, costs no call for each of its values.
  for (const each of Array.isArray(value) ? (value as unknown[]) : Object.values(value))
    if (typeof each === 'object' && isDeeperThan(each, most - 1)) return true;
  return false;
}

/**
 * The field of a JSON value that is nested more than `most` deep, as `metadata.tags`.
 *
 * @returns null where none is; empty where the value has no fields
 */
export function tooDeepField(value: unknown, most: number): string | null {
  if (!isDeeperThan(value, most)) return null;
  const path: string[] = [];
  // Two names say where it is; more would be the nesting itself.
  for (let [inner, left] = [value, most]; path.length < 2; left--) {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) break;
    const found = Object.entries(inner as object).find(([, each]) => isDeeperThan(each, left - 1));
    if (!found) break;
    path.push(found[0]);
    inner = found[1];
  }
  return path.join('.');
}
