import { describe, expect, it } from 'vitest';
import { collectionIn, judged, placesOf, problemsIn, source } from '../make';
import { quepid } from '../../../../../src/domain/dataset/formats/tool-judgments';
import { docId, queryId } from '../../../../../src/base/types';
import { ProblemLog } from '../../../../../src/domain/dataset/problem';
import { readJudgeFile } from '../../../../../src/domain/judging/judge-files';
import { fixture } from '../engine-results/results';

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
    ['"query","docid","rating","team"\n', true],
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
    ['a fraction', file(request('q', 'w', rated('a', 0.5))), 'bad-grade r.json requests[0].ratings[0].rating'],
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
