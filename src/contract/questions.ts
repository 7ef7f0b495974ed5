import type { ImportProblem } from '../domain/dataset/outcome';
import type { Candidate, CheckedCandidate } from '../domain/questions/candidate';
import type { Generated, GenerateOptions } from '../domain/questions/generate/generate';
import type { PlacedQuestion } from '../domain/questions/import/placed-questions';
import type { Doc } from '../base/types';
import type { ImportProgress } from './importer';
import type { SourceFile } from './source-file';

export type ReadQuestions =
  | { readonly ok: true; readonly questions: readonly PlacedQuestion[]; readonly warnings: readonly ImportProblem[] }
  | { readonly ok: false; readonly problems: readonly ImportProblem[]; readonly more: number };

export interface GeneratedQuestions extends Omit<Generated, 'candidates'> {
  readonly candidates: readonly CheckedCandidate[];
}

export interface GenerateProgress {
  readonly what: 'reading' | 'checking';
  readonly done: number;
  readonly total: number;
}

/** Questions for a collection that is there. Nothing of it is kept. */
export interface QuestionsApi {
  /** Reads files of questions, and looks for their ground-truth texts in the documents. Only bugs throw. */
  readQuestions(
    input: { readonly files: readonly SourceFile[]; readonly docs: readonly Doc[] },
    progress: (step: ImportProgress) => void,
  ): Promise<ReadQuestions>;
  /** Makes questions from the documents, and checks them. */
  generateQuestions(
    input: { readonly docs: readonly Doc[]; readonly options: GenerateOptions },
    progress: (step: GenerateProgress) => void,
  ): Promise<GeneratedQuestions>;
  /** Checks questions that were made elsewhere, as by a model. */
  checkQuestions(input: {
    readonly docs: readonly Doc[];
    readonly candidates: readonly Candidate[];
  }): Promise<readonly CheckedCandidate[]>;
}
