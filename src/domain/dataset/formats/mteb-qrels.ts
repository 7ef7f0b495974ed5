import { hasQrelsFields, readQrelsRecords } from '../readers/qrels-records';
import { fieldNames } from '../readers/records';
import type { JudgmentFormat } from './judgment-format';

/**
 * The judgments of MTEB (https://github.com/embeddings-benchmark/mteb): rows of `query-id`, `corpus-id` and `score` as JSON
 * Lines, CSV or JSON.
 */
export const mtebQrels: JudgmentFormat<'mteb'> = {
  name: 'mteb',
  wants: 'MTEB qrels (JSON Lines or CSV of query-id, corpus-id and score)',
  idIsText: false,
  recognises: async (file) => hasQrelsFields(fieldNames(await file.head())),
  read: readQrelsRecords,
};
