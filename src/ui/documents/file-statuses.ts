import type { FileReport, FileStatus } from '../../domain/documents/file-report';

const LABELS: Readonly<Record<FileStatus, string>> = {
  read: 'Read',
  unchanged: 'Unchanged',
  empty: 'Empty',
  encrypted: 'Encrypted',
  'too-large': 'Too large',
  'too-slow': 'Took too long',
  broken: 'Damaged',
  skipped: 'Skipped',
  stopped: 'Not reached',
};

export const statusLabel = (status: FileStatus): string => LABELS[status];

/** Counts of the statuses that occur, read files first. */
export function statusCounts(files: readonly FileReport[]): { readonly status: FileStatus; readonly count: number }[] {
  return (Object.keys(LABELS) as FileStatus[])
    .map((status) => ({ status, count: files.filter((file) => file.status === status).length }))
    .filter(({ count }) => count > 0);
}

/** Files with a report first, then in their order. */
export function tellingFirst(files: readonly FileReport[]): readonly FileReport[] {
  const rank = ({ status, message }: FileReport): number =>
    status === 'read' || status === 'unchanged' ? (message === null ? 2 : 1) : 0;
  return files.toSorted((a, b) => rank(a) - rank(b));
}
