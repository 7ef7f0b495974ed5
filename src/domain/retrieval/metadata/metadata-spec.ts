import * as v from 'valibot';
import { type JsonProblem, problemsAt } from '../../../base/problem';
import {
  type AnalyzerProblems,
  type AnalyzerSpec,
  analyzerProblems,
  analyzerSchema,
  DEFAULT_ANALYZER,
} from '../../text/analyzer-spec';

const fieldName = v.pipe(v.string(), v.minLength(1));
const finite = v.pipe(v.number(), v.finite());

export const fieldsSchema = v.pipe(v.array(fieldName), v.minLength(1, 'name a field'));

/** A document has one of some values, letter for letter. */
const values = { field: fieldName, values: v.pipe(v.array(v.string()), v.minLength(1, 'name a value')) };

/** A document has a number from `least` to `most`, both included; null is no end. */
const range = { field: fieldName, least: v.nullable(finite), most: v.nullable(finite) };

/** A document has a value that the question names. A question that names no value asks for nothing. */
const question = { field: fieldName, analyzer: analyzerSchema };

const conditions = {
  values: v.strictObject({ kind: v.literal('values'), ...values }),
  range: v.strictObject({ kind: v.literal('range'), ...range }),
  question: v.strictObject({ kind: v.literal('question'), ...question }),
};

/** Filters each retriever's list before it is cut and joined; keeps all for a question that names no value. */
export const filterSchema = v.variant('kind', [conditions.values, conditions.range, conditions.question]);

const weight = v.pipe(
  finite,
  v.check((number) => number !== 0, 'a weight of 0 changes nothing: leave the boost out'),
);

/** Adds `weight · share` to min-max normalised scores: 1 where a condition is met, for `number` from 0 to 1. */
export const boostSchema = v.variant('kind', [
  v.strictObject({ kind: v.literal('number'), field: fieldName, weight }),
  v.strictObject({ ...conditions.values.entries, weight }),
  v.strictObject({ ...conditions.range.entries, weight }),
  v.strictObject({ ...conditions.question.entries, weight }),
]);

export type FilterSpec = v.InferOutput<typeof filterSchema>;
export type BoostSpec = v.InferOutput<typeof boostSchema>;
export type ConditionSpec = FilterSpec;

export interface ConditionProblems extends AnalyzerProblems {
  'range-empty': null;
  'range-reversed': { least: number; most: number };
}

export function conditionProblems(spec: FilterSpec | BoostSpec): JsonProblem<ConditionProblems>[] {
  switch (spec.kind) {
    case 'number':
      return [];
    case 'values':
      return repeated('values', spec.values);
    case 'question':
      return problemsAt('analyzer', analyzerProblems(spec.analyzer));
    case 'range':
      if (spec.least === null && spec.most === null) return [{ path: 'least', code: 'range-empty', data: null }];
      return spec.least !== null && spec.most !== null && spec.least > spec.most
        ? [{ path: 'least', code: 'range-reversed', data: { least: spec.least, most: spec.most } }]
        : [];
  }
}

export const repeated = (path: string, names: readonly string[]): JsonProblem<AnalyzerProblems>[] =>
  names
    .filter((name, i) => names.indexOf(name) < i)
    .map((name) => ({ path, code: 'repeated' as const, data: { name } }));

export function newFilter(
  kind: FilterSpec['kind'],
  field: string,
  analyzer: AnalyzerSpec = DEFAULT_ANALYZER,
): FilterSpec {
  if (kind === 'question') return { kind, field, analyzer };
  return kind === 'range' ? { kind, field, least: null, most: null } : { kind, field, values: [] };
}
