/** A system and one that it is compared with. */
export interface SystemContrast {
  /** Positions of the systems. */
  readonly system: number;
  readonly reference: number;
  /** `stage`: the reference is the system without its last stage; `best`: it is the best of all. */
  readonly kind: 'stage' | 'best';
}

/**
 * What the slices are tested by: each system against its own previous stage, and against the best; each pair once, as a
 * stage where it is both.
 *
 * @param previous position of each system's previous stage; null where it has none
 */
export function contrastsOf(previous: readonly (number | null)[], best: number): SystemContrast[] {
  const stages = previous.flatMap((reference, system): SystemContrast[] =>
    reference === null ? [] : [{ system, reference, kind: 'stage' }],
  );
  const isStage = (system: number): boolean =>
    stages.some((each) => [each.system, each.reference].sort().join() === [system, best].sort().join());
  const others = previous.flatMap((_, system): SystemContrast[] =>
    system === best || isStage(system) ? [] : [{ system, reference: best, kind: 'best' }],
  );
  return [...stages, ...others];
}
