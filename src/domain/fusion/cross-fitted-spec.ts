import * as v from 'valibot';
import { normSchema } from './fusion-spec';

/**
 * A fusion that is trained on judged questions, as plain JSON. Every question is fused by what was learned from the
 * questions of the other folds, so that its numbers are held out; what was learned is not in the spec, since it differs
 * from fold to fold.
 */

const positiveInteger = v.pipe(v.number(), v.integer(), v.minValue(1));

const foldsAndSeed = {
  folds: v.pipe(v.number(), v.integer(), v.minValue(2)),
  /** Deals questions to folds, together with their ids. */
  seed: v.pipe(v.number(), v.integer()),
};

export const crossFittedSchema = v.variant('method', [
  v.strictObject({ method: v.literal('bayesfuse'), ...foldsAndSeed }),
  v.strictObject({ method: v.literal('mapfuse'), ...foldsAndSeed }),
  v.strictObject({ method: v.literal('posfuse'), ...foldsAndSeed }),
  v.strictObject({ method: v.literal('probfuse'), segments: positiveInteger, ...foldsAndSeed }),
  v.strictObject({ method: v.literal('segfuse'), norm: normSchema, ...foldsAndSeed }),
  /** `window`: how many ranks are looked at on each side. */
  v.strictObject({
    method: v.literal('slidefuse'),
    window: v.pipe(v.number(), v.integer(), v.minValue(0)),
    ...foldsAndSeed,
  }),
]);

export type CrossFittedSpec = v.InferOutput<typeof crossFittedSchema>;
export type CrossFittedMethod = CrossFittedSpec['method'];

const FIVE = { folds: 5, seed: 1 };

/** The usual numbers of each: those of the papers, or of ranx. */
export const DEFAULT_CROSS_FITTED: {
  readonly [Method in CrossFittedMethod]: Extract<CrossFittedSpec, { method: Method }>;
} = {
  bayesfuse: { method: 'bayesfuse', ...FIVE },
  mapfuse: { method: 'mapfuse', ...FIVE },
  posfuse: { method: 'posfuse', ...FIVE },
  probfuse: { method: 'probfuse', segments: 10, ...FIVE },
  segfuse: { method: 'segfuse', norm: 'min-max', ...FIVE },
  slidefuse: { method: 'slidefuse', window: 5, ...FIVE },
};
