import * as v from 'valibot';
import { type Rule, DataDefinition, expecting, isPlainObject } from '../../base/cddl';
import { chunkerSchema } from '../../domain/chunk/chunker-spec';
import { parseExperiment } from '../../domain/experiment/experiment';
import { systemSchema } from '../../domain/experiment/parts';
import { retiredParts, retiredSystems } from '../../domain/experiment/retired';
import { normSchema } from '../../domain/fusion/method';
import { LearnerOptions, learnedSchema } from '../../domain/ltr/learned-spec';
import source from './stored.cddl?raw';

/** Deeper values cannot be stored. */
const MAX_DEPTH = 64;

function isJson(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth > MAX_DEPTH || !(Array.isArray(value) || isPlainObject(value))) return false;
  return Object.values(value).every((each) => isJson(each, depth + 1));
}

const valid = (what: string, schema: v.GenericSchema): Rule => expecting(what, (value) => v.is(schema, value));

/** Parts that were retired are shown as text, and never run. */
const OWN: Readonly<Record<string, Rule>> = {
  json: expecting('plain JSON', isJson),
  figure: expecting('a number', (value) => typeof value === 'number'),
  float64s: expecting('64-bit floating-point numbers', (value) => value instanceof Float64Array),
  float32s: expecting('32-bit floating-point numbers', (value) => value instanceof Float32Array),
  uint32s: expecting('32-bit whole numbers', (value) => value instanceof Uint32Array),
  chunker: valid('a chunking', chunkerSchema),
  norm: valid('a normalisation', normSchema),
  learner: valid('settings of a learner', LearnerOptions),
  'learned-spec': valid('a learned ranking', learnedSchema),
  system: expecting('a system', (value) => retiredParts(value).length > 0 || v.is(systemSchema, value)),
  experiment: expecting('an experiment', (value) => retiredSystems(value).length > 0 || parseExperiment(value).ok),
};

const stored = new DataDefinition(source, OWN);

/** How a value is not what a store holds. @param rule of `stored.cddl` */
export const misfitOf = (rule: string, value: unknown) => stored.rule(rule)(value);
