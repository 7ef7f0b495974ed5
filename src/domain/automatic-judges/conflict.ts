import type { SystemSpec } from '../experiment/parts';
import type { AutomaticJudge } from './judgments';

/**
 * Systems that the judge is itself, or part of: a reranker that judges lists which it ordered, a model that wrote the
 * rewrites of a system, a file under the name of a system. Such a judge favours what it would have done itself; the
 * corrected interval holds all the same.
 *
 * @returns ids
 */
export function systemsOfJudge(systems: readonly SystemSpec[], { name, source }: AutomaticJudge): string[] {
  const names = 'model' in source ? [name, source.model] : [name];
  const wanted = names.map((each) => each.trim().toLowerCase()).filter((each) => each !== '');
  return systems
    .filter((system) => textsIn(system).some((text) => wanted.some((each) => isOf(text, each))))
    .map(({ id }) => id);
}

/** Rewrites by a model have its name in theirs. */
const isOf = (text: string, name: string): boolean => text === name || (name.length > 5 && text.includes(name));

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value.toLowerCase()];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
