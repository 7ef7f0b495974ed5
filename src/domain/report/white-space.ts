/** An id that a file with white space between its columns cannot hold. */
export class UnwritableId extends Error {
  override readonly name = 'UnwritableId';
}

/** @throws {UnwritableId} where an id is empty, has white space in it or begins a comment */
export function refuseWhiteSpace(kind: 'document' | 'question', id: string): void {
  if (id !== '' && !/\s/.test(id)) return;
  throw new UnwritableId(
    `The id of the ${kind} “${id}” ${id === '' ? 'is empty' : 'has white space in it'}, and TREC files have white space ` +
      'between their columns. Export JSON or CSV instead, or give it another id.',
  );
}
