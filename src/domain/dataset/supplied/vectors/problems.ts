import type { CellFlaw } from './encodings';

export type UnfitVectors =
  | { readonly why: 'no-documents' }
  | { readonly why: 'counts'; readonly rows: number; readonly docs: number; readonly queries: number }
  | { readonly why: 'either'; readonly rows: number }
  | { readonly why: 'unknown-ids'; readonly first: string; readonly doc: string; readonly query: string }
  | { readonly why: 'both-ids' }
  | {
      readonly why: 'missing';
      readonly ids: readonly string[];
      readonly docs: number;
      readonly unknown: readonly string[];
    }
  | { readonly why: 'repeated'; readonly id: string; readonly rows: number }
  | { readonly why: 'texts'; readonly ids: readonly string[]; readonly rows: number }
  | { readonly why: 'alone'; readonly there: 'passages' | 'questions' }
  | { readonly why: 'several'; readonly of: 'passages' | 'questions'; readonly files: readonly string[] }
  | { readonly why: 'widths'; readonly passages: number; readonly questions: number };

/** Why vectors that fit may not be those that are meant. */
export type VectorDoubt =
  | { readonly why: 'texts'; readonly ids: readonly string[]; readonly rows: number }
  | { readonly why: 'models'; readonly passages: readonly string[]; readonly questions: readonly string[] }
  | { readonly why: 'equal' | 'copied'; readonly rows: number; readonly of: number }
  | { readonly why: 'transposed'; readonly rows: number }
  | { readonly why: 'sets'; readonly names: readonly string[] }
  | { readonly why: 'read-as'; readonly encoding: string; readonly columns: number };

export type VectorFlaw =
  | CellFlaw
  | 'zero'
  | 'not-finite'
  | 'whole'
  | { readonly error: string }
  | { readonly width: number; readonly expected: number };

export type ArrayProblem =
  | 'empty-file'
  | 'no-array'
  | 'header'
  | 'pickle'
  | 'faiss'
  | 'texts'
  | { readonly tensors: readonly string[] }
  | { readonly ids: number; readonly rows: number }
  | { readonly type: string }
  | { readonly dimensions: number }
  | { readonly rows: number; readonly columns: number; readonly expected?: number; readonly got?: number };
