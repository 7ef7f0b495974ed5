import { nameSays } from '../readers/name-says';
import { looksLikeQrelsTable, readQrelsTable } from '../readers/qrels-table';
import type { JudgmentFormat } from './judgment-format';

/** The judgments of BEIR (https://github.com/beir-cellar/beir): `query-id`, `corpus-id` and `score` between tabs. */
export const beirQrels: JudgmentFormat<'beir'> = {
  name: 'beir',
  wants: 'BEIR qrels (query-id, corpus-id and score between tabs)',
  idIsText: false,
  recognises: async (file) => looksLikeQrelsTable(await file.head(), nameSays(file.path) !== 'judgments'),
  read: readQrelsTable,
};
