import * as v from 'valibot';
import type { ScorerSpec } from './registry';

const notNegative = v.pipe(v.number(), v.finite(), v.minValue(0));
const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

/** The scoring functions of the word index as plain JSON; what each computes is told in `domain/retrieval/lexical`. */
export const scorerSchema: v.GenericSchema<ScorerSpec> = v.variant('kind', [
  v.strictObject({ kind: v.literal('bm25-lucene'), k1: notNegative, b: share }),
  v.strictObject({
    kind: v.literal('bm25-plus'),
    k1: notNegative,
    b: share,
    delta: notNegative,
    absent: v.picklist(['nothing', 'delta']),
  }),
  v.strictObject({
    kind: v.literal('bm25l'),
    k1: notNegative,
    b: share,
    delta: notNegative,
    form: v.picklist(['paper', 'rank-bm25']),
  }),
  v.strictObject({ kind: v.literal('bm25-okapi'), k1: notNegative, b: share, epsilon: notNegative }),
  v.strictObject({ kind: v.literal('tf-idf') }),
  v.strictObject({ kind: v.literal('query-likelihood'), mu: v.pipe(v.number(), v.finite(), v.gtValue(0)) }),
]);

/** The parameters with which each is usually run: Lucene's, rank-bm25's, and Zhai and Lafferty's μ. */
export const DEFAULT_SCORERS: { readonly [Kind in ScorerSpec['kind']]: Extract<ScorerSpec, { kind: Kind }> } = {
  'bm25-lucene': { kind: 'bm25-lucene', k1: 1.2, b: 0.75 },
  'bm25-plus': { kind: 'bm25-plus', k1: 1.5, b: 0.75, delta: 1, absent: 'nothing' },
  bm25l: { kind: 'bm25l', k1: 1.5, b: 0.75, delta: 0.5, form: 'paper' },
  'bm25-okapi': { kind: 'bm25-okapi', k1: 1.5, b: 0.75, epsilon: 0.25 },
  'tf-idf': { kind: 'tf-idf' },
  'query-likelihood': { kind: 'query-likelihood', mu: 2000 },
};
