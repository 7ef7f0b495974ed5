import { groupBy } from '../../../base/containers';
import { Random } from '../../statistics/random';
import type { Proposal } from '../candidate';

/**
 * Proposals spread evenly over origins and documents: each origin in turn takes the best of the document asked least so
 * far, ties broken by the seed; deterministic.
 *
 * @param limit at most this many
 * @param isLast proposals taken only where there are too few others
 */
export function select<T extends Proposal>(
  proposals: readonly T[],
  limit: number,
  seed: number,
  isLast: (proposal: T) => boolean = () => false,
): T[] {
  const good = proposals.filter((proposal) => !isLast(proposal));
  const chosen = spread(good, limit, seed);
  return chosen.length < limit ? [...chosen, ...spread(proposals.filter(isLast), limit - chosen.length, seed)] : chosen;
}

function spread<T extends Proposal>(proposals: readonly T[], limit: number, seed: number): T[] {
  const order = new Map(shuffled([...new Set(proposals.map(docOf))], seed).map((doc, i) => [doc, i]));
  const chosen: T[] = [];
  const counts = new Map<string, number>();
  // The rarest way first, so that it has its share of a small limit.
  const ways = [...groupBy(proposals, ({ origin }) => origin).values()]
    .sort((a, b) => a.length - b.length)
    .map((own) =>
      [...groupBy(own, docOf).values()]
        .map(bestFirst)
        .sort((a, b) => order.get(docOf(a[0]!))! - order.get(docOf(b[0]!))!),
    );
  while (chosen.length < limit && ways.some((queues) => queues.length > 0))
    for (const queues of ways) {
      if (queues.length === 0 || chosen.length === limit) continue;
      const asked = queues.map(([first]) => counts.get(docOf(first!)) ?? 0);
      const at = asked.indexOf(Math.min(...asked));
      const [next] = queues[at]!.splice(0, 1);
      if (queues[at]!.length === 0) queues.splice(at, 1);
      counts.set(docOf(next!), (counts.get(docOf(next!)) ?? 0) + 1);
      chosen.push(next!);
    }
  return chosen;
}

const docOf = ({ place }: Proposal): string => place.doc;

const bestFirst = <T extends Proposal>(proposals: readonly T[]): T[] =>
  proposals.toSorted((a, b) => b.value - a.value || a.place.start - b.place.start || (a.text < b.text ? -1 : 1));

/** Fisher and Yates. */
export function shuffled<T>(items: readonly T[], seed: number): T[] {
  const mixed = [...items];
  const words = new Uint32Array(mixed.length);
  new Random(seed).fill(words);
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = Math.floor((words[i]! / 2 ** 32) * (i + 1));
    [mixed[i], mixed[j]] = [mixed[j]!, mixed[i]!];
  }
  return mixed;
}
