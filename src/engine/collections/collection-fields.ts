import { FieldSummaries, type FieldSummary } from '../../domain/dataset/fields';
import type { Doc } from '../../base/types';
import { pacer } from '../kernel/pause';

/** The fields of the metadata of a collection, without holding the page. */
export async function fieldsOfDocs(docs: readonly Doc[]): Promise<FieldSummary[]> {
  const pace = pacer();
  const summaries = new FieldSummaries();
  for (const doc of docs) {
    await pace();
    summaries.add(doc);
  }
  return summaries.all();
}
