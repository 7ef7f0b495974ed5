import type { ResultRecord } from '../../contract/result';
import { isCompared } from '../../engine/inspect/comparisons';

export type ExportId =
  'experiment' | 'csv' | 'questions-csv' | 'json' | 'latex' | 'markdown' | 'runs' | 'qrels' | 'article-csv';

export interface ExportKind {
  readonly id: ExportId;
  readonly label: string;
  /** What the file holds, for those who hover. */
  readonly title: string;
}

const KINDS: readonly ExportKind[] = [
  { id: 'experiment', label: 'Experiment', title: 'What was run, to be opened and run again: the same digits' },
  { id: 'csv', label: 'CSV', title: 'A row for each system and k, with means and times' },
  { id: 'questions-csv', label: 'CSV by question', title: 'A row for each question and system, with every measure' },
  {
    id: 'json',
    label: 'JSON',
    title: 'Means, values of every question, comparisons of all systems, times and manifest',
  },
  { id: 'latex', label: 'LaTeX', title: 'The table as shown, for booktabs, with marks of significance' },
  { id: 'markdown', label: 'Markdown', title: 'The table as shown, with marks of significance' },
  { id: 'runs', label: 'TREC runs', title: 'The whole list of every system: qid Q0 docno rank score tag' },
  { id: 'qrels', label: 'TREC qrels', title: 'The judgments: qid 0 docno rel' },
  {
    id: 'article-csv',
    label: 'Article CSV',
    title: 'With the columns of the article: retrievers, hit_rate, mrr, cost_time',
  },
];

/** What can be saved of a result. */
export function exportsOf({ spec }: ResultRecord): readonly ExportKind[] {
  const fits = spec.ks.every((k) => [`HitRate@${k}`, `MRR@${k}`].every((text) => spec.measures.includes(text)));
  return fits ? KINDS : KINDS.filter(({ id }) => id !== 'article-csv');
}

/** By what measures systems are compared in a file: by none where there is nothing to compare. */
export const exportedComparisons = ({ systems, spec }: ResultRecord): string[] =>
  systems.length > 1 ? spec.measures.filter(isCompared) : [];
