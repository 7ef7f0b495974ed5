export interface Cost {
  readonly id: string;
  /** Lower is better. */
  readonly cost: number;
  readonly value: number;
}

/**
 * What is not dominated: nothing else is as cheap or cheaper and better, or cheaper and as good. By ascending cost; of
 * equal ones the first.
 */
export function paretoFront<T extends Cost>(all: readonly T[], better: 'higher' | 'lower' = 'higher'): T[] {
  const sign = better === 'higher' ? 1 : -1;
  const front: T[] = [];
  for (const each of [...all].sort((a, b) => a.cost - b.cost || sign * (b.value - a.value)))
    if (front.length === 0 || sign * (each.value - front.at(-1)!.value) > 0) front.push(each);
  return front;
}
