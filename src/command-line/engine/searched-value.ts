import type { SearchedValue } from './types';

/** Whether there is nothing to search by: an engine would refuse it. */
export const isNothing = (value: SearchedValue): boolean =>
  'indices' in value ? value.indices.length === 0 : value.length === 0;
