import * as v from 'valibot';
import type { RerankSpec, SystemSpec } from './experiment';
import { fusionSchema } from './fusion';
import { learnedSchema } from './learned';
import { type JsonProblem, schemaProblems } from './problem';
import { type DenseSpec, retrieverSchema, vectorSearchSchema } from './retrievers';

/**
 * A system that a person put together. It says how vectors are searched and that a reranker follows, and leaves to the
 * settings which models those are: it stays what it is when another model is chosen, or a model has a new revision.
 */
const Composed = v.strictObject({
  id: v.pipe(v.string(), v.minLength(1)),
  retrievers: v.pipe(
    v.array(
      v.variant('kind', [v.strictObject({ kind: v.literal('vectors'), search: vectorSearchSchema }), retrieverSchema]),
    ),
    v.minLength(1),
  ),
  fusion: v.nullable(fusionSchema),
  learned: v.nullable(learnedSchema),
  /** Null where nothing is reranked. */
  rerank: v.nullable(
    v.strictObject({
      candidates: v.pipe(v.number(), v.integer(), v.minValue(1)),
      /** α; null takes what the reranker's card says. */
      interpolation: v.nullable(v.pipe(v.number(), v.finite(), v.minValue(0))),
    }),
  ),
  threshold: v.nullable(v.pipe(v.number(), v.finite())),
});

export type ComposedSystem = v.InferOutput<typeof Composed>;
export type ComposedRetriever = ComposedSystem['retrievers'][number];

/** What settings say of models. */
export interface ModelParts {
  readonly encoder: Omit<DenseSpec, 'kind' | 'search'>;
  /** @param interpolation α; null takes what the card says */
  readonly rerank: (candidates: number, interpolation: number | null) => RerankSpec;
}

/** Fills in the models. @throws {RangeError} as {@link ModelParts.rerank} does */
export function systemOf({ retrievers, rerank, ...others }: ComposedSystem, models: ModelParts): SystemSpec {
  return {
    ...others,
    retrievers: retrievers.map((each) =>
      each.kind === 'vectors' ? { kind: 'dense', ...models.encoder, search: each.search } : each,
    ),
    rerank: rerank && models.rerank(rerank.candidates, rerank.interpolation),
  };
}

/** Takes the models out again: what a system of an experiment is beside them. */
export function composedOf({ retrievers, rerank, ...others }: SystemSpec): ComposedSystem {
  return {
    ...others,
    retrievers: retrievers.map((each) => (each.kind === 'dense' ? { kind: 'vectors', search: each.search } : each)),
    rerank: rerank && { candidates: rerank.candidates, interpolation: rerank.interpolation },
  };
}

/** Checks what was kept or came from a file. */
export function parseComposed(
  input: unknown,
): { ok: true; systems: ComposedSystem[] } | { ok: false; problems: JsonProblem[] } {
  const parsed = v.safeParse(v.array(Composed), input);
  return parsed.success ? { ok: true, systems: parsed.output } : { ok: false, problems: schemaProblems(parsed.issues) };
}
