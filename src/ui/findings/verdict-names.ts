import type { SystemSpec } from '../../domain/experiment/parts';
import type { VerdictNames } from '../shared/messages/verdict-words';
import { readableNames } from '../shared/system-names';

/** Readable names of the systems of a result, and which of them join lists or rerank. */
export function verdictNames(systems: readonly SystemSpec[]): VerdictNames {
  const names = readableNames(systems);
  const byId = new Map(systems.map((system) => [system.id, system]));
  return {
    name: (id) => names.get(id) ?? id,
    isHybrid: (id) => (byId.get(id)?.retrievers.length ?? 0) > 1,
    isReranked: (id) => Boolean(byId.get(id)?.rerank),
  };
}
