import * as v from 'valibot';
import type { JsonProblem } from '../../base/problem';
import { FUSIONS } from './registry';

/** How lists become one. What was trained is in the spec, which alone determines the result. */
export const fusionSchema = v.variant(
  'method',
  Object.values(FUSIONS).map(({ schema }) => schema),
);

export type FusionSpec = v.InferOutput<typeof fusionSchema>;
export type FusionMethod = FusionSpec['method'];
export type SpecOf<Method extends FusionMethod> = Extract<FusionSpec, { method: Method }>;

const TRAINED = Object.values(FUSIONS).flatMap((method) => (method.reads === 'trained' ? [method] : []));

/** A fusion trained on judged questions: each is fused by what was learned from the other folds. */
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

/** Fields that hold one entry a list but do not, whatever the entries are. */
export function unevenFields(spec: FusionSpec, lists: number): string[] {
  return Object.entries(perList(spec))
    .filter(([, entries]) => entries !== undefined && entries.length !== lists)
    .map(([field]) => field);
}

function perList(spec: FusionSpec): Record<string, readonly unknown[] | undefined> {
  return {
    weights: 'weights' in spec ? spec.weights : undefined,
    'norm.lowest':
      'norm' in spec && typeof spec.norm === 'object' && 'lowest' in spec.norm ? spec.norm.lowest : undefined,
    probabilities: 'probabilities' in spec ? spec.probabilities : undefined,
    logOdds: 'logOdds' in spec ? spec.logOdds : undefined,
    precision: 'precision' in spec ? spec.precision : undefined,
  };
}

export interface FusionProblems {
  'fusion-uneven': { readonly lists: number; readonly of: 'weights' | 'entries' };
  'fusion-no-weight': null;
}

export function fusionProblems(spec: FusionSpec, lists: number): JsonProblem<FusionProblems>[] {
  const uneven = unevenFields(spec, lists).map((path): JsonProblem<FusionProblems> => {
    const of = path === 'weights' ? 'weights' : 'entries';
    return { path, code: 'fusion-uneven', data: { lists, of } };
  });
  if (uneven.length === 0 && 'weights' in spec && spec.weights.every((weight) => weight === 0))
    return [{ path: 'weights', code: 'fusion-no-weight', data: null }];
  return uneven;
}
