import type { Problem } from '../../../base/problem';

/** A sentence for each code of a feature, made of its data: the compiler names what is missing. */
export type Catalogue<Data> = { readonly [Code in keyof Data]: (data: Data[Code]) => string };

/** A problem in words. What an earlier version kept as a sentence, alone or as the data of its code, stays as it is. */
export function say<Data>(
  catalogue: Catalogue<Data>,
  problem: Problem<Data> | { readonly message: string } | string,
): string {
  if (typeof problem === 'string') return problem;
  if ('message' in problem) return problem.message;
  if (typeof problem.data === 'string') return problem.data;
  // The compiler cannot see that the data belong to the sentence of the same code.
  return catalogue[problem.code](problem.data as never);
}
