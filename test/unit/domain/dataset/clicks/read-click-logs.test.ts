import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ImportedClicks } from '../../../../../src/domain/dataset/outcome';
import { type Contents, outcomeOf, placesOf, problemsIn } from '../make';

async function clicksIn(contents: Contents): Promise<ImportedClicks> {
  const outcome = await outcomeOf(contents);
  if (!outcome.ok || outcome.kind !== 'runs' || !outcome.clicks) expect.fail(JSON.stringify(outcome).slice(0, 2000));
  return outcome.clicks;
}

/** `query document shown clicks` by pair. */
const pairsOf = ({ summary: { rates, queries, docs } }: ImportedClicks): string[] =>
  [...rates.query].map((q, i) => `${queries[q]} ${docs[rates.doc[i]!]} ${rates.shown[i]} ${rates.clicks[i]}`);

/** Kind and count, and the lines where there is a first one. */
const findingsOf = ({ report }: ImportedClicks): unknown[] =>
  report.findings.map(({ kind, count, places }) => [kind, count, ...places.map(({ line }) => line)]);

const lines = (...records: readonly object[]): string => records.map((each) => JSON.stringify(each)).join('\n');

const query = (id: string, text: string, hits: readonly string[], more: object = {}): object => ({
  query_id: id,
  user_query: text,
  timestamp: '2026-11-24T01:30:00Z',
  client_id: 'a3f1',
  query_response_hit_ids: hits,
  ...more,
});
const event = (id: string, doc: string | null, more: object = {}, ordinal?: number): object => ({
  action_name: 'click',
  query_id: id,
  client_id: 'a3f1',
  session_id: 's9',
  timestamp: '2026-11-24T01:31:00Z',
  event_attributes: {
    object: doc === null ? {} : { object_id: doc },
    position: ordinal === undefined ? {} : { ordinal },
  },
  ...more,
});

const QUERIES = lines(query('1', 'Toner', ['a', 'b']), query('2', 'toner', ['b', 'a']), query('3', 'Paper', []));
const EVENTS = lines(
  event('1', 'a'),
  event('1', 'a'),
  event('1', 'z'),
  event('9', 'a'),
  event('2', null),
  event('2', 'b', { action_name: 'add_to_cart' }),
  event('2', 'b', { client_id: 'quepid-nightly-bot' }),
);

describe('logs of User Behavior Insights', () => {
  it('are queries and events in files of their own, in any order', async () => {
    for (const contents of [
      { 'queries.jsonl': QUERIES, 'events.jsonl': EVENTS },
      { 'events.jsonl': EVENTS, 'queries.jsonl': QUERIES },
    ]) {
      const found = await clicksIn(contents);
      expect(pairsOf(found).toSorted()).toEqual(['Toner a 2 1', 'Toner b 2 0']);
      expect(found.report).toMatchObject({ records: 10, impressions: 2, clicks: 1 });
      expect(findingsOf(found)).toEqual([
        ['without-clicks', 1, 2],
        ['without-list', 1, 3],
        ['clicks-without-impression', 2, 3, 4],
        ['repeated', 1, 2],
        ['robots', 1, 7],
        ['incomplete', 1, 5],
        ['other-actions', 1, 6],
      ]);
      expect([...found.summary.asked]).toEqual([2, 1]);
    }
  });

  it('have nothing that tells who searched', async () => {
    const found = await clicksIn({ 'log.jsonl': `${QUERIES}\n${EVENTS}` });
    expect(JSON.stringify(found)).not.toMatch(/a3f1|s9|client|session/);
  });

  it('are read as OpenSearch exports them: in _source, as an answer, as a bulk request', async () => {
    const records = [query('1', 'Toner', ['a', 'b']), event('1', 'b')];
    const hits = records.map((_source, i) => ({ _index: 'ubi', _id: `${i}`, _source }));
    const answer = { took: 3, hits: { total: { value: 2, relation: 'eq' }, max_score: 1, hits } };
    for (const contents of [
      { 'dump.jsonl': lines(...hits) },
      { 'list.json': JSON.stringify(records, null, 2) },
      { 'answer.json': JSON.stringify(answer) },
      { 'answer.json': JSON.stringify(answer, null, 2) },
      { 'bulk.ndjson': lines(...records.flatMap((record) => [{ index: { _index: 'ubi' } }, record])) },
    ])
      expect(pairsOf(await clicksIn(contents)), JSON.stringify(contents)).toEqual(['Toner a 1 0', 'Toner b 1 1']);
  });

  it('have shown what their impressions say, and the list of the answer where there are none', async () => {
    const seen = (doc: string, ordinal?: number): object => event('1', doc, { action_name: 'impression' }, ordinal);
    const asked = query('1', 'Toner', ['a', 'b', 'c']);
    const found = await clicksIn({ 'log.jsonl': lines(asked, seen('c', 4), seen('b'), seen('b', 1), event('1', 'a')) });
    expect(pairsOf(found)).toEqual(['Toner c 1 0', 'Toner b 1 0']);
    expect([...found.summary.positions.shown]).toEqual([0, 1, 0, 1]);
    expect(findingsOf(found).map((each) => (each as unknown[])[0])).toEqual([
      'without-clicks',
      'clicks-without-impression',
      'repeated',
    ]);
    // One position of 0: all are counted from 0.
    const zero = await clicksIn({ 'log.jsonl': lines(asked, seen('b', 1), seen('a', 0)) });
    expect([...zero.summary.positions.shown]).toEqual([1, 1]);
  });

  it('know arms and random orders by attributes of the query', async () => {
    const asked = (i: number): object =>
      query(`${i}`, 'Toner', ['a', 'b'], {
        query_attributes: { variant: i % 2 === 0 ? 'new' : 'old', randomized: true },
      });
    const ids = Array.from({ length: 200 }, (_, i) => i);
    const log = [...ids.map(asked), ...ids.flatMap((i) => [event(`${i}`, i % 3 === 0 ? 'b' : 'a')])];
    const { summary } = await clicksIn({ 'log.jsonl': lines(...log) });
    expect(summary.differences.map(({ first, second, impressions }) => [first, second, ...impressions])).toEqual([
      ['new', 'old', 100, 100],
      ['new', 'old', 100, 100],
    ]);
    if (summary.bias.kind !== 'randomised') expect.fail(summary.bias.kind);
    expect(summary.bias.propensities[1]).toBeCloseTo(67 / 133, 9);
  });

  it('keep every digit of an id that is a number', async () => {
    const asked = JSON.stringify(query('1', 'Toner', ['a'])).replace('"a"', '9007199254740993, 12');
    expect((await clicksIn({ 'log.jsonl': asked })).summary.docs).toEqual(['9007199254740993', '12']);
  });

  it('leave out who clicks everything of a long list', async () => {
    const docs = [...'abcdefghij'];
    const found = await clicksIn({
      'log.jsonl': lines(query('1', 'Toner', docs), ...docs.map((doc) => event('1', doc))),
    });
    expect(findingsOf(found)).toEqual([['robots', 1, 1]]);
    const few = await clicksIn({
      'log.jsonl': lines(query('1', 'Toner', docs), ...docs.slice(1).map((doc) => event('1', doc))),
    });
    expect(findingsOf(few)).toEqual([]);
  });

  it.each([
    ['a position', event('1', 'a', {}, 1.5), 'wrong-shape', 'event_attributes.position.ordinal'],
    ['a time', query('1', 'Toner', ['a'], { timestamp: 'yesterday' }), 'bad-time', 'timestamp'],
    ['a list', query('1', 'Toner', [{ id: 'a' } as unknown as string]), 'wrong-shape', 'query_response_hit_ids'],
    ['an action', event('1', 'a', { action_name: 7 }), 'wrong-shape', 'action_name'],
  ])('say where %s is wrong', async (_, wrong, code, field) => {
    const found = await problemsIn({ 'log.jsonl': lines(event('1', 'a'), wrong) });
    expect(placesOf(found)).toEqual([[code, 'log.jsonl', 2, field]]);
  });

  it('say where a line is no JSON', async () => {
    const found = await problemsIn({ 'log.jsonl': `${lines(event('1', 'a'))}\n{"action_name": ` });
    expect(placesOf(found)).toEqual([['not-json', 'log.jsonl', 2]]);
  });

  const samples = '../shared/engines/ubi';
  it.skipIf(!existsSync(samples))(
    'are read of the samples that were published (skipped where they are absent)',
    async () => {
      const contents = Object.fromEntries(
        ['query-opensearch.json', 'event-opensearch.json'].map((name) => [
          name,
          readFileSync(`${samples}/${name}`, 'utf8'),
        ]),
      );
      const found = await clicksIn(contents);
      expect(found.summary.queries).toEqual(['Toner']);
      // A request without its answer, and an event that is no click.
      expect(found.report).toEqual({
        records: 2,
        impressions: 0,
        clicks: 0,
        findings: [
          { kind: 'without-list', count: 1, places: [{ file: 'query-opensearch.json', field: 'ext.ubi' }] },
          { kind: 'other-actions', count: 1, places: [{ file: 'event-opensearch.json' }] },
        ],
      });
    },
  );
});

describe('logs as tables', () => {
  const HEADER = 'query,shown,clicks,time,system,randomised,client_id';
  const csv = (...rows: readonly string[]): Contents => ({ 'clicks.csv': `${[HEADER, ...rows].join('\n')}\n` });

  it('have an impression a row', async () => {
    const found = await clicksIn(
      csv(
        'Toner,a b c,b,2026-11-24T01:30:00Z,old,,u1',
        'Toner,a b c,b,2026-11-24T01:30:00Z,old,,u1',
        'toner,"[""c"", ""a""]",,1795483800000,new,true,u2',
        'Paper,d | e,d|x,,,no,u3',
        'Paper,d e,d,,,,SomeBot',
        ',d e,d,,,,',
      ),
    );
    expect(pairsOf(found)).toEqual(['Toner a 2 0', 'Toner b 1 1', 'Toner c 2 0', 'Paper d 1 1', 'Paper e 1 0']);
    expect(findingsOf(found)).toEqual([
      ['without-clicks', 1, 4],
      ['clicks-without-impression', 1, 5],
      ['repeated', 1, 3],
      ['robots', 1, 6],
      ['incomplete', 1, 7],
    ]);
    expect(JSON.stringify(found)).not.toMatch(/u1|u2|u3/);
  });

  it('count what was shown twice once, and rows of one time as repeated where they are the same', async () => {
    const found = await clicksIn(
      csv(
        'Toner,a b a,,1700000000000,,,',
        'Toner,b,,1700000000000,,,',
        'Toner,b,,1700000000000,,,',
        'Toner,a b a,,1700000000000,,,',
        'Toner,b,,,,,',
        'Toner,b,,,,,',
      ),
    );
    expect(pairsOf(found)).toEqual(['Toner a 1 0', 'Toner b 4 0']);
    expect(findingsOf(found)).toEqual([
      ['without-clicks', 4, 2, 3, 6],
      ['repeated', 3, 2, 4, 5],
    ]);
  });

  it('have positions of their own where they say so', async () => {
    const found = await clicksIn({ 'clicks.csv': 'query,shown,clicks,positions\nToner,a b,b,11 12\n' });
    expect([...found.summary.positions.shown].slice(10)).toEqual([1, 1]);
    const table = 'query,shown,clicks,positions\nToner,a b,b,1\nToner,a,a,0\n';
    expect(placesOf(await problemsIn({ 'clicks.csv': table }))).toEqual([
      ['wrong-shape', 'clicks.csv', 2, 'positions'],
      ['wrong-shape', 'clicks.csv', 3, 'positions'],
    ]);
  });

  it('have systems by passage where lists are interleaved', async () => {
    const { summary } = await clicksIn({
      'log.csv': 'query,shown,clicks,teams\nToner,a b,a,new old\nToner,b a,b,old|new\nToner,a,,\n',
    });
    expect(summary.interleaved).toMatchObject([{ first: 'new', second: 'old', impressions: 2, preferred: [1, 1] }]);
    const wrong = await problemsIn({ 'log.csv': 'query,shown,clicks,teams\nToner,a b,a,new\n' });
    expect(placesOf(wrong)).toEqual([['wrong-shape', 'log.csv', 2, 'teams']]);
  });

  it('are read of JSON Lines too, with lists', async () => {
    const found = await clicksIn({ 'log.jsonl': lines({ query: 'Toner', shown: ['a', 7], clicks: [7] }) });
    expect(pairsOf(found)).toEqual(['Toner a 1 0', 'Toner 7 1 1']);
  });

  it('say where a list cannot be read', async () => {
    expect(placesOf(await problemsIn(csv('Toner,"[a",b,,,,')))).toEqual([['bad-list', 'clicks.csv', 2, 'shown']]);
  });
});

describe('a log beside a collection', () => {
  it('is left out with a warning', async () => {
    const outcome = await outcomeOf({
      'corpus.jsonl': lines({ _id: 'a', text: 'Toner' }),
      'queries.jsonl': lines({ _id: 'q', text: 'Toner' }),
      'qrels/test.tsv': 'query-id\tcorpus-id\tscore\nq\ta\t1\n',
      'clicks.csv': 'query,shown,clicks\nToner,a,a\n',
    });
    if (!outcome.ok || outcome.kind !== 'collection') expect.fail(JSON.stringify(outcome));
    expect(outcome.warnings.map(({ code, file }) => [code, file])).toEqual([['clicks-beside', 'clicks.csv']]);
  });
});
