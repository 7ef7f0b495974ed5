import { describe, expect, it } from 'vitest';
import { reportColumns } from '../../../../src/domain/report/report-columns';
import { articleCsv, perQuestionCsv, resultsCsv } from '../../../../src/domain/report/results-csv';
import { report, system, vectorSearch } from './make';

const atBoth = (name: string): string[] => [`${name}@1`, `${name}@2`];

describe('resultsCsv', () => {
  it('has a row for each system and k, with measures without k and the times in every row of a system', () => {
    const bm25 = system('bm25', { 'HitRate@1': 0.5, 'Recall@1': 1 / 3, MAP: 0.4 });
    const systems = [bm25, { ...system('elsewhere', { 'HitRate@2': 1 }), timings: null }];
    expect(resultsCsv(report(systems, [1, 2], [...atBoth('HitRate'), ...atBoth('Recall'), 'MAP']))).toBe(
      [
        'system,k,HitRate,Recall,MAP,index_ms,query_median_ms,query_p95_ms,total_ms',
        'bm25,1,0.5,0.3333333333333333,0.4,12.5,1,2.25,461.277',
        'bm25,2,,,0.4,12.5,1,2.25,461.277',
        'elsewhere,1,,,,,,,',
        'elsewhere,2,1,,,,,,',
        '',
      ].join('\r\n'),
    );
  });

  it('has columns on searches of vectors that are not exact, only where there are any', () => {
    const both = [vectorSearch, { ...vectorSearch, retriever: 2, bytes: 125 }];
    const systems = [system('exact', {}), { ...system('int8', {}), vectorSearch: [vectorSearch] }];
    const [header, exact, int8, fused] = resultsCsv(
      report([...systems, { ...system('fused', {}), vectorSearch: both }], [1]),
    )
      .split('\r\n')
      .map((line) => line.split(',').slice(6));
    expect(header).toEqual([
      'exact_recall_at_10',
      'exact_recall_at_depth',
      'vector_bytes',
      'exact_vector_bytes',
      'vector_search_ms',
      'exact_vector_search_ms',
      'vector_build_ms',
    ]);
    expect(exact!.every((cell) => cell === '')).toBe(true);
    expect(int8).toEqual(['0.95', '0.875', '250', '1000', '0.5', '2', '7']);
    expect(fused).toEqual(['0.95;0.95', '0.875;0.875', '250;125', '1000;1000', '0.5;0.5', '2;2', '7;7']);
  });

  it('ends with what a question costs that is asked alone, only where that was measured', () => {
    const latency = {
      medianMilliseconds: 316,
      p95Milliseconds: 420.5,
      questions: 22,
      devices: ['wasm', 'webgpu'],
      threads: 2,
      indexBytes: null,
      downloadBytes: 9_000_000,
    } as const;
    const timed = { ...system('timed', {}), latency, vectorSearch: [vectorSearch] };
    const [header, untimed, own] = resultsCsv(report([system('not', {}), timed], [1]))
      .split('\r\n')
      .map((line) => line.split(',').slice(6 + 7));
    expect(header).toEqual([
      'latency_median_ms',
      'latency_p95_ms',
      'latency_questions',
      'latency_devices',
      'latency_threads',
      'index_bytes',
      'download_bytes',
    ]);
    expect(untimed).toEqual(header!.map(() => ''));
    expect(own).toEqual(['316', '420.5', '22', 'wasm;webgpu', '2', '', '9000000']);
  });

  it('keeps a spreadsheet from running the name of a system', () => {
    expect(resultsCsv(report([system('=HYPERLINK("http://x")', {})], [1]))).toContain(`"'=HYPERLINK(""http://x"")",1`);
  });
});

describe('columnsOf', () => {
  it('takes for a family what is there at every k, parameters and all', () => {
    const measureTexts = [...atBoth('P(rel=2)'), 'nDCG@2', 'MAP', 'Recall@100'];
    expect(reportColumns({ ks: [1, 2], measureTexts })).toEqual({
      families: [{ stem: 'P(rel=2)', name: 'P(rel=2)' }],
      others: ['nDCG@2', 'MAP', 'Recall@100'],
    });
  });

  it('gives no two columns one name', () => {
    const { families, others } = reportColumns({
      ks: [1, 2],
      measureTexts: [...atBoth('MRR'), 'MRR', ...atBoth('nDCG')],
    });
    expect(families.map(({ name }) => name)).toEqual(['MRR@k', 'nDCG']);
    expect(others).toEqual(['MRR']);
  });
});

it('has a row for each question and system, and leaves empty what is left out', () => {
  const dense = { ...system('dense', { MAP: 1 }), perQuery: { MAP: Float64Array.of(1 / 3, NaN) } };
  expect(perQuestionCsv(report([system('bm25', { MAP: 0.5, 'P@1': 0.5 }), dense]))).toBe(
    ['question,system,MAP,P@1', 'q1,bm25,1,1', 'q1,dense,0.3333333333333333,', 'q2,bm25,0,0', 'q2,dense,,', ''].join(
      '\r\n',
    ),
  );
});

it('articleCsv has the columns and row names of the article', () => {
  const bm25 = system('bm25', { 'HitRate@1': 0.7975, 'MRR@1': 0.7975, 'HitRate@2': 0.8536, 'MRR@2': 0.8255 });
  expect(articleCsv(report([bm25]))).toBe(
    'retrievers,hit_rate,mrr,cost_time\r\n' +
      'bm25_top_1_eval,0.7975,0.7975,461.277\r\n' +
      'bm25_top_2_eval,0.8536,0.8255,461.277\r\n',
  );
});
