import { append } from '../../base/containers';
import type { Observed, ObservedBy } from '../../contract/privacy';

export type RequestRecord = ReturnType<typeof createRecord>;

export function createRecord() {
  const records = new Map<string, Observed[]>();
  const listeners = new Set<() => void>();
  return {
    add(by: string, observed: Observed): void {
      append(records, by, observed);
      for (const listener of listeners) listener();
    },
    all: (): readonly ObservedBy[] =>
      [...records].map(([by, parts]) => ({
        by,
        requests: parts.flatMap(({ requests }) => requests),
        refused: parts.flatMap(({ refused }) => refused),
        missed: parts.reduce((sum, { missed }) => sum + missed, 0),
      })),
    onChange(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const pageRecord = createRecord();
