import type { MeasureDefinition } from './measure';
import { parameters as known, type ParameterName } from './parameters';
import { closestName, definitionOf, findMeasure, measureDefinitions, type MeasureName } from './registry';
import { respell, type MeasureParts } from './spellings';

/** A measure as it is asked for. Its text is its identity: two measures are the same when their texts are. */
export interface Measure {
  readonly name: MeasureName;
  /** k: only the first k documents count; null where the ranking is not cut. */
  readonly cutoff: number | null;
  /** Those that its text gave and those that have a default; others are a matter of the options of scoring. */
  readonly parameters: Readonly<Partial<Record<ParameterName, number>>>;
  /** Canonical text, as `P(rel=2)@5`, whatever alias and order it was read from. */
  readonly text: string;
}

export type ParsedMeasure =
  { readonly ok: true; readonly measure: Measure } | { readonly ok: false; readonly message: string };

export type ParsedMeasures =
  | { readonly ok: true; readonly measures: readonly Measure[] }
  | { readonly ok: false; readonly problems: readonly string[] };

type Parameters = Readonly<Record<string, number>>;

/** @throws {RangeError} if the measure has no such form: a cut-off or parameter that it does not take */
export function measureAt(name: MeasureName, cutoff: number | null, parameters: Parameters = {}): Measure {
  const definition = definitionOf({ name });
  const problem = cutoffProblem(definition, cutoff) ?? parameterProblem(definition, parameters);
  if (problem !== null) throw new RangeError(`${name}${cutoff === null ? '' : `@${cutoff}`}: ${problem}`);
  return build(definition.name, cutoff, parameters);
}

/**
 * Reads `HitRate@5`, `P(rel=2)@5`, `MAP`; aliases as `Precision@5`, which is `P@5`; and the names of trec_eval and
 * ir_measures, as `ndcg_cut_10`, `RR@10`. Case matters, as in ir_measures.
 */
export function parseMeasure(text: string): ParsedMeasure {
  const quoted = `“${text.trim()}”`;
  const written = split(text.trim());
  if (typeof written === 'string') return failed(`${quoted}: ${written}`);
  const { name, cutoff, parameters } = respell(written);
  const definition = findMeasure(name);
  if (!definition) return failed(`${quoted} is not a known measure.${suggestion(name)} Known are ${knownTexts()}.`);
  const k = cutoff === null ? null : /^[1-9][0-9]*$/.test(cutoff) ? Number(cutoff) : NaN;
  const values = Object.fromEntries([...parameters].map(([parameter, value]) => [parameter, numberOf(value)]));
  const problem = cutoffProblem(definition, k) ?? parameterProblem(definition, values);
  if (problem !== null) return failed(`${quoted}: ${problem}`);
  return { ok: true, measure: build(definition.name, k, values) };
}

/** The measure of a text that was checked before. @throws {RangeError} with the message of {@link parseMeasure} */
export function measureOf(text: string): Measure {
  const parsed = parseMeasure(text);
  if (!parsed.ok) throw new RangeError(parsed.message);
  return parsed.measure;
}

/** Reads a list with commas between measures, `nDCG@10, RBP(p=0.8,rel=2)`; what is listed twice counts once. */
export function parseMeasures(list: string): ParsedMeasures {
  const texts = list.split(/,(?![^(]*\))/).filter((text) => text.trim() !== '');
  if (texts.length === 0) return { ok: false, problems: ['No measure is named: write nDCG@10, for example.'] };
  const parsed = texts.map(parseMeasure);
  const problems = parsed.flatMap((each) => (each.ok ? [] : [each.message]));
  if (problems.length > 0) return { ok: false, problems };
  const byText = new Map(parsed.flatMap((each) => (each.ok ? [[each.measure.text, each.measure] as const] : [])));
  return { ok: true, measures: [...byText.values()] };
}

/** @returns what is wrong where the text has not the form of a measure */
function split(text: string): MeasureParts | string {
  const [, name, inside, cutoff] = /^([^@()]*)(?:\(([^()]*)\))?\s*(?:@(.*))?$/s.exec(text) ?? [];
  if (name === undefined) return 'write Name(parameter=value)@k, as in P(rel=2)@5.';
  const parameters = new Map<string, string>();
  for (const pair of inside?.trim() ? inside.split(',') : []) {
    const [, parameter, value] = /^\s*(\w+)\s*=\s*(.*?)\s*$/.exec(pair) ?? [];
    if (parameter === undefined) return `write parameters as name=value, not “${pair.trim()}”.`;
    if (parameters.has(parameter)) return `${parameter} is given twice.`;
    parameters.set(parameter, value!.replace(/^(['"])(.*)\1$/, '$2'));
  }
  return { name: name.trim(), parameters, cutoff: cutoff?.trim() ?? null };
}

function cutoffProblem({ name, cutoff }: MeasureDefinition, k: number | null): string | null {
  if (k === null) return cutoff === 'required' ? `${name} needs a cut-off: write ${name}@10, for example.` : null;
  if (cutoff === 'none') return `${name} has no cut-off: leave out what follows the @.`;
  if (Number.isSafeInteger(k) && k >= 1) return null;
  return `the cut-off must be a whole number of at least 1, as in ${name}@10.`;
}

function parameterProblem({ name, parameters }: MeasureDefinition, values: Parameters): string | null {
  for (const [given, value] of Object.entries(values)) {
    const parameter = parameters.find((each) => each === given);
    if (parameter === undefined)
      return parameters.length === 0
        ? `${name} has no parameters.`
        : `${name} has no parameter “${given}”; it knows ${parameters.join(' and ')}.`;
    if (!known[parameter].accepts(value)) return `${parameter} must be ${known[parameter].expected}.`;
  }
  return null;
}

function build(name: MeasureName, cutoff: number | null, given: Parameters): Measure {
  const pairs = definitionOf({ name }).parameters.flatMap((parameter) => {
    const value = given[parameter] ?? known[parameter].default;
    return value === undefined ? [] : [[parameter, value] as const];
  });
  return { name, cutoff, parameters: Object.fromEntries(pairs), text: textOf(name, cutoff, pairs) };
}

function textOf(
  name: MeasureName,
  cutoff: number | null,
  pairs: readonly (readonly [ParameterName, number])[],
): string {
  const level = pairs.find(([parameter]) => parameter === 'recall')?.[1];
  const written = pairs
    .filter(([parameter]) => parameter !== 'recall')
    .map(([parameter, value]) => `${parameter}=${value}`);
  return [
    name,
    // As trec_eval writes it: two decimals at least, so that 0.1 has one text.
    level === undefined ? '' : `_${Number(level.toFixed(2)) === level ? level.toFixed(2) : level}`,
    written.length === 0 ? '' : `(${written.join(',')})`,
    cutoff === null ? '' : `@${cutoff}`,
  ].join('');
}

/** NaN for what is not written as a plain decimal number. */
function numberOf(text: string): number {
  return /^(\d+\.?\d*|\.\d+)(e-?\d+)?$/.test(text) ? Number(text) : NaN;
}

function suggestion(name: string): string {
  const meant = closestName(name);
  return meant === null ? '' : ` Did you mean ${meant}?`;
}

function knownTexts(): string {
  return measureDefinitions.map(({ name, cutoff }) => (cutoff === 'required' ? `${name}@k` : name)).join(', ');
}

function failed(message: string): ParsedMeasure {
  return { ok: false, message };
}
