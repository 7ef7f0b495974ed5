import { describe, expect, it } from 'vitest';
import { beirQrels, mtebQrels, ranxQrels, trecQrelsFormat } from '../../../../../src/domain/dataset/formats/qrels';
import { builder, collectionIn, judged, placesOf, problemsIn, source, told } from '../make';
import { quepid } from '../../../../../src/domain/dataset/formats/tool-judgments';
import { docId, queryId } from '../../../../../src/base/types';
import { ProblemLog } from '../../../../../src/domain/dataset/problem';
import { readJudgeFile } from '../../../../../src/domain/judging/judge-files';
import { fixture } from '../engine-results/results';

it.each([
  ['query-id\tcorpus-id\tscore\n', true],
  ['q 1\td 1\t1\n', true],
  ['q\td\t1\nq\td\tx\nq\te\t1\n', true],
  ['corpus-id\tquery-id\tscore\nd\tq\t1\n', false],
  ['q\t0\td\t1\n', false],
  ['q d 1\n', false],
  ['', false],
])('qrels of BEIR are recognised: %j is %s', async (text, expected) => {
  expect(await beirQrels.recognises(source('a.tsv', text))).toBe(expected);
});

it.each([
  ['query-id,corpus-id,score\n', true],
  ['qid,docid,label,feature 1\n', true],
  ['corpus-id\tquery-id\tscore\n', true],
  ['{"query-id": "q", "corpus-id": "d", "score": 1}\n', true],
  ['[\n{"query_id": 1, "doc_id": 2, "relevance": 1}]', true],
  ['{"query-id": "q", "ground_truth": "text"}\n', true],
  ['{"id": "q", "text": "x", "ground_truth": "text"}\n', false],
  ['query,docid,rating\n', false],
  ['qid,query,retrieval_gt\n', false],
])('qrels of MTEB are recognised: %j is %s', async (text, expected) => {
  expect(await mtebQrels.recognises(source('a', text))).toBe(expected);
});

describe('qrels of ranx', () => {
  it.each([
    ['a.json', '{"q": {"d": 1, "e": 0}}', true],
    ['a.json', '{"q": {"d": 1, "e": 0.5}}', false],
    ['a.run.json', '{"q": {"d": 1}}', false],
    ['qrels.json', '{"q": {"d": 0.5}}', true],
    ['qrels.json', '{"q": {"d": [1]}}', false],
    ['a.json', '[{"q": {"d": 1}}]', false],
  ])('are recognised in %s: %j is %s', async (path, text, expected) => {
    expect(await ranxQrels.recognises(source(path, text))).toBe(expected);
  });

  it('keep ids that objects lose or order anew', async () => {
    const { builder: dataset, log } = builder();
    dataset.judgmentsAlone();
    await ranxQrels.read(
      source('a.json', '{"10": {"b": 1}, "__proto__": {"constructor": 2}, "9": {"1": 0}}'),
      dataset,
      log,
    );
    expect(dataset.finish().judgments.map((each) => Object.values(each).join(' '))).toEqual([
      '10 b 1',
      '__proto__ constructor 2',
      '9 1 0',
    ]);
    expect(log.problems).toEqual([]);
  });
});

async function read(text: string) {
  const { builder: dataset, log } = builder();
  dataset.judgmentsAlone();
  await trecQrelsFormat.read(source('a', text), dataset, log);
  return { judgments: dataset.finish().judgments.map((each) => Object.values(each).join(' ')), log };
}

describe('qrels of TREC', () => {
  it('may have tabs, CRLF, blank lines, comments, odd iterations, and grades as floats', async () => {
    const { judgments, log } = await read('# a\n q1\t0 d1  2\r\n\r\nq1 Q0 d2 -1\n#q 0 d 1\nq2 iter-3 d1 1.0');
    expect(judgments).toEqual(['q1 d1 2', 'q1 d2 -1', 'q2 d1 1']);
    expect(log.problems).toEqual([]);
    expect(log.warnings).toMatchObject([{ code: 'passed-over', file: 'a' }]);
    expect(told(log.warnings[0]!)).toMatch(/^2 lines with “#”/);
  });

  it('may have no iteration in any line', async () => {
    expect((await read('q1 d1 2\nq1 d2 0\n')).judgments).toEqual(['q1 d1 2', 'q1 d2 0']);
  });

  it.each<[string, string]>([
    ['q1 0 d1 1\nq1 0 d2\n', 'wrong-shape a 2'],
    ['q1 d1 1\n\nq1 0 d2 1\n', 'wrong-shape a 3'],
    ['q1 0 d1 high\n', 'bad-grade a 1 rel'],
    ['q1 0 d1 0x1\n', 'bad-grade a 1 rel'],
    ['q1 0 d1 1e4\n', 'bad-grade a 1 rel'],
    ['q1 0 d1 99999999999999999999\n', 'bad-grade a 1 rel'],
    ['# only this\n', 'empty-file a'],
    ['', 'empty-file a'],
  ])('report what is wrong: %j', async (text, place) => {
    expect(placesOf((await read(text)).log.problems)).toEqual([place]);
  });

  it.each([
    ['a.txt', 'q1 0 d1 1\nq1 0 d2 0', true],
    ['a.txt', 'q1\t0\td1\t-1\r\n', true],
    ['a.txt', '# made by hand\nq1 Q0 d1 2.0\n', true],
    ['a.txt', 'q 0 d 1\nq 0 e x\nq 0 f 0.5\n', true],
    ['a.txt', 'q1 d1 1\n', false],
    ['qrels.txt', 'q1 d1 1\n', true],
    ['a.txt', 'q1 0 d1 0.5\n', true],
    ['a.txt', 'q1 0 d1 high\n', false],
    ['a.qrels', 'q1 0 d1 high\n', true],
    ['a.txt', 'q1 Q0 d1 1 2.5 tag\n', false],
    ['a.py', '# twice\ndef f(): return 2\n', false],
    ['a.txt', '', false],
  ])('are recognised in %s: %j is %s', async (path, text, expected) => {
    expect(await trecQrelsFormat.recognises(source(path, text))).toBe(expected);
  });
});

const list = {
  id: '1',
  name: 'n',
  type: 'IMPORT_JUDGMENT',
  judgmentRatings: [
    {
      query: 'red shoes',
      ratings: [
        { docId: 'd1', rating: '2.0' },
        { docId: 7, rating: 0 },
      ],
    },
  ],
};

describe('judgments of OpenSearch', () => {
  it.each([
    ['by themselves', list],
    ['in a document', { _index: 'search-relevance-judgment', _source: list }],
    ['in a response', { took: 1, hits: { total: { value: 1 }, hits: [{ _id: 'x', _source: list }] } }],
  ])('are read %s', async (_name, value) => {
    const found = await collectionIn({ 'judgments.json': JSON.stringify(value, null, 2) });
    expect(found.summary).toMatchObject({ format: 'opensearch', name: 'judgments' });
    expect(judged(found)).toEqual(['red shoes d1 2', 'red shoes 7 0']);
  });

  it('are refused with a key twice, of which the last would count', async () => {
    const text = '{"judgmentRatings": [\n{"query": "q", "ratings": [{"docId": "d", "rating": 1, "rating": 0}]}]}';
    expect(placesOf(await problemsIn({ 'j.json': text }))).toEqual([
      'duplicate-key j.json 2 judgmentRatings[0].ratings[0].rating',
    ]);
  });

  it('keep the digits of long ids, and may have blanks at the ends of questions', async () => {
    const ratings = '[{"docId": 9007199254740993, "rating": 1}, {"docId": 9007199254740992, "rating": 0}]';
    const found = await collectionIn({ 'j.json': `{"judgmentRatings": [{"query": "why? ", "ratings": ${ratings}}]}` });
    expect(judged(found)).toEqual(['why?  9007199254740993 1', 'why?  9007199254740992 0']);
  });
});

describe('ratings of Quepid', () => {
  it.each([
    ['query,docid,rating\n', true],
    ['Query;DocID;Rating\n', true],
    ['query,docid\n', false],
    ['query_id,docid,rating\n', false],
  ])('are recognised: %j is %s', async (text, expected) => {
    expect(await quepid.recognises(source('a.csv', text))).toBe(expected);
  });

  it('may have commas, quotes and line breaks in a query', async () => {
    const found = await collectionIn({ 'a.csv': 'query,docid,rating\r\n"red, ""big""\nshoes",http://a/?b=1,3\r\n' });
    expect(judged(found)).toEqual(['red, "big"\nshoes http://a/?b=1 3']);
  });
});

const request = (id: unknown, text: string, ...ratings: readonly object[]): object => ({
  id,
  request: { query: { match: { text } } },
  ratings,
});
const file = (...requests: readonly object[]): string => JSON.stringify({ requests }, null, 1);
const rated = (_id: unknown, rating: unknown): object => ({ _index: 'i', _id, rating });

describe('judgments of a rank evaluation', () => {
  it('are those of its requests, with what they ask', async () => {
    const found = await collectionIn({ 'r.json': fixture('rank-eval.request.json') });
    expect(found.summary.format).toBe('rank-eval');
    expect(judged(found)[0]).toBe('q-en-tram-01 en-tram-03 2');
    expect(found.dataset.queries.map(({ id, text }) => [id, text.slice(0, 20)])[1]).toEqual([
      'q-en-tram-03',
      'what do passengers h',
    ]);
  });

  it('have grades as numbers or as texts; what is not rated is not judged', async () => {
    const found = await collectionIn({
      'r.json': file(request('q', 'why', rated('a', '3.000'), rated(7, 0), rated('b', null))),
    });
    expect(judged(found)).toEqual(['q a 3', 'q 7 0']);
    expect(placesOf(found.warnings)).toEqual(['passed-over r.json']);
  });

  it.each<[string, string, string]>([
    [
      'a grade that is none',
      file(request('q', 'w', rated('a', 'good'))),
      'bad-grade r.json requests[0].ratings[0].rating',
    ],
    ['no document', file(request('q', 'w', { rating: 1 })), 'wrong-shape r.json requests[0].ratings[0]._id'],
    ['no id', file(request('q', 'w', rated('a', 1)), request(null, 'w')), 'wrong-shape r.json requests[1].id'],
  ])('are refused with their place: %s', async (_, text, place) => {
    expect(placesOf(await problemsIn({ 'r.json': text }))[0]).toEqual(place);
  });

  it('join those of an open collection by the id of a request, or by its text alone', async () => {
    const collection = {
      queries: [
        { id: queryId('q1'), text: 'What is an alloy?' },
        { id: queryId('q2'), text: 'Why does it rust?' },
      ],
      docs: [{ id: docId('d1'), text: 'An alloy is a mixture of metals.' }],
    };
    const log = new ProblemLog();
    const text = file(
      request('q2', 'another wording', rated('d1', 0)),
      request('x', 'what is  an ALLOY?', rated('d1', 2)),
    );
    const { grades } = await readJudgeFile(source('r.json', text), collection, log);
    expect(log.problems).toEqual([]);
    expect(grades.map(({ query, doc, grade }) => [query, doc, grade].join(' '))).toEqual(['q2 d1 0', 'q1 d1 2']);
    const response = JSON.stringify({
      details: { q1: { hits: [{ hit: { _id: 'd1', _score: 2 }, rating: 1 }, { hit: { _id: 'd9', _score: 1 } }] } },
    });
    const own = await readJudgeFile(source('s.json', response), collection, log);
    expect(own.grades.map(({ query, doc, grade }) => [query, doc, grade])).toEqual([['q1', 'd1', 1]]);
  });
});
