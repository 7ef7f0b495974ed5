import type { ResultRecord } from '../../contract/result';
import type { Ports } from '../kernel/ports';
import { packedLists, packedListsOf, type PackedLists } from '../run/rankings';

export interface KnownLists extends PackedLists {
  readonly cutAt: number | null;
}

export async function knownLists(ports: Ports, result: ResultRecord, system: string): Promise<KnownLists> {
  const whole = await packedListsOf(ports, result, system);
  if (whole) return { of: (query) => whole.of(query), cutAt: null };
  const { top, depth } = result.systems.find(({ id }) => id === system)!;
  const lengths = Array.from(top.offsets.subarray(1), (end, i) => end - top.offsets[i]!);
  const longest = lengths.reduce((most, length) => Math.max(most, length), 0);
  const first = packedLists(result.queries, { docs: result.docs, rankings: top });
  return { of: (query) => first.of(query), cutAt: longest < depth ? longest : null };
}
