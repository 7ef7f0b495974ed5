import { NO_PARTS } from '../../../domain/experiment/parts';
import type { HandedQuestion, HandedSystem, SearchedBy } from '../../../domain/handover/target';
import type { RetrieverSpec } from '../../../domain/retrieval/retriever-spec';
import type { EngineIndex, IndexField, SearchedValue } from '../types';

/** An index as a system whose retrievers are its fields, so that what is sent is what would be handed over. */
export const handedIndex = ({ name, fields }: EngineIndex, depth: number): HandedSystem => ({
  system: { id: name, retrievers: fields.map(retrieverOf), ...NO_PARTS },
  name,
  depth,
  k: depth,
  dimensions: fields.map((field) => (field.kind === 'vector' ? field.dimensions : null)),
  fields: [],
  stopWords: {},
  words: 'terms',
});

function retrieverOf(field: IndexField): RetrieverSpec {
  if (field.kind === 'vector') return field.source;
  const { analyzer, k1, b } = field;
  const scorer = { kind: 'bm25-lucene', k1, b, lengths: 'byte' } as const;
  return { kind: 'lexical', analyzer, scorer, question: { kind: 'as-asked' } };
}

export function searchedBy(value: SearchedValue): SearchedBy {
  if (value instanceof Float32Array) return { form: 'vector', vector: value };
  return 'indices' in value ? { form: 'sparse', sparse: value } : { form: 'terms', terms: value };
}

/** A question that is asked of one field. */
export const handedQuestion = ({ fields }: EngineIndex, field: number, value: SearchedValue): HandedQuestion => ({
  searched: fields.map((_, i) => (i === field ? searchedBy(value) : { form: 'placeholder', text: '' })),
});

export const isZero = (value: SearchedValue): boolean =>
  value instanceof Float32Array && value.every((number) => number === 0);
