import { describe, expect, it } from 'vitest';
import { describeProblem } from '../../../../../src/ui/shared/messages/importing';
import { jsonl, placesOf } from '../make';
import { findingsOf, ground, read } from './results';

const search = (hits: readonly object[], more: object = {}): object => ({
  took: 4,
  timed_out: false,
  _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
  hits: { hits },
  ...more,
});
const hit = (id: unknown, score: unknown = 1): object => ({ _index: 'i', _id: id, _score: score });
const msearch = (...responses: readonly object[]): string => JSON.stringify({ took: 1, responses });
const requests = (...texts: readonly string[]): string =>
  jsonl(...texts.flatMap((query) => [{}, { query: { match: { text: { query } } } }]));

const FIRST = 'responses[0].hits.hits[0]';
/** Two responses, of which the first has a hit. */
const TWO = msearch(search([hit('a')]), search([]));

it.each<[string, object]>([
  [
    'a later hit has a field of click logs',
    search([hit('a'), { ...hit('b'), _source: { action_name: 'x' } }], { query: 'Where is the ferry?' }),
  ],
  [
    'an error is null',
    {
      query: 'Where is the ferry?',
      error: null,
      status: 'ok',
      result: {
        points: [
          { id: 'a', score: 2 },
          { id: 'b', score: 1 },
        ],
      },
    },
  ],
])('a response is read though %s', async (_, response) => {
  expect((await read({ 'r.json': JSON.stringify(response) }, ground)).docs).toEqual({ q1: ['a', 'b'] });
});

describe('a file that is wrong', () => {
  it.each<[string, string, string]>([
    ['a hit without an id', msearch(search([{ _score: 1 }]), search([])), `wrong-shape r.json ${FIRST}._id`],
    ['an id that is no id', msearch(search([hit({})]), search([])), `wrong-shape r.json ${FIRST}._id`],
    ['an empty id', msearch(search([hit('')]), search([])), `empty-id r.json ${FIRST}._id`],
    ['an id with white space', msearch(search([hit('a ')]), search([])), `bad-id r.json ${FIRST}._id`],
    ['a score that is none', msearch(search([hit('a', 'high')]), search([])), `bad-score r.json ${FIRST}._score`],
    ['a score beyond all numbers', TWO.replace('"_score":1', '"_score":1e999'), `bad-score r.json ${FIRST}._score`],
    ['hits that are no objects', msearch(search(['a'] as never), search([])), `wrong-shape r.json ${FIRST}`],
    ['a response that is none', msearch(search([]), 7 as never), 'wrong-shape r.json responses[1]'],
    ['NaN, which is no JSON', TWO.replace('"_score":1', '"_score":NaN'), 'not-json r.json 1'],
    [
      'a key that is there twice',
      TWO.replace('"_id":"a"', '"_id":"a","_id":"b"'),
      `duplicate-key r.json 1 ${FIRST}._id`,
    ],
    ['a file that was cut', TWO.slice(0, -30), 'not-json r.json 1'],
  ])('is refused with its place: %s', async (_, text, place) => {
    const { problems } = await read({ 'r.json': text, 'r.ndjson': requests('a', 'b') }, ground);
    expect(placesOf(problems)[0]).toEqual(place);
  });

  it.each<[string, string, string, string]>([
    ['Qdrant', 'p.json', '{"result": {"points": [{"score": 1}]}}', 'wrong-shape p.json result.points[0].id'],
    [
      'Vespa',
      'v.json',
      '{"root": {"children": [{"relevance": "x", "id": "a"}]}}',
      'bad-score v.json root.children[0].relevance',
    ],
    [
      'a span',
      's.json',
      '{"span_kind": "RETRIEVER", "retrieval.documents.0.document.score": 1}',
      'wrong-shape s.json retrieval.documents.0',
    ],
    [
      'a rank evaluation',
      'e.json',
      '{"details": {"q": {"hits": [{"hit": {}}]}}}',
      'wrong-shape e.json details."q".hits[0].hit._id',
    ],
    ['an experiment', 'x.json', '{"searchText": "t", "documentIds": ["a", null]}', 'wrong-shape x.json documentIds[1]'],
    ['a table', 't.csv', 'qid,docid,rank\nq1,a,1\nq1,b,x\n', 'bad-score t.csv 3 rank'],
    [
      'one line',
      'r.jsonl',
      jsonl({ response: search([hit('a')]) }, { response: { a: 1 } }),
      'wrong-shape r.jsonl 2 response',
    ],
  ])('names the path in it: %s', async (_, name, text, place) => {
    const { problems } = await read({ [name]: text }, ground);
    expect(placesOf(problems)[0]).toEqual(place);
  });

  it.each<[string, string]>([
    ['settings', '{"name": "x", "hits": 3, "root": "/usr"}'],
    ['a list of numbers', '[1, 2, 3]'],
    ['results of something else', '{"result": {"status": "ok"}}'],
    ['a log of clicks in a search', JSON.stringify(search([{ _source: { action_name: 'click', query_id: '1' } }]))],
    ['judgments', JSON.stringify({ judgmentRatings: [] })],
    ['judgments in a search', JSON.stringify(search([{ _id: '1', _source: { judgmentRatings: [] } }]))],
    ['a table of grades', 'query,docid,rating\nq1,a,1\n'],
    ['a table of whole scores', 'qid,docid,score\nq1,a,1\n'],
    ['a run of ranx', '{"q1": {"a": 1.5}}'],
    ['nothing', ''],
  ])('is none of results: %s', async (_, text) => {
    const { runs, problems, warnings } = await read({ 'x.json': text }, ground);
    expect([runs, problems, warnings]).toEqual([[], [], []]);
  });

  it('says that its responses name no question, and how many requests there are', async () => {
    const responses = msearch(search([hit('a')]), search([hit('b')]));
    const alone = await read({ 'r.json': responses }, ground);
    expect(alone.problems).toMatchObject([{ code: 'nameless-lists', data: [2, []] }]);
    const fewer = await read({ 'r.json': responses, 'q.ndjson': requests('Where is the ferry?') }, ground);
    expect(fewer.problems).toMatchObject([{ data: [2, [{ file: 'q.ndjson', requests: 1 }]] }]);
    expect(describeProblem(fewer.problems[0]!)).toBe(
      'r.json: The 2 responses in it name no question. q.ndjson has 1 request: give one file of requests with as many, in the same order; or write a line for each response: {"query": "…", "response": {…}}.',
    );
  });

  it('of a megabyte of id is read, and its id is shown cut', async () => {
    const long = 'x'.repeat(2 ** 20);
    const { docs, warnings } = await read(
      { 'r.jsonl': jsonl({ qid: 'q1', response: search([hit(long), hit('a')]) }) },
      ground,
    );
    expect(docs['q1']).toEqual([long, 'a']);
    expect(describeProblem(warnings[0]!).length).toBeLessThan(500);
  });
});

describe('what an engine says went wrong', () => {
  it('is reported with its place; a response that failed is no empty list', async () => {
    const failed = { error: { type: 'search_phase_execution_exception', reason: 'x' }, status: 500 };
    const partly = search([hit('b')], { _shards: { total: 2, successful: 1, skipped: 0, failed: 1 } });
    const late = search([hit('a')], { timed_out: true });
    const asked = requests('Where is the ferry?', 'When does the night tram run?', 'unknown');
    const { docs, warnings } = await read({ 'r.json': msearch(failed, partly, late), 'r.ndjson': asked }, ground);
    expect(docs).toEqual({ q2: ['b'] });
    expect(findingsOf(warnings)).toEqual([
      ['error', 1],
      ['timed-out', 1],
      ['failed-shards', 1],
      ['unmatched-questions', 1],
    ]);
    expect(describeProblem(warnings[0]!)).toBe(
      'r.json: 1 of 3 lists failed in the engine: their questions have no list. The first: “Where is the ferry?” at responses[0].',
    );
  });

  it.each<[string, object, object]>([
    ['Qdrant', { result: { points: [{ id: 'a', score: 1 }] } }, { status: { error: 'Not found' }, time: 0 }],
    ['Elasticsearch', search([hit('a')]), { error: { type: 'x' }, status: 404 }],
    ['Solr', { responseHeader: {}, response: { docs: [{ id: 'a', score: 1 }] } }, { responseHeader: {}, error: {} }],
    ['Vespa', { root: { children: [{ id: 'a', relevance: 1 }] } }, { root: { errors: [{ summary: 'Timed out' }] } }],
  ])('is known of %s', async (_, whole, failed) => {
    const lines = jsonl({ qid: 'q1', response: whole }, { qid: 'q2', response: failed });
    const { docs, warnings } = await read({ 'r.jsonl': lines }, ground);
    expect(docs).toEqual({ q1: ['a'] });
    expect(findingsOf(warnings)).toEqual([['error', 1]]);
  });
});
