import type { LanguageShare } from '../base/language';
import type { Preparation } from '../domain/documents/preparation';
import type { FileDoc, PreparationEffects, Prepared, PreparedBefore } from '../domain/documents/prepare';
import type { Relocated, Truth } from '../domain/documents/relocate';
import type { Doc } from '../base/types';

export interface PreparationInput {
  readonly docs: readonly FileDoc[];
  readonly preparation: Preparation;
  /** Documents that are kept as they are, where only some files of a folder were read again. */
  readonly before?: PreparedBefore;
}

/** What is done to documents between their reading and their keeping, away from the page: it takes seconds for many. */
export interface PreparerApi {
  prepare(input: PreparationInput): Promise<Prepared & { readonly languages: readonly LanguageShare[] }>;
  /** What the steps would do, without the documents. */
  effects(input: PreparationInput): Promise<PreparationEffects>;
  /** Where judged places of documents are after these were read again. */
  relocate(input: {
    readonly before: readonly Doc[];
    readonly after: readonly Doc[];
    readonly truth: Truth;
  }): Promise<Relocated>;
}
