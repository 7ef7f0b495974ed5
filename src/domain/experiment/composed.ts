import * as v from 'valibot';
import type { RerankSpec } from '../rerank/rerank-spec';
import { NO_PARTS, PART_SCHEMAS, type PartKey, type PartSpec, systemName, type SystemSpec } from './parts';
import { type JsonProblem, schemaProblems } from '../../base/problem';
import type { DenseSpec, RetrieverSpec, RewrittenSpec } from '../retrieval/retriever-spec';
import {
  type ComposedRetriever,
  composedRetrieverSchema,
  type ComposedSearch,
  type ComposedVectors,
} from './retrievers';

const { chunker: _, ...SHARED } = PART_SCHEMAS;

const Composed = v.strictObject({
  id: systemName,
  ...SHARED,
  retrievers: v.pipe(v.array(composedRetrieverSchema), v.minLength(1)),
  rerank: v.nullable(
    v.strictObject({
      model: v.exactOptional(v.string()),
      candidates: v.pipe(v.number(), v.integer(), v.minValue(1)),
      interpolation: v.nullable(v.pipe(v.number(), v.finite(), v.minValue(0))),
    }),
  ),
});

export type ComposedSystem = v.InferOutput<typeof Composed>;
export type ComposedPart<Key extends PartKey> = Key extends keyof ComposedSystem
  ? NonNullable<ComposedSystem[Key]>
  : PartSpec<Key>;
export const composedSystem = (
  id: string,
  retrievers: readonly ComposedRetriever[],
  parts: Partial<ComposedSystem> = {},
): ComposedSystem => ({
  id,
  retrievers: [...retrievers],
  ...NO_PARTS,
  ...parts,
});

export interface ModelParts {
  readonly encoder: (named: Pick<ComposedVectors, 'model' | 'prefixes'>) => Omit<DenseSpec, 'kind' | 'search'>;
  readonly rerank: (named: NonNullable<ComposedSystem['rerank']>) => RerankSpec;
}

/** @throws {RangeError} as {@link ModelParts} does */
export function systemOf({ retrievers, rerank, ...others }: ComposedSystem, models: ModelParts): SystemSpec {
  return {
    ...others,
    retrievers: retrievers.map((each) => retrieverOf(each, models)),
    rerank: rerank && models.rerank(rerank),
  };
}

function retrieverOf(composed: ComposedRetriever, models: ModelParts): RetrieverSpec {
  const withModel = (each: ComposedSearch): RewrittenSpec['retriever'] =>
    each.kind === 'vectors' ? { kind: 'dense', ...models.encoder(each), search: each.search } : each;
  if (composed.kind === 'vectors') return withModel(composed);
  return composed.kind === 'rewritten' ? { ...composed, retriever: withModel(composed.retriever) } : composed;
}

export interface Naming {
  readonly encoder: (spec: DenseSpec) => Pick<ComposedVectors, 'model' | 'prefixes'>;
  readonly reranker: (spec: RerankSpec) => Pick<NonNullable<ComposedSystem['rerank']>, 'model'>;
}

const UNNAMED: Naming = { encoder: () => ({}), reranker: () => ({}) };

export function composedOf(system: SystemSpec, naming: Naming = UNNAMED): ComposedSystem {
  const { retrievers, rerank, ...rest } = system;
  const { chunker: _chunker, ...others } = rest;
  return {
    ...others,
    retrievers: retrievers.map((each) => withoutModel(each, naming)),
    rerank: rerank && {
      ...naming.reranker(rerank),
      candidates: rerank.candidates,
      interpolation: rerank.interpolation,
    },
  };
}

function withoutModel(spec: RetrieverSpec, naming: Naming): ComposedRetriever {
  const plain = (each: RewrittenSpec['retriever']): ComposedSearch =>
    each.kind === 'dense' ? { kind: 'vectors', ...naming.encoder(each), search: each.search } : each;
  if (spec.kind === 'dense') return plain(spec);
  return spec.kind === 'rewritten' ? { ...spec, retriever: plain(spec.retriever) } : spec;
}

export function parseComposed(
  input: unknown,
): { ok: true; systems: ComposedSystem[] } | { ok: false; problems: JsonProblem[] } {
  const parsed = v.safeParse(v.array(Composed), input);
  return parsed.success ? { ok: true, systems: parsed.output } : { ok: false, problems: schemaProblems(parsed.issues) };
}
