import type { Against } from './paired-test';
import type { Standings } from './standings';
import type { PairedTest } from './types';

/** The tests that a verdict rests on, over the compared questions. */
export interface Inference {
  /** Null for too few systems or questions. */
  standings(margin: number): Standings | null;
  /** Tests of one family, corrected for all of them. */
  tests(pairs: readonly Against[]): PairedTest[];
}
