import { lexical } from '../../src/domain/experiment/catalogue';
import { DEFAULT_ANALYZER } from '../../src/domain/text/analyzer-spec';
import { DEFAULT_CROSS_FITTED } from '../../src/domain/fusion/fusion-spec';
import type { SystemSpec } from '../../src/domain/experiment/experiment';
import { DEFAULT_VECTOR_SEARCHES } from '../../src/domain/retrieval/dense/vector-search-spec';
import { defaultLearned } from '../../src/domain/ltr/learned-spec';

/** Exact search of vectors by the bundled model. */
export const DENSE = {
  kind: 'dense',
  model: 'hitrate-embedding',
  revision: 'r1',
  device: 'wasm',
  queryPrefix: '',
  passagePrefix: '',
  maxTokens: 64,
  search: DEFAULT_VECTOR_SEARCHES.nearest,
} as const;

export const bareSystem: SystemSpec = {
  id: 'bm25',
  retrievers: [lexical(DEFAULT_ANALYZER)],
  fusion: null,
  learned: null,
  rerank: null,
  threshold: null,
};

type Required<Spec> = { [Part in keyof Spec]-?: NonNullable<Spec[Part]> };

/**
 * Something in the place of every part that a system may have beside its retriever and that changes its list; the
 * compiler asks for each new part of a system here.
 */
export const LIST_CHANGING_PARTS: Required<Omit<SystemSpec, 'id' | 'retrievers' | 'chunker'>> = {
  filter: { kind: 'values', field: 'category', values: ['a'] },
  fusion: { method: 'wsum', norm: 'min-max', absent: 'zero', weights: [1] },
  crossFitted: DEFAULT_CROSS_FITTED.bayesfuse,
  learned: defaultLearned('lambda-mart'),
  boost: { kind: 'number', field: 'year', weight: 0.1 },
  rerank: {
    kind: 'cross-encoder',
    model: 'hitrate-reranker',
    revision: 'r',
    device: 'wasm',
    maxTokens: 256,
    candidates: 20,
    interpolation: 0,
  },
  threshold: 0.5,
};

/** A system of one retriever with one such part each. */
export const changedSystems: readonly (readonly [part: string, system: SystemSpec])[] = Object.entries(
  LIST_CHANGING_PARTS,
).map(([part, value]) => [part, { ...bareSystem, id: `bm25 with ${part}`, [part]: value }]);
