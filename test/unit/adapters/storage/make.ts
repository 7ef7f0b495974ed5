import type { CollectionRecord } from '../../../../src/contract/storage';

export const recordOf = (id: string, rest: Partial<CollectionRecord> = {}): CollectionRecord => ({
  id,
  name: id,
  origin: 'import',
  createdAt: 1,
  summary: { name: id, format: 'beir', files: [], splits: [], split: null, languages: [] },
  counts: { docs: 2500, queries: 10, judgments: 10, judgedQueries: 10, characters: 1 },
  corpusKey: 'k',
  revision: 0,
  ...rest,
});
