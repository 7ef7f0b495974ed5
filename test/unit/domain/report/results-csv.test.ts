import { describe, expect, it } from 'vitest';
import { resultsCsv } from '../../../../src/domain/report/results-csv';
import { report, system } from './make';

describe('resultsCsv', () => {
  it('has a row for each system and k, with the times of the system', () => {
    const bm25 = system('bm25', { 'HitRate@1': 0.5, 'MRR@1': 0.5, 'P@1': 0.5, 'Recall@1': 1 / 3, 'F1@1': 0.4 });
    expect(resultsCsv(report([bm25, system('rrf', { 'HitRate@2': 1 })]))).toBe(
      [
        'system,k,HitRate,MRR,P,Recall,F1,index_ms,query_median_ms,query_p95_ms,total_ms',
        'bm25,1,0.5,0.5,0.5,0.3333333333333333,0.4,12.5,1,2.25,461.277',
        'bm25,2,,,,,,12.5,1,2.25,461.277',
        'rrf,1,,,,,,12.5,1,2.25,461.277',
        'rrf,2,1,,,,,12.5,1,2.25,461.277',
        '',
      ].join('\r\n'),
    );
  });

  it('keeps a spreadsheet from running the name of a system', () => {
    expect(resultsCsv(report([system('=HYPERLINK("http://x")', {})], [1]))).toContain(`"'=HYPERLINK(""http://x"")",1`);
  });
});
