import { groupBy } from '../../base/containers';
import { NEED_QUESTIONS, partOf, unitOf, WORKSPACE_PARTS, type WorkspacePart } from './manifest';

export interface LostPart {
  readonly part: WorkspacePart;
  /** How many of it: of results, say. */
  readonly count: number;
}

export interface Rescue {
  readonly kept: ReadonlySet<string>;
  readonly lost: readonly LostPart[];
  readonly possible: boolean;
}

/**
 * Which entries of a damaged workspace can be opened: what belongs together is kept whole or not at all, and what is about
 * questions only with them.
 *
 * @param paths all that there should be
 * @param intact those that are as they were written
 */
export function rescueOf(paths: readonly string[], intact: ReadonlySet<string>): Rescue {
  const units = groupBy(paths, unitOf);
  const isWhole = (unit: string): boolean => units.get(unit)?.every((path) => intact.has(path)) ?? false;
  const isUsable = ([unit, [first]]: [string, string[]]): boolean =>
    isWhole(unit) && (!NEED_QUESTIONS.has(partOf(first!)) || isWhole('questions'));
  const kept = new Set([...units].flatMap((each) => (isUsable(each) ? each[1] : [])));
  const lost = groupBy(
    [...units].flatMap(([, [first]]) => (kept.has(first!) ? [] : [first!])),
    partOf,
  );
  return {
    kept,
    lost: WORKSPACE_PARTS.flatMap((part) => (lost.has(part) ? [{ part, count: lost.get(part)!.length }] : [])),
    possible: isWhole('documents'),
  };
}

/** A name that no collection has: a number follows it where one has it, as in `Manuals (2)`. */
export function freeCollectionName(name: string, taken: readonly string[]): string {
  const known = new Set(taken);
  if (!known.has(name)) return name;
  for (let n = 2; ; n++) if (!known.has(`${name} (${n})`)) return `${name} (${n})`;
}
