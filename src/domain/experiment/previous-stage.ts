import { canonicalJson } from '../../base/hash';
import { PART_KEYS, type PartKey, type SystemSpec } from './parts';

/** Parts that act on the list of a system that could do without them, the last first. */
const STAGES = ['threshold', 'rerank', 'boost', 'filter'] as const satisfies readonly PartKey[];
export type StagePart = (typeof STAGES)[number];

export interface PreviousStage {
  /** Id of the system that differs in this part alone. */
  readonly system: string;
  readonly part: StagePart;
}

/**
 * For each system the one that has all its parts but the last that can be left out: the same system before reranking,
 * say. Null where there is no such system; a fusion is no stage, since it has several lists before it.
 */
export function previousStages(systems: readonly SystemSpec[]): (PreviousStage | null)[] {
  const byParts = new Map(systems.map((system) => [partsKey(system, null), system.id]));
  return systems.map((system) => {
    const part = STAGES.find((each) => (system[each] ?? null) !== null);
    const previous = part && byParts.get(partsKey(system, part));
    return previous === undefined ? null : { system: previous, part: part! };
  });
}

const partsKey = (system: SystemSpec, without: PartKey | null): string =>
  canonicalJson(
    Object.fromEntries(
      PART_KEYS.flatMap((key) => {
        const part = system[key] ?? null;
        return part === null || key === without ? [] : [[key, part]];
      }),
    ),
  );
