/** Sorts after every string and number that follows a prefix in a key. */
const LAST: never[] = [];

/** All keys that begin with some parts, as with a collection's id, or with a folder and a path. */
export const within = (...prefix: string[]): IDBKeyRange => IDBKeyRange.bound(prefix, [...prefix, LAST]);
