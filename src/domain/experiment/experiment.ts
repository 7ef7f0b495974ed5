import { type JsonProblem, problemsAt, schemaProblems } from '../../base/problem';
import { joinsOf, type PartProblems, PARTS, partsOf, type SystemSpec, systemSchema } from './parts';
import { type MeasureProblems, parseMeasure } from '../measures/parse';
import { QUESTION_SPLITS } from '../splits/splits';
import { AGGREGATES } from '../run/aggregate';
import { type RetiredSystem, retiredSystems } from './retired';
import * as v from 'valibot';

export function systemProblems(system: SystemSpec): JsonProblem<PartProblems>[] {
  const parts: JsonProblem<PartProblems>[] = partsOf(PARTS, system).flatMap(({ key, entry, spec }) =>
    problemsAt(key, entry.problems?.(spec, system) ?? []),
  );
  const joins = joinsOf(system);
  if (joins.length > 1) parts.push({ path: joins.at(-1)!, code: 'fused-and-learned', data: null });
  if (joins.length === 0 && system.retrievers.length > 1)
    parts.push({ path: 'fusion', code: 'fusion-missing', data: null });
  return parts;
}

const positiveInteger = v.pipe(v.number(), v.integer(), v.minValue(1));

/** Everything in it that can change a score is part of a cache key; display names are not here. */
const experimentSchema = v.strictObject({
  schema: v.literal(1),
  systems: v.pipe(v.array(systemSchema), v.minLength(1)),
  depth: positiveInteger,
  /** `k`: lists are cut at each k, joined, reranked whole and cut at k again, as in the article on four retrievers. */
  lists: v.picklist(['depth', 'k']),
  ks: v.pipe(v.array(positiveInteger), v.minLength(1)),
  measures: v.pipe(v.array(v.string()), v.minLength(1)),
  /** Lowest grade that counts as relevant, where a measure's own text names none. */
  relevance: v.pipe(v.number(), v.finite(), v.gtValue(0)),
  /** Questions without results: counted as 0, as trec_eval's `-c` does, or left out of the means. */
  missing: v.picklist(['zero', 'skip']),
  /** Whether the document with a question's id is left out of its results, as by `ignore_identical_ids` of BEIR. */
  ownDocument: v.exactOptional(v.literal('leave-out')),
  /** Reads rankings of passages as rankings of documents (MaxP, SumP and FirstP of Dai and Callan 2019). */
  aggregate: v.exactOptional(v.picklist(AGGREGATES)),
  split: v.exactOptional(v.picklist(QUESTION_SPLITS)),
});

export interface ExperimentProblems extends MeasureProblems, PartProblems {
  'systems-of-one-id': { id: string };
  'parts-retired': RetiredSystem;
  'k-beyond-lists': { k: number; depth: number };
  'measure-spelling': { text: string; canonical: string };
  'measure-beyond-lists': { text: string; depth: number };
}

export type { SystemSpec };
export type ExperimentSpec = v.InferOutput<typeof experimentSchema>;

/** Unknown fields are refused: a typo must not run another experiment. Retired parts are refused as those. */
export function parseExperiment(
  input: unknown,
): { ok: true; spec: ExperimentSpec } | { ok: false; problems: JsonProblem<ExperimentProblems>[] } {
  const retired = retiredSystems(input);
  if (retired.length > 0)
    return { ok: false, problems: retired.map((data) => ({ path: 'systems', code: 'parts-retired', data })) };
  const parsed = v.safeParse(experimentSchema, input);
  if (!parsed.success) return { ok: false, problems: schemaProblems(parsed.issues) };
  const problems: JsonProblem<ExperimentProblems>[] = [
    ...parsed.output.systems.flatMap((system, i) => problemsAt(`systems.${i}`, systemProblems(system))),
    ...measureProblems(parsed.output),
  ];
  const repeated = parsed.output.systems.find((s, i, all) => all.findIndex((other) => other.id === s.id) !== i);
  if (repeated) problems.push({ path: 'systems', code: 'systems-of-one-id', data: { id: repeated.id } });
  const deepest = Math.max(...parsed.output.ks);
  if (endsAtDepth(parsed.output) && deepest > parsed.output.depth)
    problems.push({ path: 'ks', code: 'k-beyond-lists', data: { k: deepest, depth: parsed.output.depth } });
  return problems.length > 0 ? { ok: false, problems } : { ok: true, spec: parsed.output };
}

/** Lists are retrieved once, at the deepest cut asked of them. */
export function listDepth(spec: ExperimentSpec): number {
  return spec.lists === 'k' ? Math.max(...spec.ks) : spec.depth;
}

const endsAtDepth = ({ lists, systems }: ExperimentSpec): boolean =>
  lists === 'depth' && systems.some(({ retrievers }) => retrievers.some(({ kind }) => kind !== 'run'));

function measureProblems(spec: ExperimentSpec): JsonProblem<ExperimentProblems>[] {
  return spec.measures.flatMap((text, i): JsonProblem<ExperimentProblems>[] => {
    const path = `measures.${i}`;
    const parsed = parseMeasure(text);
    if (!parsed.ok) return [{ path, ...parsed.problem }];
    const { text: canonical, cutoff } = parsed.measure;
    if (canonical !== text) return [{ path, code: 'measure-spelling', data: { text, canonical } }];
    if (spec.measures.indexOf(text) < i) return [{ path, code: 'repeated', data: { name: text } }];
    if (endsAtDepth(spec) && (cutoff ?? 0) > spec.depth)
      return [{ path, code: 'measure-beyond-lists', data: { text, depth: spec.depth } }];
    return [];
  });
}
