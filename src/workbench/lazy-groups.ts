import type { KeptQuestions } from './collections/kept-questions';
import type { Workspaces } from './collections/workspaces';
import type { Ports } from './kernel/ports';
import type { Serving } from './run/serving';

/** Groups of the workbench that are loaded when they are first used. */

export function lazyWorkspaces(ports: Ports, questions: KeptQuestions): Workspaces {
  const load = async (): Promise<Workspaces> =>
    (await import('./collections/workspaces')).workspacesOf(ports, questions);
  return {
    vectorBytes: async (...input) => (await load()).vectorBytes(...input),
    save: async (...input) => (await load()).save(...input),
    read: async (...input) => (await load()).read(...input),
    open: async (...input) => (await load()).open(...input),
    discard: () => ports.workspaces.release(),
  };
}

export function lazyServing(ports: Ports): Serving {
  const load = async (): Promise<Serving> => (await import('./run/serving')).createServing(ports);
  return {
    terms: async (...input) => (await load()).terms(...input),
    stopWords: async (...input) => (await load()).stopWords(...input),
    embed: async (...input) => (await load()).embed(...input),
  };
}
