import { createContext, getContext, setContext } from 'svelte';
import type { Workbench } from '../../workbench/workbench';

export const [getWorkbench, setWorkbench] = createContext<Workbench>();

/** Reads the state of a class that {@link provide} gave above. */
export const provided =
  <State>(of: abstract new (...args: never[]) => State) =>
  (): State => {
    const state = getContext<State | undefined>(of);
    if (!state) throw new Error(`There is no ${of.name} here.`);
    return state;
  };

/** Gives each state among the values of `states` to the components below, under its class. */
export function provide(states: object): void {
  for (const state of Object.values(states) as unknown[])
    if (typeof state === 'object' && state !== null && state.constructor !== Object)
      setContext(state.constructor, state);
}
