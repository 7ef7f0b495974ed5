import { definitionOf } from './registry';

/** trec_eval's floor of geometric means: one question with 0 would otherwise make all of it 0. */
const GEOMETRIC_FLOOR = 1e-5;

/**
 * One number for the values of all questions, by the rule of the measure. NaN (questions that are left out) does not
 * count; NaN where no value is left.
 */
export function aggregate(measure: { readonly name: string }, values: ArrayLike<number>): number {
  switch (definitionOf(measure).aggregate) {
    case 'mean':
      return mean(values);
    case 'sum':
      return answered(values) === 0 ? NaN : sum(values);
    case 'geometric mean':
      return Math.exp(mean(Float64Array.from(values, (value) => Math.log(Math.max(value, GEOMETRIC_FLOOR)))));
  }
}

/** Arithmetic mean of the values that are not NaN; NaN where there are none. */
export const mean = (values: ArrayLike<number>): number => sum(values) / answered(values);

/** How many values are not NaN: the questions that an aggregate is over. */
export function answered(values: ArrayLike<number>): number {
  let count = 0;
  for (let i = 0; i < values.length; i++) if (!Number.isNaN(values[i])) count++;
  return count;
}

function sum(values: ArrayLike<number>): number {
  let total = 0;
  for (let i = 0; i < values.length; i++) if (!Number.isNaN(values[i])) total += values[i]!;
  return total;
}
