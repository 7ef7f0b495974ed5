import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { below, orderedScores } from '../../../../../src/domain/dataset/engine-results/fit-results';
import { jsonl } from '../make';
import { findingsOf, groundOf, read } from './results';

const FERRY = 'The ferry quay is at Sandmouth, and boats leave every hour.';
const ground = groundOf(
  [
    ['q1', 'Where is the ferry?'],
    ['q2', 'Night trams'],
    ['q3', 'night  TRAMS'],
    ['10', 'When?'],
  ],
  [
    ['a', FERRY],
    ['b', 'Line 5 runs all night on Fridays.', 'Line 5'],
    ['c', 'Repeated notice.'],
    ['d', 'Repeated notice.'],
    ['7', 'The depot re-profiles wheels.'],
  ],
);

const list = (named: object, ...hits: readonly (readonly [id: unknown, score: unknown, source?: object])[]) => ({
  ...named,
  response: { hits: { hits: hits.map(([_id, _score, _source]) => ({ _id, _score, _source })) } },
});

const fitted = (...lists: readonly object[]) => read({ 'r.jsonl': jsonl(...lists) }, ground);

describe('questions of results', () => {
  it('are matched by id, else by text but for case and white space', async () => {
    const { docs, runs } = await fitted(list({ qid: 'q1' }, ['a', 1]), list({ query: ' WHEN?\n' }, ['b', 1]));
    expect(docs).toEqual({ q1: ['a'], 10: ['b'] });
    expect(runs[0]!.engine).toMatchObject({ lists: 2, byText: 1 });
  });

  it('that are there twice, or whose id and text differ, are said and not guessed', async () => {
    const { docs, warnings } = await fitted(
      list({ qid: 'q1', query: 'Where is the ferry?' }, ['a', 1]),
      list({ query: 'night trams' }, ['b', 1]),
      list({ qid: '10', query: 'Where is the ferry?' }, ['b', 1]),
      list({ query: 'Something else' }, ['b', 1]),
      list({ qid: 'q1' }, ['b', 1]),
    );
    expect(docs).toEqual({ q1: ['a'] });
    expect(findingsOf(warnings)).toEqual([
      ['unmatched-questions', 1],
      ['ambiguous-questions', 2],
      ['questions-again', 1],
    ]);
    expect(warnings[0]).toMatchObject({
      data: ['unmatched-questions', { of: 5, first: [{ name: 'Something else', line: 4, field: 'response' }] }],
    });
  });

  it('may all be of another collection', async () => {
    const { runs, warnings } = await fitted(list({ query: 'Something else' }, ['b', 1]));
    expect(runs).toEqual([]);
    expect(warnings.at(-1)).toMatchObject({ code: 'no-list-fits', data: ['Something else', { id: 'q1' }] });
  });

  it('have the text of their request where a rank evaluation names them by another id', async () => {
    const request = { id: 'ferry', request: { query: { match: { text: 'Where is the ferry?' } } }, ratings: [] };
    const { docs } = await read(
      {
        'request.json': JSON.stringify({ requests: [request] }),
        'response.json': JSON.stringify({ details: { ferry: { hits: [{ hit: { _id: 'a', _score: 1 } }] } } }),
      },
      ground,
    );
    expect(docs).toEqual({ q1: ['a'] });
  });
});

describe('passages of results', () => {
  it('that the collection lacks keep their ranks, and are counted', async () => {
    const { docs, warnings, runs } = await fitted(list({ qid: 'q1' }, ['x', 3], ['a', 2], ['y', 1]));
    expect(docs['q1']).toEqual(['x', 'a', 'y']);
    expect(findingsOf(warnings)).toEqual([['unknown-passages', 2]]);
    expect(runs[0]!.engine!.unknownHits).toBe(2);
  });

  it('are found by the field that knows most of them, and not by a number that is another document by chance', async () => {
    const { docs, runs } = await fitted(
      list({ qid: 'q1' }, [7, 3, { doc_id: 'a' }], [8, 2, { doc_id: 'b' }], [9, 1, { doc_id: 'gone' }]),
      // Its own id is a document, which it is not.
      list({ qid: '10' }, [7, 1, { doc_id: 'c' }], [5, 0.5]),
    );
    expect(runs[0]!.engine!.field).toBe('_source.doc_id');
    expect(docs).toEqual({ q1: ['a', 'b', 'gone'], 10: ['c', '5'] });
  });

  it('without the field that counts do not become the document that their number names', async () => {
    const { docs } = await fitted(list({ qid: 'q1' }, [1, 3, { doc_id: 'a' }], [2, 2, { doc_id: 'b' }], [7, 1]));
    expect(docs['q1']).toEqual(['a', 'b', '_id=7']);
  });

  it('are found by their place in a document, or by their text where only one document has it', async () => {
    const { docs, warnings } = await fitted(
      list(
        { qid: 'q1' },
        ['a#4-14', 5],
        [101, 4, { text: 'line 5  runs ALL night on Fridays.' }],
        [102, 3, { text: 'boats leave every hour' }],
        [103, 2, { text: 'Repeated notice.' }],
        [104, 1, { text: 'Not there at all.' }],
      ),
    );
    // The third is a second passage of the first document.
    expect(docs['q1']).toEqual(['a', 'b', '103', '104']);
    expect(findingsOf(warnings)).toEqual([
      ['unknown-passages', 2],
      ['passages-of-one-document', 1],
    ]);
  });

  it('that come again in a list count once, at the first place', async () => {
    const { hits, warnings } = await fitted(list({ qid: 'q1' }, ['a', 3], ['b', 2], ['a', 1]));
    expect(hits['q1']).toEqual(['a 3', 'b 2']);
    expect(warnings).toMatchObject([
      {
        code: 'result-finding',
        data: [
          'repeated-passages',
          { count: 1, of: 3, first: [{ name: 'a', line: 1, field: 'response.hits.hits[2]' }] },
        ],
      },
    ]);
  });

  it('of judgments alone are none that could be unknown', async () => {
    const alone = groundOf([['q1', '']], [], ['a']);
    const { docs, warnings } = await read({ 'r.jsonl': jsonl(list({ qid: 'q1' }, ['x', 2], ['a', 1])) }, alone);
    expect(docs['q1']).toEqual(['x', 'a']);
    expect(warnings).toEqual([]);
  });

  it('have numbers for ids, digit by digit', async () => {
    const big = groundOf([['q1', '']], [['9007199254740993', 'x']]);
    const text = jsonl(list({ qid: 'q1' }, ['N', 1])).replace('"N"', '9007199254740993');
    expect((await read({ 'r.jsonl': text }, big)).docs['q1']).toEqual(['9007199254740993']);
  });
});

describe('the order of an engine', () => {
  it('stands where scores are equal, whatever the tie rule makes of ids', async () => {
    const { docs, hits } = await fitted(list({ qid: 'q1' }, ['a', 2], ['c', 2], ['b', 2]));
    // By trec_eval’s rule it would be c, b, a.
    expect(docs['q1']).toEqual(['a', 'c', 'b']);
    expect(hits['q1']!.map((hit) => Number(hit.split(' ')[1]).toFixed(12))).toEqual([
      '2.000000000000',
      '2.000000000000',
      '2.000000000000',
    ]);
  });

  it.each([
    ['are missing', ['a', null], 'missing'],
    ['rise, as distances do', ['b', 5], 'rising'],
  ] as const)('stands where scores %s, with 1/rank for all lists', async (_, last, why) => {
    const { hits, warnings } = await fitted(
      list({ qid: 'q1' }, ['c', 3], last),
      list({ qid: '10' }, ['a', 9], ['b', 8]),
    );
    expect(hits).toEqual({ q1: ['c 1', `${last[0]} 0.5`], 10: ['a 1', 'b 0.5'] });
    expect(warnings).toMatchObject([
      { code: 'ranks-for-scores', line: 1, field: 'response.hits.hits[1]', data: [why] },
    ]);
  });

  it('is that of the ranks of a table, whatever the order of its rows', async () => {
    const { docs, warnings } = await read({ 't.csv': 'qid,docid,rank,lang\nq1,b,2,x\nq1,a,1,\n10,a,1,\n' }, ground);
    expect(docs).toEqual({ q1: ['a', 'b'], 10: ['a'] });
    expect(warnings).toContainEqual({ code: 'unused-fields', file: 't.csv', data: [['lang']] });
  });

  it.each([
    'qid,docid,docno,rank\nq1,7,a,0\nq1,8,b,1\n',
    'qid,docid,docno,rank\nq1,a,7,0\nq1,b,8,1\n',
    'qid,docid,docno,rank\nq1,b,a,0\nq1,zz,b,1\n',
    // As ranx writes it as Parquet: its scores are no grades.
    'q_id,doc_id,score\nq1,a,1.5\nq1,b,0.5\n',
  ])('has its passages by the column of ids that finds the most: %j', async (table) => {
    expect((await read({ 't.csv': table }, ground)).docs).toEqual({ q1: ['a', 'b'] });
  });

  it('is kept by scores that fall strictly and stay where they fall', () => {
    const finite = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e300, max: 1e300 });
    fc.assert(
      fc.property(fc.array(fc.array(finite)), (lists) => {
        const falling = lists.map((list) => list.toSorted((a, b) => b - a));
        const { scores, unordered } = orderedScores(falling);
        expect(unordered).toBeNull();
        scores.forEach((list, i) =>
          list.forEach((score, j) => {
            if (j > 0) expect(score).toBeLessThan(list[j - 1]!);
            if (new Set(falling[i]).size === list.length) expect(score === falling[i]![j]).toBe(true);
          }),
        );
      }),
    );
  });

  it.each([1, -1, 0, 5e-324, 1e300, 0.1])('has no double between %f and the next', (value) => {
    const next = below(value);
    expect(next).toBeLessThan(value);
    expect([value, next]).toContain((value + next) / 2 + 0);
  });
});
