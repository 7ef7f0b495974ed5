import type { Problem } from '../../../base/problem';
import { type DownloadRemarkData, type ErrorData, HitrateError, type NoteData } from '../../../contract/errors';
import type { RemarkData, WarningData } from '../../../contract/result';
import type { TrialData } from '../../../contract/models';
import type { ExperimentProblems } from '../../../domain/experiment/experiment';
import type { CautionData, RefusalData } from '../../../domain/models/repository';
import type { ExperimentFileData } from '../../../domain/experiment/experiment-file';
import { type Catalogue, say } from './say';
import { collectionMessages, systemMessages } from './collections';
import { downloadRemarkMessages } from './downloads';
import { experimentMessages, specMessages } from './experiment';
import { cautionMessages, modelMessages, refusalMessages, trialMessages } from './models';
import { noteMessages, remarkMessages } from './run';
import { storageMessages } from './storage';
import { warningMessages } from './warnings';

/** No code may be in two features: the compiler refuses an interface that extends two other data of one code. */
interface AllData
  extends
    ErrorData,
    NoteData,
    RemarkData,
    WarningData,
    TrialData,
    RefusalData,
    CautionData,
    ExperimentFileData,
    ExperimentProblems,
    DownloadRemarkData {}

const catalogues = {
  en: {
    ...storageMessages,
    ...collectionMessages,
    ...modelMessages,
    ...systemMessages,
    ...specMessages,
    ...noteMessages,
    ...remarkMessages,
    ...warningMessages,
    ...trialMessages,
    ...refusalMessages,
    ...cautionMessages,
    ...experimentMessages,
    ...downloadRemarkMessages,
  } satisfies Catalogue<AllData>,
} as const;

export type Locale = keyof typeof catalogues;

/** What a person reads of a problem, a remark or a warning. What an earlier version kept as a sentence stays as it is. */
export const messageOf = (
  problem: Problem<AllData> | { readonly message: string } | string,
  locale: Locale = 'en',
): string => say<AllData>(catalogues[locale], problem);

/** What is said of an error: an expected one in the words of its catalogue, a bug as it is. */
export function errorText(error: unknown): string {
  if (error instanceof HitrateError) return messageOf(error.problem);
  return error instanceof Error ? error.message : String(error);
}
