import { expect, it } from 'vitest';
import { articleCsv } from '../../../../src/domain/report/article-csv';
import { report, system } from './make';

it('articleCsv has the columns and row names of the article', () => {
  const bm25 = system('bm25', { 'HitRate@1': 0.7975, 'MRR@1': 0.7975, 'HitRate@2': 0.8536, 'MRR@2': 0.8255 });
  expect(articleCsv(report([bm25]))).toBe(
    'retrievers,hit_rate,mrr,cost_time\r\n' +
      'bm25_top_1_eval,0.7975,0.7975,461.277\r\n' +
      'bm25_top_2_eval,0.8536,0.8255,461.277\r\n',
  );
});
