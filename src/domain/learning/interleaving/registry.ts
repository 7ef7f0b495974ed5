import type { InterleavingMethod } from './method';
import { softmaxLeft } from './probabilistic';
import { bestLeft } from './team-draft';

export const INTERLEAVINGS = {
  'team-draft': { chancesLeft: bestLeft, assignment: 'rounds' },
  probabilistic: { chancesLeft: softmaxLeft, assignment: 'independent' },
  'probabilistic-rounds': { chancesLeft: softmaxLeft, assignment: 'rounds' },
} as const satisfies Readonly<Record<string, InterleavingMethod>>;

export type InterleavingName = keyof typeof INTERLEAVINGS;
