import type { Problem } from '../../base/problem';
import { type ParameterName, parameters as known } from './measure';
import { closestName, definitionOf, findMeasure, type MeasureName, type RegisteredMeasure } from './registry';

/** Its text is its identity: two measures are the same when their texts are. */
export interface Measure {
  readonly name: MeasureName;
  readonly cutoff: number | null;
  /** Those given or with a default; the options of scoring decide others. */
  readonly parameters: Readonly<Partial<Record<ParameterName, number>>>;
  /** Canonical text, as `P(rel=2)@5`, whatever alias and order it was read from. */
  readonly text: string;
}

export interface MeasureProblems {
  'no-measure': null;
  'measure-form': { readonly text: string };
  /** @property pair what is not written as name=value */
  'measure-parameter-form': { readonly text: string; readonly pair: string };
  'measure-parameter-twice': { readonly text: string; readonly parameter: string };
  /** @property meant the measure that was probably meant */
  'measure-unknown': { readonly text: string; readonly meant: MeasureName | null };
  'measure-cutoff': {
    readonly text: string;
    readonly name: MeasureName;
    readonly wrong: 'missing' | 'excess' | 'value';
  };
  'measure-parameter-unknown': { readonly text: string; readonly name: MeasureName; readonly parameter: string };
  'measure-parameter-value': { readonly text: string; readonly parameter: ParameterName };
}

export type MeasureProblem = Problem<MeasureProblems>;

export type ParsedMeasure =
  | { readonly ok: true; readonly measure: Measure }
  | { readonly ok: false; readonly problem: MeasureProblem };

export type ParsedMeasures =
  | { readonly ok: true; readonly measures: readonly Measure[] }
  | { readonly ok: false; readonly problems: readonly MeasureProblem[] };

type Parameters = Readonly<Record<string, number>>;

export function measureAt(name: MeasureName, cutoff: number | null, parameters: Parameters = {}): Measure {
  const text = `${name}${cutoff === null ? '' : `@${cutoff}`}`;
  const problem = formProblem(definitionOf({ name }), text, cutoff, parameters);
  if (problem) throw new RangeError(`${problem.code}: ${text}`);
  return build(name, cutoff, parameters);
}

/** Also aliases, and names of trec_eval and ir_measures, as `ndcg_cut_10`, `RR@10`. */
export function parseMeasure(written: string): ParsedMeasure {
  const text = written.trim();
  const parts = split(text);
  if ('code' in parts) return { ok: false, problem: parts };
  const { name, cutoff, parameters } = respell(parts);
  const definition = findMeasure(name);
  if (!definition) return { ok: false, problem: { code: 'measure-unknown', data: { text, meant: closestName(name) } } };
  const k = cutoff === null ? null : /^[1-9][0-9]*$/.test(cutoff) ? Number(cutoff) : NaN;
  const values = Object.fromEntries([...parameters].map(([parameter, value]) => [parameter, numberOf(value)]));
  const problem = formProblem(definition, text, k, values);
  return problem ? { ok: false, problem } : { ok: true, measure: build(definition.name, k, values) };
}

export function measureOf(text: string): Measure {
  const parsed = parseMeasure(text);
  if (!parsed.ok) throw new RangeError(`${parsed.problem.code}: ${text}`);
  return parsed.measure;
}

export const readsText = (text: string): boolean => definitionOf(measureOf(text)).readsText === true;

/** Reads a list with commas between measures, `nDCG@10, RBP(p=0.8,rel=2)`; what is listed twice counts once. */
export function parseMeasures(list: string): ParsedMeasures {
  const texts = list.split(/,(?![^(]*\))/).filter((text) => text.trim() !== '');
  if (texts.length === 0) return { ok: false, problems: [{ code: 'no-measure', data: null }] };
  const parsed = texts.map(parseMeasure);
  const problems = parsed.flatMap((each) => (each.ok ? [] : [each.problem]));
  if (problems.length > 0) return { ok: false, problems };
  const byText = new Map(parsed.flatMap((each) => (each.ok ? [[each.measure.text, each.measure] as const] : [])));
  return { ok: true, measures: [...byText.values()] };
}

function split(text: string): MeasureParts | MeasureProblem {
  const [, name, inside, cutoff] = /^([^@()]*)(?:\(([^()]*)\))?\s*(?:@(.*))?$/s.exec(text) ?? [];
  if (name === undefined) return { code: 'measure-form', data: { text } };
  const parameters = new Map<string, string>();
  for (const pair of inside?.trim() ? inside.split(',') : []) {
    const [, parameter, value] = /^\s*(\w+)\s*=\s*(.*?)\s*$/.exec(pair) ?? [];
    if (parameter === undefined) return { code: 'measure-parameter-form', data: { text, pair: pair.trim() } };
    if (parameters.has(parameter)) return { code: 'measure-parameter-twice', data: { text, parameter } };
    parameters.set(parameter, value!.replace(/^(['"])(.*)\1$/, '$2'));
  }
  return { name: name.trim(), parameters, cutoff: cutoff?.trim() ?? null };
}

/** What a measure does not take: its cut-off first, then its parameters. */
function formProblem(
  { name, cutoff, parameters }: RegisteredMeasure,
  text: string,
  k: number | null,
  values: Parameters,
): MeasureProblem | null {
  const isExact = Number.isSafeInteger(k) && k! >= 1;
  const wrong = k === null ? cutoff === 'required' && 'missing' : cutoff === 'none' ? 'excess' : !isExact && 'value';
  if (wrong) return { code: 'measure-cutoff', data: { text, name, wrong } };
  for (const [given, value] of Object.entries(values)) {
    const parameter = parameters.find((each) => each === given);
    if (parameter === undefined) return { code: 'measure-parameter-unknown', data: { text, name, parameter: given } };
    if (!known[parameter].accepts(value)) return { code: 'measure-parameter-value', data: { text, parameter } };
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

export interface MeasureParts {
  readonly name: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly cutoff: string | null;
}

const cutNames: ReadonlyMap<string, string> = new Map([
  ['P', 'P'],
  ['recall', 'Recall'],
  ['success', 'HitRate'],
  ['map_cut', 'MAP'],
  ['ndcg_cut', 'nDCG'],
  ['unj', 'Hole'],
]);

/** Turns what trec_eval and ir_measures write into the form `Name(parameter=value)@k`; other parts stay as they are. */
function respell(parts: MeasureParts): MeasureParts {
  return cutInName(parts) ?? recallLevel(parts) ?? gainOfNdcg(parts) ?? relevantRetrieved(parts) ?? parts;
}

function cutInName({ name, parameters, cutoff }: MeasureParts): MeasureParts | null {
  const [, stem, k] = /^(\w+?)[_.](\d+)$/.exec(name) ?? [];
  const known = stem === undefined ? undefined : cutNames.get(stem);
  return known === undefined || cutoff !== null ? null : { name: known, parameters, cutoff: k! };
}

function recallLevel({ name, parameters, cutoff }: MeasureParts): MeasureParts | null {
  const level = name === 'IPrec' ? cutoff : /^iprec_at_recall[_.](.*)$/.exec(name)?.[1];
  if (level === undefined || level === null || (name !== 'IPrec' && cutoff !== null)) return null;
  return { name: 'iprec_at_recall', parameters: new Map([['recall', level], ...parameters]), cutoff: null };
}

/** `nDCG(dcg='exp-log2')@10` → `nDCGexp@10`; `dcg='log2'` is linear gain. */
function gainOfNdcg({ name, parameters, cutoff }: MeasureParts): MeasureParts | null {
  const dcg = parameters.get('dcg');
  if (name !== 'nDCG' || (dcg !== 'exp-log2' && dcg !== 'log2')) return null;
  const rest = new Map([...parameters].filter(([parameter]) => parameter !== 'dcg'));
  return { name: dcg === 'log2' ? 'nDCG' : 'nDCGexp', parameters: rest, cutoff };
}

function relevantRetrieved({ name, parameters, cutoff }: MeasureParts): MeasureParts | null {
  return name === 'NumRet' && parameters.has('rel') ? { name: 'num_rel_ret', parameters, cutoff } : null;
}
