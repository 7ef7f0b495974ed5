import { map } from './average-precision';
import { bpref } from './incomplete-judgments';
import type { MeasureDefinition } from './measure';

export const geometricMeans = [
  /**
   * gm_map = geometric mean over questions of average precision, values below 1e-5 taken for 1e-5; a question's value
   * is its average precision. Robertson, “On GMAP – and other transformations”, 2006; `gm_map` of trec_eval.
   */
  {
    ...map,
    name: 'gm_map',
    aliases: ['GMAP'],
    cutoff: 'none',
    aggregate: 'geometric mean',
  },
  /** As gm_map, of bpref. `gm_bpref` of trec_eval. */
  {
    ...bpref,
    name: 'gm_bpref',
    aliases: [],
    aggregate: 'geometric mean',
  },
] as const satisfies readonly MeasureDefinition[];
