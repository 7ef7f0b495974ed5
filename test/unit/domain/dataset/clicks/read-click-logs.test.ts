import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ImportedClicks } from '../../../../../src/domain/dataset/outcome';
import { TimedRows } from '../../../../../src/domain/dataset/clicks/read-click-logs';
import { type Contents, outcomeOf, placesOf, problemsIn } from '../make';

async function clicksIn(contents: Contents): Promise<ImportedClicks> {
  const outcome = await outcomeOf(contents);
  if (!outcome.ok || outcome.kind !== 'runs' || !outcome.clicks) expect.fail(JSON.stringify(outcome).slice(0, 2000));
  return outcome.clicks;
}

/** `query document shown clicks` by pair. */
const pairsOf = ({ summary: { rates, queries, docs } }: ImportedClicks): string[] =>
  [...rates.query].map((q, i) => `${queries[q]} ${docs[rates.doc[i]!]} ${rates.shown[i]} ${rates.clicks[i]}`);

/** Expected clicks of the first pairs: of a passage at a position where others were clicked, too. */
const expectedOf = ({ summary }: ImportedClicks, pairs: number): number[] =>
  [...summary.rates.expected].slice(0, pairs);

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

  it('are read as OpenSearch exports them: in _source, as an answer, as a bulk request, in a request', async () => {
    const records = [query('1', 'Toner', ['a', 'b']), event('1', 'b')];
    const hits = records.map((_source, i) => ({ _index: 'ubi', _id: `${i}`, _source }));
    const answer = { took: 3, hits: { total: { value: 2, relation: 'eq' }, max_score: 1, hits } };
    for (const contents of [
      { 'dump.jsonl': lines(...hits) },
      { 'list.json': JSON.stringify(records, null, 2) },
      { 'answer.json': JSON.stringify(answer) },
      { 'answer.json': JSON.stringify(answer, null, 2) },
      { 'bulk.ndjson': lines(...records.flatMap((record) => [{ index: { _index: 'ubi' } }, record])) },
      // A request without its answer, and an event.
      { 'query.json': JSON.stringify({ ext: { ubi: records[0] } }, null, 2), 'event.json': lines(records[1]!) },
    ])
      expect(pairsOf(await clicksIn(contents)), JSON.stringify(contents)).toEqual(['Toner a 1 0', 'Toner b 1 1']);
  });

  it('have shown what their impressions say, and the list of the answer where there are none', async () => {
    const seen = (doc: string, ordinal?: number): object => event('1', doc, { action_name: 'impression' }, ordinal);
    const asked = query('1', 'Toner', ['a', 'b', 'c']);
    // Of the positions of another list the fourth and the second are clicked.
    const others = [query('2', 'Ink', ['w', 'x', 'y', 'z']), event('2', 'z'), event('2', 'x')];
    const found = await clicksIn({
      'log.jsonl': lines(asked, seen('c', 4), seen('b'), seen('b', 1), event('1', 'a'), ...others),
    });
    expect(pairsOf(found).slice(0, 2)).toEqual(['Toner c 1 0', 'Toner b 1 0']);
    expect(expectedOf(found, 2)).toEqual([0.5, 0.5]);
    expect(findingsOf(found).map((each) => (each as unknown[])[0])).toEqual([
      'without-clicks',
      'clicks-without-impression',
      'repeated',
    ]);
    // One position of 0: all are counted from 0.
    const zero = await clicksIn({ 'log.jsonl': lines(asked, seen('b', 1), seen('a', 0), ...others) });
    expect(pairsOf(zero).slice(0, 2)).toEqual(['Toner b 1 0', 'Toner a 1 0']);
    expect(expectedOf(zero, 2)).toEqual([0.5, 0]);
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
    expect(placesOf(found)).toEqual([`${code} log.jsonl 2 ${field}`]);
  });

  it('say where a line is no JSON', async () => {
    const found = await problemsIn({ 'log.jsonl': `${lines(event('1', 'a'))}\n{"action_name": ` });
    expect(placesOf(found)).toEqual(['not-json log.jsonl 2']);
  });

  it('of the published schemas are read whole, with what was shown and clicked, and what is left out', async () => {
    const names = ['ubi-queries.jsonl', 'ubi-events.jsonl'];
    const found = await clicksIn(
      Object.fromEntries(names.map((name) => [name, readFileSync(`test/fixtures/engine-results/${name}`, 'utf8')])),
    );
    expect(pairsOf(found).toSorted()).toEqual([
      'lost property fares.md 2 0',
      'lost property office.md 2 2',
      'lost property stops.md 2 0',
      'where do I change trams for the harbour routes.md 1 0',
      'where do I change trams for the harbour stops.md 1 1',
    ]);
    expect(found.report).toMatchObject({ records: 11, clicks: 3 });
    expect(findingsOf(found).map((each) => (each as unknown[]).slice(0, 2).join(' '))).toEqual([
      'without-list 1',
      'robots 1',
      'other-actions 1',
    ]);
  });
});

describe('logs as tables', () => {
  const HEADER = 'query,shown,clicks,time,client_id';
  const csv = (...rows: readonly string[]): Contents => ({ 'clicks.csv': `${[HEADER, ...rows].join('\n')}\n` });

  it('have an impression a row', async () => {
    const found = await clicksIn(
      csv(
        'Toner,a b c,b,2026-11-24T01:30:00Z,u1',
        'Toner,a b c,b,2026-11-24T01:30:00Z,u1',
        'toner,"[""c"", ""a""]",,1795483800000,u2',
        'Paper,d | e,d|x,,u3',
        'Paper,d e,d,,SomeBot',
        ',d e,d,,',
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
        'Toner,a b a,,1700000000000,',
        'Toner,b,,1700000000000,',
        'Toner,b,,1700000000000,',
        'Toner,a b a,,1700000000000,',
        'Toner,b,,,',
        'Toner,b,,,',
      ),
    );
    expect(pairsOf(found)).toEqual(['Toner a 1 0', 'Toner b 4 0']);
    expect(findingsOf(found)).toEqual([
      ['without-clicks', 4, 2, 3, 6],
      ['repeated', 3, 2, 4, 5],
    ]);
  });

  it('have positions of their own where they say so', async () => {
    const table = 'query,shown,clicks,positions\nToner,a b,b,11 12\nInk,c,,12\nPaper,d,d,\n';
    expect([...(await clicksIn({ 'clicks.csv': table })).summary.rates.expected]).toEqual([0, 0.5, 0.5, 1]);
    const wrong = 'query,shown,clicks,positions\nToner,a b,b,1\nToner,a,a,0\n';
    expect(placesOf(await problemsIn({ 'clicks.csv': wrong }))).toEqual([
      'wrong-shape clicks.csv 2 positions',
      'wrong-shape clicks.csv 3 positions',
    ]);
  });

  it('say where a list cannot be read', async () => {
    expect(placesOf(await problemsIn(csv('Toner,"[a",b,,')))).toEqual(['bad-list clicks.csv 2 shown']);
  });
});

it('a log beside a collection is left out with a warning', async () => {
  const outcome = await outcomeOf({
    'corpus.jsonl': lines({ _id: 'a', text: 'Toner' }),
    'queries.jsonl': lines({ _id: 'q', text: 'Toner' }),
    'qrels/test.tsv': 'query-id\tcorpus-id\tscore\nq\ta\t1\n',
    'clicks.csv': 'query,shown,clicks\nToner,a,a\n',
  });
  if (!outcome.ok || outcome.kind !== 'collection') expect.fail(JSON.stringify(outcome));
  expect(placesOf(outcome.warnings)).toEqual(['clicks-beside clicks.csv']);
});

describe('rows that come again', () => {
  it('are known by their time and all of their texts, among more than the first table holds', () => {
    const rows = new TimedRows();
    const first = Array.from({ length: 5000 }, (_, i) => rows.isThere(1.76e12 + (i >> 1), [`query ${i}`, 'a b', 'a']));
    expect(first).not.toContain(true);
    expect(rows.isThere(1.76e12, ['query 0', 'a b', 'a'])).toBe(true);
    expect(rows.isThere(1.76e12 + 2499, ['query 4999', 'a b', 'a'])).toBe(true);
    // Of another time, or with other texts: also where the same signs stand in another one of them.
    expect(rows.isThere(1.76e12 + 2499, ['query 0', 'a b', 'a'])).toBe(false);
    expect(rows.isThere(1.76e12, ['query 0', 'a b', 'b'])).toBe(false);
    expect(rows.isThere(1.76e12, ['query 0', 'a ', 'ba'])).toBe(false);
  });

  it('are none without a time, however often; with a time before 1970 or between milliseconds they are', () => {
    const rows = new TimedRows();
    expect([1, 2].map(() => rows.isThere(NaN, ['a']))).toEqual([false, false]);
    for (const time of [-1.5, 0, -0, Infinity])
      expect([1, 2].map(() => rows.isThere(time, [`${Object.is(time, -0) ? 'negative' : time}`]))).toEqual([
        false,
        true,
      ]);
  });
});
