import type { CMapReader } from './reader';

/** Adobe's character maps. Their addresses are many and few files name one, so they are loaded when one does. */
export const fetchCMapLazily: CMapReader = async (name) => (await import('./cmaps')).fetchCMap(name);
