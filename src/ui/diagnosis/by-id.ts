import type { Missed } from '../../domain/diagnosis/diagnose';
import type { QueryId } from '../../base/types';
import type { Diagnosis } from '../../workbench/inspect/diagnosis';
import type { KnownLists } from '../../workbench/inspect/known-lists';

/** What is missed, by question; nothing before a diagnosis is there. */
export const missedByQuestion = (diagnosis: Diagnosis | null): ReadonlyMap<QueryId, readonly Missed[]> =>
  new Map(diagnosis?.questions.map(({ query, missed }) => [query, missed]));

export async function listsBySystem(
  systems: readonly { readonly id: string }[],
  read: (id: string) => Promise<KnownLists>,
): Promise<ReadonlyMap<string, KnownLists>> {
  const lists = new Map<string, KnownLists>();
  for (const { id } of systems) lists.set(id, await read(id));
  return lists;
}
