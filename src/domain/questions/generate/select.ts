import { groupBy } from '../../../base/containers';
import { Random } from '../../statistics/random';
import { EVEN_SHARE, type Proposal, type QuestionMix } from '../candidate';

export interface Selection<T> {
  readonly limit: number;
  readonly seed: number;
  /** Of the origins, in any unit; one without a share has {@link EVEN_SHARE}, and none of those with a share of 0 is taken. */
  readonly shares?: QuestionMix;
  readonly isLast?: (proposal: T) => boolean;
}

/** Serves the origin that lacks most of its share, from the document asked least; ties are broken by the seed. */
export function select<T extends Proposal>(
  proposals: readonly T[],
  { limit, seed, shares = {}, isLast = () => false }: Selection<T>,
): T[] {
  const good = proposals.filter((proposal) => !isLast(proposal));
  const chosen = spread(good, limit, seed, shares);
  return chosen.length < limit
    ? [...chosen, ...spread(proposals.filter(isLast), limit - chosen.length, seed, shares)]
    : chosen;
}

function spread<T extends Proposal>(proposals: readonly T[], limit: number, seed: number, shares: QuestionMix): T[] {
  const order = new Map(shuffled([...new Set(proposals.map(docOf))], seed).map((doc, i) => [doc, i]));
  const chosen: T[] = [];
  const counts = new Map<string, number>();
  // The rarest way first, so that it has its share of a small limit.
  const ways = [...groupBy(proposals, ({ origin }) => origin)]
    .map(([origin, own]) => ({ share: shares[origin] ?? EVEN_SHARE, own, taken: 0 }))
    .filter(({ share }) => share > 0)
    .sort((a, b) => a.own.length - b.own.length)
    .map(({ share, own, taken }) => ({
      share,
      taken,
      queues: [...groupBy(own, docOf).values()]
        .map(bestFirst)
        .sort((a, b) => order.get(docOf(a[0]!))! - order.get(docOf(b[0]!))!),
    }));
  while (chosen.length < limit) {
    const left = ways.filter(({ queues }) => queues.length > 0);
    if (left.length === 0) break;
    const way = left.reduce((a, b) => ((b.taken + 1) / b.share < (a.taken + 1) / a.share ? b : a));
    const { queues } = way;
    const asked = queues.map(([first]) => counts.get(docOf(first!)) ?? 0);
    const at = asked.indexOf(Math.min(...asked));
    const [next] = queues[at]!.splice(0, 1);
    if (queues[at]!.length === 0) queues.splice(at, 1);
    counts.set(docOf(next!), (counts.get(docOf(next!)) ?? 0) + 1);
    way.taken++;
    chosen.push(next!);
  }
  return chosen;
}

const docOf = ({ place }: Proposal): string => place.doc;

const bestFirst = <T extends Proposal>(proposals: readonly T[]): T[] =>
  proposals.toSorted((a, b) => b.value - a.value || a.place.start - b.place.start || (a.text < b.text ? -1 : 1));

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
