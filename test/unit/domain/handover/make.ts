import { docId } from '../../../../src/base/types';
import { lexical } from '../../../../src/domain/experiment/catalogue';
import { NO_PARTS, type SystemSpec } from '../../../../src/domain/experiment/parts';
import type { FusionSpec } from '../../../../src/domain/fusion/fusion-spec';
import type {
  HandedContent,
  HandedFile,
  HandedPassage,
  HandedSystem,
  SearchForm,
} from '../../../../src/domain/handover/target';
import type { VectorSearchSpec } from '../../../../src/domain/retrieval/dense/vector-search-spec';
import type { DenseSpec, MiniSearchSpec } from '../../../../src/domain/retrieval/retriever-spec';
import { DEFAULT_ANALYZER } from '../../../../src/domain/text/analyzer-spec';
import { DENSE } from '../../system-parts';

export const LEXICAL = lexical(DEFAULT_ANALYZER, { kind: 'bm25-lucene', k1: 0.9, b: 0.4, lengths: 'byte' });

export const MINISEARCH: MiniSearchSpec = {
  ...{ kind: 'minisearch', analyzer: DEFAULT_ANALYZER, k1: 1.2, b: 0.7, delta: 0.5, score: 'bm25+' },
};

export const dense = (search: VectorSearchSpec = { kind: 'nearest', metric: 'cosine' }): DenseSpec => ({
  ...DENSE,
  search,
});

export const RRF: FusionSpec = { method: 'rrf', constant: 60, weights: [2, 1] };
export const MIN_MAX: FusionSpec = { method: 'wsum', norm: 'min-max', absent: 'zero', weights: [0.3, 0.7] };

export const handed = (parts: Partial<SystemSpec> = {}): HandedSystem => {
  const spec: SystemSpec = { id: 'hybrid', retrievers: [LEXICAL, dense()], ...NO_PARTS, fusion: RRF, ...parts };
  return {
    system: spec,
    name: 'hitrate',
    depth: 100,
    k: 10,
    dimensions: spec.retrievers.map(({ kind }) => (kind === 'dense' || kind === 'file-vectors' ? 3 : null)),
    fields: [
      { name: 'kind', docs: 2, values: ['a', 'b'], examples: ['a'], range: null },
      { name: 'year', docs: 2, values: null, examples: ['1999'], range: [1999, 2004] },
    ],
    stopWords: {},
    approximate: false,
  };
};

export async function fileText(file: HandedFile): Promise<string> {
  if ('text' in file) return file.text;
  const lines: string[] = [];
  for await (const line of file.lines()) lines.push(line);
  return lines.join('\n');
}

/** Two passages, with what retrievers search in the forms that are asked for. */
export function passages(forms: readonly SearchForm[]): HandedPassage[] {
  return ['b', 'a'].map((id, position) => ({
    id: docId(id),
    position,
    content: { title: `Title “${id}”`, text: 'line\nline', metadata: { kind: id, year: 1999 } },
    searched: forms.map((form) => {
      switch (form) {
        case 'text':
          return { form, text: `title ${id} line` };
        case 'terms':
          return { form, terms: ['title', id] };
        case 'sparse':
          return { form, sparse: { indices: [0, 7], values: [0.5, 1.25] } };
        case 'vector':
          return { form, vector: Float32Array.of(0.5, -0.25, position) };
      }
    }),
  }));
}

export const content = (forms: readonly SearchForm[], asked: Partial<HandedContent> = {}): HandedContent => ({
  passages: true,
  vectors: true,
  read: () => passages(forms),
  vocabulary: () => ['title', 'a', 'b'],
  shortened: () => 0,
  ...asked,
});

export const nothing = (forms: readonly SearchForm[]): HandedContent =>
  content(forms, { passages: false, vectors: false });
