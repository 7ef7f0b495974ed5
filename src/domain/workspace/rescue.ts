import { groupBy } from '../../base/containers';
import { NEED_QUESTIONS, partOf, unitOf, WORKSPACE_PARTS, type WorkspacePart } from './manifest';

export interface LostPart {
  readonly part: WorkspacePart;
  readonly count: number;
}

export interface Rescue {
  readonly kept: ReadonlySet<string>;
  readonly lost: readonly LostPart[];
  readonly possible: boolean;
}

/** What belongs together is kept whole or not at all, and what is about questions only with them. */
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
