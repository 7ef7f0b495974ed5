import { COMB_FUSIONS } from './methods/comb';
import { ENGINE_FUSIONS } from './methods/engines';
import { RANK_FUSIONS, VOTE_FUSIONS } from './methods/rank-based';
import { TRAINED_FUSIONS } from './methods/trained';
import { WEIGHTED_FUSIONS } from './methods/weighted';

/** Every method, in the order in which they are offered. */
export const FUSIONS = {
  ...WEIGHTED_FUSIONS,
  ...COMB_FUSIONS,
  ...RANK_FUSIONS,
  ...VOTE_FUSIONS,
  ...ENGINE_FUSIONS,
  ...TRAINED_FUSIONS,
};
