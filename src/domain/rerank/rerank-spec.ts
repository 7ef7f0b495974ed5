import * as v from 'valibot';
import { deviceSchema } from '../models/configuration';

const positiveInteger = v.pipe(v.number(), v.integer(), v.minValue(1));

export const rerankSchema = v.strictObject({
  kind: v.literal('cross-encoder'),
  model: v.string(),
  revision: v.string(),
  device: deviceSchema,
  maxTokens: positiveInteger,
  /** How many of the first stage are scored; the rest follow in first-stage order. */
  candidates: positiveInteger,
  /** α in `logit + 10 · α · first-stage score`; 0 orders by the logit alone. */
  interpolation: v.pipe(v.number(), v.finite(), v.minValue(0)),
});

export type RerankSpec = v.InferOutput<typeof rerankSchema>;
