import * as v from 'valibot';
import type { RerankSpec, SystemSpec } from './experiment';
import { crossFittedSchema } from './cross-fitted';
import { fusionSchema } from './fusion';
import { learnedSchema } from './learned';
import { boostSchema, filterSchema } from './metadata';
import { type JsonProblem, schemaProblems } from './problem';
import {
  type DenseSpec,
  plainOptions,
  type RetrieverSpec,
  type RewrittenSpec,
  rewritingEntries,
  textOptions,
  vectorSearchSchema,
} from './retrievers';

/** Vectors of the model that the settings name. */
const Vectors = v.strictObject({ kind: v.literal('vectors'), search: vectorSearchSchema });

const Rewritten = v.strictObject({
  ...rewritingEntries,
  retriever: v.variant('kind', [Vectors, ...textOptions]),
});

/**
 * A system that a person put together. It says how vectors are searched and that a reranker follows, and leaves to the
 * settings which models those are: it stays what it is when another model is chosen, or a model has a new revision.
 */
const Composed = v.strictObject({
  id: v.pipe(v.string(), v.minLength(1)),
  retrievers: v.pipe(v.array(v.variant('kind', [Vectors, Rewritten, ...plainOptions])), v.minLength(1)),
  filter: v.exactOptional(filterSchema),
  fusion: v.nullable(fusionSchema),
  crossFitted: v.exactOptional(crossFittedSchema),
  learned: v.nullable(learnedSchema),
  boost: v.exactOptional(boostSchema),
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

/** What may be asked by rewrites. */
export type ComposedSearch = v.InferOutput<typeof Rewritten>['retriever'];

/** A system of some retrievers and nothing else, but for the parts that are given. */
export const composedSystem = (
  id: string,
  retrievers: readonly ComposedRetriever[],
  parts: Partial<ComposedSystem> = {},
): ComposedSystem => ({
  id,
  retrievers: [...retrievers],
  fusion: null,
  learned: null,
  rerank: null,
  threshold: null,
  ...parts,
});

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
    retrievers: retrievers.map((each) => retrieverOf(each, models)),
    rerank: rerank && models.rerank(rerank.candidates, rerank.interpolation),
  };
}

function retrieverOf(composed: ComposedRetriever, models: ModelParts): RetrieverSpec {
  const withModel = (each: ComposedSearch): RewrittenSpec['retriever'] =>
    each.kind === 'vectors' ? { kind: 'dense', ...models.encoder, search: each.search } : each;
  if (composed.kind === 'vectors') return withModel(composed);
  return composed.kind === 'rewritten' ? { ...composed, retriever: withModel(composed.retriever) } : composed;
}

/** Takes the models out again, and how documents are cut: what a system of an experiment is beside them. */
export function composedOf(system: SystemSpec): ComposedSystem {
  const { retrievers, rerank, ...rest } = system;
  const { chunker: _chunker, ...others } = rest;
  return {
    ...others,
    retrievers: retrievers.map(withoutModel),
    rerank: rerank && { candidates: rerank.candidates, interpolation: rerank.interpolation },
  };
}

function withoutModel(spec: RetrieverSpec): ComposedRetriever {
  const plain = (each: RewrittenSpec['retriever']): ComposedSearch =>
    each.kind === 'dense' ? { kind: 'vectors', search: each.search } : each;
  if (spec.kind === 'dense') return plain(spec);
  return spec.kind === 'rewritten' ? { ...spec, retriever: plain(spec.retriever) } : spec;
}

/** Checks what was kept or came from a file. */
export function parseComposed(
  input: unknown,
): { ok: true; systems: ComposedSystem[] } | { ok: false; problems: JsonProblem[] } {
  const parsed = v.safeParse(v.array(Composed), input);
  return parsed.success ? { ok: true, systems: parsed.output } : { ok: false, problems: schemaProblems(parsed.issues) };
}
