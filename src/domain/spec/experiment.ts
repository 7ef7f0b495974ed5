import * as v from 'valibot';
import { parseMeasure } from '../measures/parse';
import { fusionProblems, fusionSchema } from './fusion';
import { type JsonProblem, schemaProblems } from './problem';

/**
 * An experiment as plain JSON: what is compared, how deep, and how it is scored. Everything in it that can move a score
 * is part of a cache key; display names are not here.
 */

const positiveInteger = v.pipe(v.number(), v.integer(), v.minValue(1));
const weight = v.pipe(v.number(), v.finite(), v.minValue(0));

const LexicalSpec = v.strictObject({
  kind: v.literal('bm25'),
  analyzer: v.picklist(['cjk-bigram']),
  k1: v.pipe(v.number(), v.finite(), v.minValue(0)),
  b: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  delta: v.pipe(v.number(), v.finite(), v.minValue(0)),
  /**
   * `bm25+`: the sum over query terms. `times-matched-terms`: that sum times the number of distinct query terms found
   * in the passage, which is MiniSearch's own score.
   */
  score: v.picklist(['bm25+', 'times-matched-terms']),
});

const device = v.picklist(['wasm', 'webgpu']);

const DenseSpec = v.strictObject({
  kind: v.literal('dense'),
  model: v.string(),
  /** Hash of the model's files: the same name with other weights is another encoder. */
  revision: v.string(),
  device,
  queryPrefix: v.string(),
  passagePrefix: v.string(),
  maxTokens: positiveInteger,
});

/** What another system found: read from a file, and only scored here. */
const ImportedSpec = v.strictObject({
  kind: v.literal('run'),
  /** The name under which the collection keeps the run. */
  name: v.string(),
  /** Hash of what the run holds: another file under the same name is another run. */
  hash: v.string(),
});

const RetrieverSpec = v.variant('kind', [LexicalSpec, DenseSpec, ImportedSpec]);

const RerankSpec = v.strictObject({
  kind: v.literal('cross-encoder'),
  model: v.string(),
  revision: v.string(),
  device,
  maxTokens: positiveInteger,
  /** How many of the first stage are scored; the rest follow in first-stage order. */
  candidates: positiveInteger,
  /** α in `logit + 10 · α · first-stage score`; 0 orders by the logit alone. */
  interpolation: weight,
});

const SystemSpec = v.strictObject({
  id: v.pipe(v.string(), v.minLength(1)),
  retrievers: v.pipe(v.array(RetrieverSpec), v.minLength(1)),
  fusion: v.nullable(fusionSchema),
  rerank: v.nullable(RerankSpec),
});

const ExperimentSpec = v.strictObject({
  schema: v.literal(1),
  systems: v.pipe(v.array(SystemSpec), v.minLength(1)),
  /** Length of every retrieved list. */
  depth: positiveInteger,
  /**
   * `depth`: lists of `depth` are fused once and the result is cut at each k. `k`: every list is cut at k before it is
   * fused and reranked, once for each k, as the article on the four retrievers does.
   */
  lists: v.picklist(['depth', 'k']),
  ks: v.pipe(v.array(positiveInteger), v.minLength(1)),
  /** Canonical texts, as `nDCG@10`; each once. */
  measures: v.pipe(v.array(v.string()), v.minLength(1)),
  /** Lowest grade that counts as relevant, where a measure's own text names none. */
  relevance: positiveInteger,
  /** Questions without results: counted as 0, as trec_eval's `-c` does, or left out of the means. */
  missing: v.picklist(['zero', 'skip']),
});

export type LexicalSpec = v.InferOutput<typeof LexicalSpec>;
export type DenseSpec = v.InferOutput<typeof DenseSpec>;
export type ImportedSpec = v.InferOutput<typeof ImportedSpec>;
/** What is retrieved here, from the passages. */
export type SearchSpec = LexicalSpec | DenseSpec;
export type RetrieverSpec = v.InferOutput<typeof RetrieverSpec>;
export type RerankSpec = v.InferOutput<typeof RerankSpec>;
export type SystemSpec = v.InferOutput<typeof SystemSpec>;
export type ExperimentSpec = v.InferOutput<typeof ExperimentSpec>;
export type Device = v.InferOutput<typeof device>;

/** Checks a spec from outside. Unknown fields are refused, so that a typo never silently runs another experiment. */
export function parseExperiment(
  input: unknown,
): { ok: true; spec: ExperimentSpec } | { ok: false; problems: JsonProblem[] } {
  const parsed = v.safeParse(ExperimentSpec, input);
  if (!parsed.success) return { ok: false, problems: schemaProblems(parsed.issues) };
  const problems = [...parsed.output.systems.flatMap(systemProblems), ...measureProblems(parsed.output)];
  const repeated = parsed.output.systems.find((s, i, all) => all.findIndex((other) => other.id === s.id) !== i);
  if (repeated) problems.push({ path: 'systems', message: `two systems have the id “${repeated.id}”` });
  const deepest = Math.max(...parsed.output.ks);
  if (endsAtDepth(parsed.output) && deepest > parsed.output.depth)
    problems.push({
      path: 'ks',
      message: `k = ${deepest} is deeper than the lists, which end at ${parsed.output.depth}`,
    });
  return problems.length > 0 ? { ok: false, problems } : { ok: true, spec: parsed.output };
}

function systemProblems(system: SystemSpec, index: number): JsonProblem[] {
  const path = `systems.${index}`;
  if (system.retrievers.length > 1 && !system.fusion)
    return [{ path: `${path}.fusion`, message: 'several retrievers need a fusion' }];
  if (!system.fusion) return [];
  return fusionProblems(system.fusion, system.retrievers.length).map(({ field, message }) => ({
    path: `${path}.fusion.${field}`,
    message,
  }));
}

/** Runs of other systems are as long as they are; lists made here end at the depth. */
const endsAtDepth = ({ lists, systems }: ExperimentSpec): boolean =>
  lists === 'depth' && systems.some(({ retrievers }) => retrievers.some(({ kind }) => kind !== 'run'));

function measureProblems(spec: ExperimentSpec): JsonProblem[] {
  return spec.measures.flatMap((text, i): JsonProblem[] => {
    const path = `measures.${i}`;
    const parsed = parseMeasure(text);
    if (!parsed.ok) return [{ path, message: parsed.message }];
    const { text: canonical, cutoff } = parsed.measure;
    if (canonical !== text) return [{ path, message: `“${text}” is written ${canonical}` }];
    if (spec.measures.indexOf(text) < i) return [{ path, message: `${text} is there twice` }];
    if (endsAtDepth(spec) && (cutoff ?? 0) > spec.depth)
      return [{ path, message: `${text} looks deeper than the lists, which end at ${spec.depth}` }];
    return [];
  });
}
