import { describe, expect, it, test } from 'vitest';
import { type Doc, docId, type Judgment, type Query, queryId, type Run } from '../../../../src/base/types';
import { reorderedBySinglePrecision, trecQrels, trecRun, UnwritableId } from '../../../../src/domain/report/trec';
import { chunkId } from '../../../../src/domain/chunk/recursive';
import { llamaIndexJson } from '../../../../src/domain/report/llamaindex-json';
import { collectionIn, judged } from '../dataset/make';
import { type ComparisonJson, resultsJson } from '../../../../src/domain/report/results-json';
import { comparison, pair } from './compared';
import { report, system, timings, vectorSearch } from './make';
import { reportColumns } from '../../../../src/domain/report/report-columns';
import { articleCsv, perQuestionCsv, resultsCsv } from '../../../../src/domain/report/results-csv';

const judgment = (query: string, doc: string, grade: number) => ({ query: queryId(query), doc: docId(doc), grade });

it('writes judgments in their order, grade 0 among them', () =>
  expect(trecQrels([judgment('2', 'd', 3), judgment('1', 'e', 0)])).toBe('2 0 d 3\n1 0 e 0\n'));

it('refuses ids that would fall apart', () => {
  expect(() => trecQrels([judgment('how to', 'd', 1)])).toThrow('question “how to”');
  expect(() => trecQrels([judgment('1', 'd\te', 1)])).toThrow('document “d\te”');
});

const run = (query: string, ...hits: [string, number][]): Run =>
  new Map([[queryId(query), hits.map(([id, score]) => ({ id: docId(id), score }))]]);

describe('trecRun', () => {
  it('writes ranks, scores with all their digits, and the tag without white space', () => {
    expect(trecRun(run('1', ['d1', 1 / 3], ['d2', 1e-21]), 'my run')).toBe(
      '1 Q0 d1 1 0.3333333333333333 my-run\n1 Q0 d2 2 1e-21 my-run\n',
    );
  });

  it('counts the questions that single precision puts in another order', () => {
    const close = 0.1 + 1e-12;
    expect(reorderedBySinglePrecision(run('1', ['a', close], ['b', 0.1]))).toBe(1);
    // Ids decide the same way.
    expect(reorderedBySinglePrecision(run('1', ['b', close], ['a', 0.1]))).toBe(0);
    expect(reorderedBySinglePrecision(run('1', ['b', 0.1], ['a', 0.1]))).toBe(0);
  });

  it('refuses ids that would fall apart', () => {
    expect(() => trecRun(run('1', ['a b', 1]), 'x')).toThrow(UnwritableId);
    expect(() => trecRun(run('q 1', ['a', 1]), 'x')).toThrow('question “q 1”');
    expect(() => trecRun(run('', ['a', 1]), 'x')).toThrow('question “”');
  });
});

const docs: Doc[] = [
  { id: docId('10'), title: 'Ten', text: 'First part. Second part.' },
  { id: docId('9'), title: '', text: '第三部分。“引用”\n\\' },
  { id: docId('__proto__'), title: '', text: 'Odd.' },
];
const queries: Query[] = ['q2', '1', 'none'].map((id) => ({ id: queryId(id), text: `Question ${id}?` }));
const judge = (query: string, doc: string, grade: number, span?: [number, number]): Judgment => ({
  query: queryId(query),
  doc: docId(doc),
  grade,
  ...(span && { span: { start: span[0], end: span[1] } }),
});

test('our own importer reads it back with the same texts and judgments', async () => {
  const judgments = [judge('q2', '10', 1, [0, 11]), judge('q2', '10', 1, [12, 24]), judge('1', '__proto__', 1)];
  const file = llamaIndexJson(docs, { queries, judgments }, null, 1);
  const read = await collectionIn({ 'set.json': file.text });
  expect(read.dataset.docs.map(({ id, text }) => [id, text])).toEqual([
    ['10', 'Ten\nFirst part. Second part.'],
    ['9', docs[1]!.text],
    ['__proto__', 'Odd.'],
  ]);
  expect(read.dataset.queries.map(({ id }) => id)).toEqual(['q2', '1']);
  expect(judged(read)).toEqual(['q2 10 1', '1 __proto__ 1']);
  expect(JSON.parse(file.text)).toMatchObject({ mode: 'text' });
});

test('with a chunking, chunks are the corpus, and judgments of spans become judgments of chunks', async () => {
  const chunks = [
    [0, 11],
    [12, 24],
  ].map(([start, end]) => {
    const place = { doc: docId('10'), start: start!, end: end! };
    return { id: chunkId(place.doc, place), place, text: docs[0]!.text.slice(start, end) };
  });
  const file = llamaIndexJson(
    docs,
    { queries, judgments: [judge('q2', '10', 1, [12, 20]), judge('1', '10', 1)] },
    chunks,
    1,
  );
  const read = await collectionIn({ 'set.json': file.text });
  expect(read.dataset.docs.map(({ id, text }) => [id, text].join(' '))).toEqual([
    '10#0-11 First part.',
    '10#12-24 Second part.',
  ]);
  expect(judged(read)).toEqual(['q2 10#12-24 1', '1 10#0-11 1', '1 10#12-24 1']);
});

test.each(['documents', 'chunks'])('documents that the corpus of %s lacks are named nowhere, and counted', (of) => {
  const place = { doc: docId('9'), start: 0, end: docs[1]!.text.length };
  const chunks = of === 'chunks' ? [{ id: docId('9'), place, text: docs[1]!.text }] : null;
  const judgments = [judge('q2', 'gone', 1), judge('q2', '9', 1), judge('1', 'gone', 2), judge('none', 'gone', 0)];
  const { text, ...counts } = llamaIndexJson(docs, { queries, judgments }, chunks, 1);
  expect(counts).toEqual({ queries: 1, leftOut: 2, unknown: 2, graded: 0, withNeeds: 0 });
  expect((JSON.parse(text) as { relevant_docs: object }).relevant_docs).toEqual({ q2: ['9'] });
});

test('what the format cannot hold is counted: grades, needs, questions without a relevant passage', () => {
  const judgments = [judge('q2', '10', 2), judge('1', '9', 1), judge('none', '9', 0)];
  const requirements = [{ query: queryId('q2'), needs: [{ docs: [docId('10')] }] }];
  const { text, ...counts } = llamaIndexJson(docs, { queries, judgments, requirements }, null, 1);
  expect(counts).toEqual({ queries: 2, leftOut: 1, unknown: 0, graded: 1, withNeeds: 1 });
  expect(JSON.parse(text)).toMatchObject({ relevant_docs: { q2: ['10'], 1: ['9'] } });
  expect(llamaIndexJson(docs, { queries, judgments }, null, 2).leftOut).toBe(2);
});

it('lists every pair of every measure, with the fields that are promised', () => {
  const pairs = [pair('a', 'b', 0.1, 0.04), pair('a', 'c', 0.2, null)];
  const comparisons = [comparison('MAP', ['a', 'b', 'c'], pairs), comparison('P@1', ['a', 'b'], [pairs[0]!])];
  const file = JSON.parse(resultsJson({ ...report([]), comparisons })) as { comparisons: ComparisonJson[] };
  const found = file.comparisons;
  expect(found.map(({ measure, a, b }) => `${measure} ${a} ${b}`)).toEqual(['MAP a b', 'MAP a c', 'P@1 a b']);
  expect(found[0]).toEqual({
    measure: 'MAP',
    a: 'a',
    b: 'b',
    questions: 60,
    meanDifference: 0.1,
    ci95: { percentile: [-0.5, 0.5], bca: [-0.25, 0.5] },
    p: { t: 0.5, randomisation: 0.25, wilcoxon: 0.125 },
    holm: 0.04,
    bh: 0.3,
    tukey: 0.9,
    dz: 0.1,
    wins: 3,
    ties: 2,
    losses: 1,
    deviation: 0.1,
    exact: false,
    seed: 42,
    resamples: 10_000,
  });
  expect(found[1]!.holm).toBeNull();
});

describe('resultsJson', () => {
  it('holds means, the value of every question by its id, times and the manifest', () => {
    expect(JSON.parse(resultsJson(report([system('bm25', { 'HitRate@1': 0.5 })])))).toEqual({
      schema: 1,
      systems: [{ id: 'bm25', measures: { 'HitRate@1': 0.5 }, perQuery: { 'HitRate@1': { q1: 1, q2: 0 } }, timings }],
      manifest: { app: '0.1.0' },
    });
  });

  it('holds what a search of vectors costs and loses, where it is not exact', () => {
    const made = resultsJson(report([{ ...system('int8', {}), vectorSearch: [vectorSearch] }]));
    expect(JSON.parse(made)).toMatchObject({ systems: [{ vectorSearch: [vectorSearch] }] });
    expect(resultsJson(report([system('exact', {})]))).not.toContain('vectorSearch');
  });

  it('leaves a question out that is left out of the mean', () => {
    const one = { ...system('s', { MAP: 1 }), perQuery: { MAP: Float64Array.of(1, NaN) } };
    expect(JSON.parse(resultsJson(report([one])))).toMatchObject({ systems: [{ perQuery: { MAP: { q1: 1 } } }] });
    expect(resultsJson(report([one]))).not.toContain('q2');
  });

  it('keeps questions whose ids mean something to JavaScript', () => {
    const odd = { ...report([system('s', { 'P@1': 0.5 })]), queries: [queryId('__proto__'), queryId('constructor')] };
    expect(resultsJson(odd)).toContain('"P@1":{"__proto__":1,"constructor":0}');
  });
});

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
    expect(header).toEqual(
      'exact_recall_at_10 exact_recall_at_depth vector_bytes exact_vector_bytes vector_search_ms exact_vector_search_ms vector_build_ms'.split(
        ' ',
      ),
    );
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
    expect(header).toEqual(
      'latency_median_ms latency_p95_ms latency_questions latency_devices latency_threads index_bytes download_bytes'.split(
        ' ',
      ),
    );
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

it('articleCsv has the columns and row names of the article, and a time for each k where lists are cut there', () => {
  const bm25 = system('bm25', { 'HitRate@1': 0.7975, 'MRR@1': 0.7975, 'HitRate@2': 0.8536, 'MRR@2': 0.8255 });
  const timed = { ...bm25, id: 'timed', millisecondsAtK: { 1: 400, 2: 510.3021 } };
  expect(articleCsv(report([bm25, timed]))).toBe(
    'retrievers,hit_rate,mrr,cost_time\r\n' +
      'bm25_top_1_eval,0.7975,0.7975,461.277\r\n' +
      'bm25_top_2_eval,0.8536,0.8255,461.277\r\n' +
      'timed_top_1_eval,0.7975,0.7975,400\r\n' +
      'timed_top_2_eval,0.8536,0.8255,510.3021\r\n',
  );
  const times = resultsCsv(report([timed]))
    .split('\r\n')
    .map((line) => line.split(',').at(-1));
  expect(times).toEqual(['questions_ms', '400', '510.3021', '']);
});
