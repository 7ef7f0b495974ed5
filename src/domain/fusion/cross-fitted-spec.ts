import * as v from 'valibot';
import { FUSIONS } from './registry';

const TRAINED = Object.values(FUSIONS).flatMap((method) => (method.reads === 'trained' ? [method] : []));

/**
 * A fusion that is trained on judged questions, as plain JSON. Every question is fused by what was learned from the
 * questions of the other folds, so that its numbers are held out; what was learned is not in the spec, since it differs
 * from fold to fold.
 */
export const crossFittedSchema = v.variant(
  'method',
  TRAINED.map(({ crossFitted }) => crossFitted),
);

export type CrossFittedSpec = v.InferOutput<typeof crossFittedSchema>;
export type CrossFittedMethod = CrossFittedSpec['method'];

/** The usual numbers of each: those of the papers, or of ranx. */
const USUAL = { segments: 10, window: 5, norm: 'min-max', folds: 5, seed: 1 };

export const DEFAULT_CROSS_FITTED = Object.fromEntries(
  TRAINED.map(({ crossFitted }) => {
    const { method, ...options } = crossFitted.entries;
    const usual = Object.keys(options).map((option) => [option, USUAL[option as keyof typeof USUAL]]);
    return [method.literal, { method: method.literal, ...Object.fromEntries(usual) }];
  }),
  // The compiler cannot see that the table has the options of every method; a test holds it to that.
) as { readonly [Method in CrossFittedMethod]: Extract<CrossFittedSpec, { method: Method }> };
