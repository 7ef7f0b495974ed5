import type { InterleavingMethod } from './method';
import { softmaxDrawing } from './probabilistic';
import { bestFirstDrawing } from './team-draft';

export const INTERLEAVINGS = {
  'team-draft': { drawing: bestFirstDrawing, assignment: 'rounds' },
  probabilistic: { drawing: softmaxDrawing, assignment: 'independent' },
  'probabilistic-rounds': { drawing: softmaxDrawing, assignment: 'rounds' },
} as const satisfies Readonly<Record<string, InterleavingMethod>>;

export type InterleavingName = keyof typeof INTERLEAVINGS;
