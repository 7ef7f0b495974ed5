import type { CellFlaw, Encoding } from './encodings';

type Names = readonly string[];

export type UnfitVectors =
  | { readonly why: 'no-documents' }
  | { readonly why: 'both-ids' }
  | { readonly why: 'fields'; readonly names: Names }
  | { readonly why: 'counts'; readonly rows: number; readonly docs: number; readonly queries: number }
  | { readonly why: 'either'; readonly rows: number }
  | { readonly why: 'unknown-ids'; readonly first: string; readonly doc: string; readonly query: string }
  | { readonly why: 'missing'; readonly ids: Names; readonly docs: number; readonly unknown: Names }
  | { readonly why: 'repeated'; readonly id: string; readonly rows: number }
  | { readonly why: 'texts'; readonly ids: Names; readonly rows: number }
  | { readonly why: 'alone'; readonly there: 'passages' | 'questions' }
  | { readonly why: 'several'; readonly of: 'passages' | 'questions'; readonly files: Names }
  | { readonly why: 'widths'; readonly passages: number; readonly questions: number };

/** Why vectors that fit may not be those that are meant. */
export type VectorDoubt =
  | { readonly why: 'texts'; readonly ids: Names; readonly rows: number }
  | { readonly why: 'models'; readonly passages: Names; readonly questions: Names }
  | { readonly why: 'equal'; readonly rows: number; readonly of: number }
  | { readonly why: 'copied'; readonly rows: number; readonly of: number }
  | { readonly why: 'transposed'; readonly rows: number }
  | { readonly why: 'sets'; readonly names: Names }
  | { readonly why: 'read-as'; readonly encoding: Encoding; readonly columns: number };

export type VectorFlaw =
  | CellFlaw
  | 'zero'
  | 'not-finite'
  | 'whole'
  | 'misnamed'
  | { readonly error: string }
  | { readonly width: number; readonly expected: number };

export type ArrayProblem =
  | 'empty-file'
  | 'no-array'
  | 'header'
  | 'pickle'
  | 'faiss'
  | 'texts'
  | { readonly tensors: Names }
  | { readonly ids: number; readonly rows: number }
  | { readonly type: string }
  | { readonly dimensions: number }
  | { readonly rows: number; readonly columns: number; readonly expected?: number; readonly got?: number };
