import * as v from 'valibot';
import { parseMeasure } from '../measures/parse';
import { chunkerProblems, chunkerSchema } from '../chunk/chunker-spec';
import { crossFittedSchema } from '../fusion/cross-fitted-spec';
import { fusionProblems, fusionSchema } from '../fusion/fusion-spec';
import { learnedProblems, learnedSchema } from '../ltr/learned-spec';
import { boostSchema, conditionProblems, filterSchema } from '../retrieval/metadata/metadata-spec';
import { type JsonProblem, schemaProblems } from '../../base/problem';
import { rerankSchema } from '../rerank/rerank-spec';
import { AGGREGATES } from '../run/aggregate';
import { type RetrieverSpec, retrieverProblems, retrieverSchema, searchOf } from '../retrieval/retriever-spec';

/**
 * An experiment as plain JSON: what is compared, how deep, and how it is scored. Everything in it that can move a score
 * is part of a cache key; display names are not here.
 */

const positiveInteger = v.pipe(v.number(), v.integer(), v.minValue(1));

const SystemSpec = v.strictObject({
  id: v.pipe(v.string(), v.minLength(1)),
  /** How documents are cut into the passages that the system retrieves; documents are the passages where absent. */
  chunker: v.exactOptional(chunkerSchema),
  retrievers: v.pipe(v.array(retrieverSchema), v.minLength(1)),
  /** What every retriever's list keeps, by the metadata of documents. */
  filter: v.exactOptional(filterSchema),
  fusion: v.nullable(fusionSchema),
  /** A trained fusion joins them, held out by folds, instead of a fusion that knows its numbers. */
  crossFitted: v.exactOptional(crossFittedSchema),
  /** A ranker that was learned orders what the retrievers found, instead of a fusion. */
  learned: v.optional(v.nullable(learnedSchema), null),
  /** What is lifted in the joined list, before it is reranked. */
  boost: v.exactOptional(boostSchema),
  rerank: v.nullable(rerankSchema),
  /** Lowest score that is kept, of what the system gives at its end; null keeps all. */
  threshold: v.optional(v.nullable(v.pipe(v.number(), v.finite())), null),
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
  /**
   * Rankings of passages are read as rankings of their documents: a document has the highest score of its passages that
   * were found, their sum, their mean, or the score of the one that stands first in it (MaxP, SumP and FirstP of Dai and
   * Callan 2019). Absent: passages are what is ranked and judged.
   */
  aggregate: v.exactOptional(v.picklist(AGGREGATES)),
});

export type SystemSpec = v.InferOutput<typeof SystemSpec>;
export type ExperimentSpec = v.InferOutput<typeof ExperimentSpec>;

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
  const { chunker, retrievers, fusion, learned, filter, boost } = system;
  const at = (path: string, problems: readonly JsonProblem[]): JsonProblem[] =>
    problems.map((each) => ({ path: `systems.${index}.${path}.${each.path}`, message: each.message }));
  return [
    ...retrievers.flatMap((each, i) => at(`retrievers.${i}`, retrieverProblems(each))),
    ...orderProblems(system).map(({ path, message }) => ({ path: `systems.${index}.${path}`, message })),
    ...(fusion ? at('fusion', fusionProblems(fusion, retrievers.length).map(asJson)) : []),
    ...(learned ? at('learned', learnedProblems(learned, retrievers.length).map(asJson)) : []),
    ...(filter ? at('filter', conditionProblems(filter).map(asJson)) : []),
    ...(boost ? at('boost', conditionProblems(boost).map(asJson)) : []),
    ...(chunker ? at('chunker', chunkerProblems(chunker)) : []),
    ...(chunker && !retrievers.every(readsPassages)
      ? [{ path: `systems.${index}.chunker`, message: 'runs and vectors from files are of whole documents' }]
      : []),
  ];
}

/** Whether a retriever can search passages that documents were cut into: what was made elsewhere knows documents alone. */
export const readsPassages = (retriever: RetrieverSpec): boolean => {
  const { kind } = searchOf(retriever);
  return kind !== 'run' && kind !== 'file-vectors';
};

const asJson = ({ field, message }: { readonly field: string; readonly message: string }): JsonProblem => ({
  path: field,
  message,
});

/** What makes one list of several must be one thing. */
function orderProblems({ retrievers, fusion, crossFitted, learned }: SystemSpec): JsonProblem[] {
  const joins = [fusion, crossFitted, learned].filter(Boolean).length;
  if (joins > 1) return [{ path: learned ? 'learned' : 'crossFitted', message: 'a system is either fused or learned' }];
  if (retrievers.length > 1 && joins === 0) return [{ path: 'fusion', message: 'several retrievers need a fusion' }];
  return [];
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
