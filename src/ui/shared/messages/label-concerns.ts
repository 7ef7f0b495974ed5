import type { LabelConcern, StaleLabel } from '../../../domain/documents/stale-labels';

const BECAME: Readonly<Record<StaleLabel['document'], string>> = {
  renamed: 'renamed',
  edited: 'edited',
  split: 'split into several',
  merged: 'merged into another',
  deleted: 'deleted',
};

export function concernText({ reason, stale }: Pick<LabelConcern, 'reason' | 'stale'>): string {
  const became = stale ? BECAME[stale.document] : '';
  switch (reason) {
    case 'duplicate':
      return 'The same text is judged twice, with one grade: it counts twice.';
    case 'contradictory':
      return 'The same text is judged twice, with different grades.';
    case 'moved':
      return `The document was ${became}. The judged text was found again approximately.`;
    case 'edited':
      return `The document was ${became} after it was judged as a whole.`;
    case 'lost':
      return `The document was ${became}, and the judged text is found nowhere. The judgment is gone.`;
  }
}
