import type { Observed, ObservedBy } from '../../contract/privacy';

export interface RequestRecord {
  add(by: string, observed: Observed): void;
  all(): readonly ObservedBy[];
  onChange(listener: () => void): () => void;
}

export function createRecord(): RequestRecord {
  const records = new Map<string, { by: string; parts: Observed[] }>();
  const listeners = new Set<() => void>();
  return {
    add(by, observed) {
      const record = records.get(by) ?? { by, parts: [] };
      record.parts.push(observed);
      records.set(by, record);
      for (const listener of listeners) listener();
    },
    all: () =>
      [...records.values()].map(({ by, parts }) => ({
        by,
        requests: parts.flatMap(({ requests }) => requests),
        refused: parts.flatMap(({ refused }) => refused),
        missed: parts.reduce((sum, { missed }) => sum + missed, 0),
      })),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const pageRecord = createRecord();
