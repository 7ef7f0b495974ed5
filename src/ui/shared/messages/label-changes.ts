import type { ChangedPart } from '../../../domain/label-changes/change-split';
import type { LabelReason } from '../../../domain/label-changes/label-changes';
import type { SplitFigure, UnsplitReason } from '../../../workbench/inspect/label-comparison';
import { difference } from '../format';

export const LABEL_REASONS: Readonly<Record<LabelReason, string>> = {
  added: 'Judgment added',
  removed: 'Judgment removed',
  regraded: 'Grade changed',
  duplicate: 'Judged twice with one grade: two documents became one',
  contradictory: 'Judged twice with different grades: two documents became one, the higher grade counts',
  needs: 'The question needs other documents',
  'document-renamed': 'Document renamed; the judgment followed it',
  'document-edited': 'Document edited',
  'document-split': 'Document split',
  'document-merged': 'Document merged into another',
  'document-deleted': 'Document deleted',
};

export const CHANGED_PARTS: Readonly<Record<ChangedPart, string>> = {
  labels: 'Judgments only',
  rankings: 'Rankings only',
  both: 'Both',
  neither: 'Neither',
};

export const UNSPLIT: Readonly<Record<UnsplitReason, string>> = {
  'not-comparable': 'The runs cannot be compared passage by passage, so the change cannot be split.',
  'labels-not-kept':
    'A run did not keep its judgments, so the change cannot be split. Runs of this version keep them: run its experiment again.',
  'documents-unknown':
    'The documents changed, and what became of them between these runs is not known, so the change cannot be split. Choose the earlier run as the first; the history begins with this version.',
  'documents-changed-since':
    'The documents changed again after the second run, so its passages are no longer there to be judged. Run its experiment again.',
  judging: 'A run was made while judging went on, so the change cannot be split.',
  'text-lost':
    'Judged text is no longer in the documents, and a measure of text cannot count it. Choose a measure of passages.',
  'lists-cut': 'The lists that are kept of a run are shorter than the measure reads, so the change cannot be split.',
};

export function splitTitle(systems: readonly SplitFigure[], measure: string, nameOf: (id: string) => string): string {
  const most = systems.reduce((a, b) => (Math.abs(b.total.difference) > Math.abs(a.total.difference) ? b : a));
  const { total, labels, rankings } = most;
  const zero = (value: number): boolean => Math.abs(value) < 5e-4;
  if (systems.every((each) => zero(each.labels.difference)))
    return zero(total.difference)
      ? `Changed judgments do not change ${measure}.`
      : `The change of ${measure} comes from the rankings alone.`;
  if (systems.every((each) => zero(each.rankings.difference)))
    return `The change of ${measure} comes from the judgments alone.`;
  return `Of the change of ${measure} by ${difference(total.difference, 3)} for ${nameOf(most.after)}, ${difference(labels.difference, 3)} comes from changed judgments and ${difference(rankings.difference, 3)} from changed rankings.`;
}

export const SPLIT_ORDERS = {
  mean: 'Each part is the mean over both orders: judgments changed first, and rankings changed first.',
  'rankings-first':
    'The new rankings are scored by the former judgments first, and what is left is the part of the judgments. The other order would need the former documents, which are not kept.',
} as const;
