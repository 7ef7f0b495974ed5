import { expect, it, vi } from 'vitest';
import type { ImportOutcome } from '../../../../src/domain/dataset/outcome';
import { readCollection } from '../../../../src/ui/command-line/read-collection';

const summary = { name: 'A', format: 'mteb', files: ['a.csv'], splits: ['A', 'B'], areTasks: true, languages: [] };
const dataset = { docs: [], queries: [], judgments: [] };

it.each([
  ['read', { ok: true, kind: 'collection', dataset, summary: { ...summary, split: 'A' }, runs: [], warnings: [] }],
  ['wrong', { ok: false, problems: [{ code: 'empty-file', file: 'a.csv', data: null }], more: 0, tasks: ['A', 'B'] }],
] as unknown as readonly [string, ImportOutcome][])(
  'asks which task of a set is meant, where the first is %s',
  async (_, outcome) => {
    const keep = vi.fn();
    const readFiles = vi.fn(() => Promise.resolve(outcome));
    const collections = { list: vi.fn(), readFiles, tables: vi.fn(), readDocuments: vi.fn(), keep };
    const context = { signal: new AbortController().signal, progress: vi.fn() };
    const reading = readCollection(
      { collections } as never,
      [{ path: 'a.csv', file: new Blob() }],
      {} as never,
      context as never,
    );
    await expect(reading).rejects.toThrow(/2 tasks.*--split.*A, B/);
    expect(keep).not.toHaveBeenCalled();
  },
);
