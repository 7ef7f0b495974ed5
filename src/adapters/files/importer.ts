import type { ImporterApi } from '../../contract/workers';
import { describeDocs } from '../../domain/dataset/corpus';
import { readCollection } from './read';

export const createImporter = (): ImporterApi => ({
  async read(input, progress) {
    const outcome = await readCollection(input, progress);
    return outcome.ok && outcome.kind === 'collection'
      ? { ...outcome, described: describeDocs(outcome.dataset.docs) }
      : outcome;
  },
});
