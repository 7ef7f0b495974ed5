import { describe, expect, it } from 'vitest';
import { docId, queryId } from '../../src/base/types';
import { measureOf } from '../../src/domain/measures/parse';
import { means, score } from '../../src/domain/measures/score';
import { toQrels, usualRelevance } from '../../src/domain/run/judgments';
import { imported, importedRuns, lines, listsOf, problemsOf } from '../unit/adapters/files/make';

const corpus = lines(...['d1', 'd2', 'd3'].map((_id) => ({ _id, title: '', text: `text of ${_id}` })));
const queries = lines(...['q1', 'q2', 'q3'].map((_id) => ({ _id, text: `what is ${_id}?` })));

describe('judgments of a document that is not there', () => {
  it('count as never found: figures of trec_eval (pytrec_eval 0.5.11) with all judgments', async () => {
    const qrels = 'q1\td1\t1\nq1\tgone\t2\nq2\td2\t1\nq2\td3\t1\nq3\tgone\t1\nq9\td1\t1\n';
    const run = 'q1 Q0 d2 1 3 a\nq1 Q0 d1 2 2 a\nq2 Q0 d2 1 3 a\nq2 Q0 d1 2 2 a\nq2 Q0 d3 3 1 a\nq3 Q0 d1 1 1 a\n';
    const files = { 'corpus.jsonl': corpus, 'queries.jsonl': queries, 'qrels/test.tsv': qrels, 'a.run': run };
    const { dataset, runs, warnings } = await imported(files);
    expect(warnings).toMatchObject([
      { code: 'partly-judged', file: 'qrels/test.tsv', data: ['question', ['q9'], 4] },
      { code: 'partly-judged', file: 'qrels/test.tsv', data: ['document', ['gone'], 4] },
    ]);
    const measures = ['nDCG@10', 'MAP', 'Recall@10', 'RPrec'].map(measureOf);
    const found = means(score(listsOf(runs[0]!), toQrels(dataset.judgments), measures), measures);
    const expected = [0.386511085238773, 0.3611111111111111, 0.5, 0.3333333333333333];
    measures.forEach(({ text }, i) => expect(found[text], text).toBeCloseTo(expected[i]!, 12));
  });
});

describe('grades with fractions', () => {
  const qrels = ['q1 0 d1 0.5', 'q1 0 d2 .25', 'q1 0 d9 1', 'q2 0 d3 0.75', 'q2 0 d4 8.32e-1', 'q2 0 d5 -0.5', ''].join(
    '\n',
  );
  const lists = { q1: ['d1', 'd9'], q2: ['d5', 'd3', 'x', 'd4'] };
  const run = Object.entries(lists).flatMap(([q, ids]) => ids.map((id, i) => `${q} Q0 ${id} ${i + 1} ${9 - i} a\n`));

  // The formulas of nDCG and MAP in numpy: trec_eval and ranx read whole grades alone.
  it.each<[string, number | null, number]>([
    ['nDCG@10', null, 0.7110991685388517],
    ['nDCGexp@10', null, 0.7019046341229668],
    ['MAP', null, 0.5833333333333333],
    ['MAP(rel=0.8)', null, 0.375],
    ['MAP', 1, 0.25],
  ])('%s from grade %s on is that of gains as they are', async (text, chosen, expected) => {
    const { dataset, runs, warnings } = await imported({ 'qrels.txt': qrels, 'a.run': run.join('') });
    expect(warnings.at(-1)).toMatchObject({ code: 'fractional-grades', line: 1, data: [0.5, 5, 0.25] });
    const relevance = chosen ?? usualRelevance(dataset.judgments);
    const figures = means(score(listsOf(runs[0]!), toQrels(dataset.judgments), [measureOf(text)], { relevance }), [
      measureOf(text),
    ]);
    expect(figures[text]).toBeCloseTo(expected, 12);
  });

  it('are no judgments in a run without ranks, and 1 stays the level where all are whole', async () => {
    expect(usualRelevance([{ query: queryId('q'), doc: docId('d'), grade: 2 }])).toBe(1);
    expect((await importedRuns({ 'x.txt': 'q1 Q0 d1 12.5\nq1 Q0 d2 11.25\n' })).runs).toHaveLength(1);
    expect(await problemsOf({ 'x.tsv': 'q1\td1\t12.5\nq1\td2\t11.25\n' })).toMatchObject([
      { code: 'unrecognised-files' },
    ]);
  });
});

describe('a question that is a document', () => {
  it('is said where the text is the same, and not where ids alone are', async () => {
    const qrels = 'q1\td1\t1\n';
    const docs = corpus + lines({ _id: 'q1', title: 'what is', text: 'Q1?' }, { _id: 'q2', title: '', text: 'other' });
    const { warnings } = await imported({ 'corpus.jsonl': docs, 'queries.jsonl': queries, 'qrels/test.tsv': qrels });
    expect(warnings).toMatchObject([{ code: 'questions-among-documents', file: 'queries.jsonl', data: ['q1', 1] }]);
  });

  it('may be left out by the source, in the column that BRIGHT has', async () => {
    const asked = lines(
      { _id: 'q1', text: 'a?', excluded_ids: ['d1', 'd2'] },
      { _id: 'q2', text: 'b?', excluded_ids: ['N/A'] },
    );
    const files = { 'corpus.jsonl': corpus, 'queries.jsonl': asked, 'qrels/test.tsv': 'q1\td3\t1\n' };
    expect((await imported(files)).dataset.queries).toEqual([
      { id: 'q1', text: 'a?', excluded: ['d1', 'd2'] },
      { id: 'q2', text: 'b?' },
    ]);
  });
});

it('documents of one id in two indexes are told apart in a rank evaluation and its response', async () => {
  const rated = (_index: string, _id: string, rating: number) => ({ _index, _id, rating });
  const hit = (_index: string, _id: string, _score: number) => ({ hit: { _index, _id, _score }, rating: null });
  const ratings = [rated('wiki', '1', 3), rated('news', '1', 0), rated('news', '2', 1)];
  const request = { requests: [{ id: 'q', request: { query: { match: { text: 'x' } } }, ratings }] };
  const hits = [hit('news', '1', 3), hit('wiki', '1', 2), hit('news', '2', 1)];
  const { dataset, runs, warnings } = await imported({
    'request.json': JSON.stringify(request),
    'response.json': JSON.stringify({ metric_score: 1, details: { q: { hits } }, failures: {} }),
  });
  expect(dataset.judgments.map(({ doc, grade }) => `${doc} ${grade}`)).toEqual(['wiki/1 3', 'news/1 0', 'news/2 1']);
  expect([...listsOf(runs[0]!).values()][0]!.map(({ id }) => id)).toEqual(['news/1', 'wiki/1', 'news/2']);
  expect(warnings.map(({ code }) => code)).toContain('ids-by-index');
});
