import type { ResultRecord } from '../../contract/result';
import type { CollectionCounts } from '../../contract/storage';
import type { LanguageShare } from '../../base/types';
import { visibleText } from '../../domain/report/visible-text';
import type { SliceReport } from '../../domain/slices/report';
import type { Comparison } from '../../domain/statistics/types';
import type { Verdict } from '../../domain/verdict/types';
import type { VerdictNames } from '../shared/messages/verdict-words';
import type { Failures } from './failures';

export interface ReportParts {
  readonly result: ResultRecord;
  readonly collection: {
    readonly name: string;
    readonly counts: CollectionCounts;
    readonly languages: readonly LanguageShare[];
  };
  readonly verdict: Verdict;
  readonly names: VerdictNames;
  /** Canonical texts of the measures of the table; the first is that of the verdict. */
  readonly measures: readonly string[];
  /** By that measure; null where there is nothing to compare. */
  readonly comparison: Comparison | null;
  readonly slices: SliceReport | null;
  /** Null where they cannot be known, as of runs without documents. */
  readonly failures: Failures | null;
  /** Whether questions and passages may be in it, and what names them. */
  readonly withTexts: boolean;
}

/** Of a name from outside: as much as is read. The experiment in the template has all of it. */
const MAX_NAME = 80;
const MAX_SENTENCE = 1500;

export const shownName = (name: string): string => visibleText(name, MAX_NAME);

export const shownSentence = (sentence: string): string => visibleText(sentence, MAX_SENTENCE);

/** As {@link shownName}; no name hides or reorders what stands beside it. */
export const shownNames = (names: VerdictNames): VerdictNames => ({
  ...names,
  name: (id) => shownName(names.name(id)),
});

/** The system that the others are held against; null where there is none. */
export function referenceOf({ verdict }: Pick<ReportParts, 'verdict'>): string | null {
  if ('recommended' in verdict) return verdict.recommended.system;
  return verdict.kind === 'single' ? verdict.system : null;
}
