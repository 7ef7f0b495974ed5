import { type JsonProblem, problemsAt } from '../../base/problem';
import { joinsOf, type PartProblems, PARTS, partsOf, type SystemSpec } from './parts';

export function systemProblems(system: SystemSpec): JsonProblem<PartProblems>[] {
  const parts: JsonProblem<PartProblems>[] = partsOf(PARTS, system).flatMap(({ key, entry, spec }) =>
    problemsAt(key, entry.problems?.(spec, system) ?? []),
  );
  const joins = joinsOf(system);
  if (joins.length > 1) parts.push({ path: joins.at(-1)!, code: 'fused-and-learned', data: null });
  if (joins.length === 0 && system.retrievers.length > 1)
    parts.push({ path: 'fusion', code: 'fusion-missing', data: null });
  return parts;
}
