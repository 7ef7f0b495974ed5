import { describe, expect, it } from 'vitest';
import { collectionIn, hitsOf, judged, jsonl, outcomeOf, placesOf, problemsIn, type Contents, told } from '../make';

const run = 'q1 Q0 d1 1 2.5 a\nq1 Q0 d9 2 1.5 a\n';
const collection = {
  'corpus.jsonl': jsonl({ _id: 'd1', text: 'a' }),
  'queries.jsonl': jsonl({ _id: 'q1', text: 'b' }),
};

const alone: [string, string, string][] = [
  ['trec-qrels', 'a.qrels', 'q1 0 d1 1\nq1 0 d2 0\n'],
  ['beir', 'qrels/test.tsv', 'query-id\tcorpus-id\tscore\nq1\td1\t1\nq1\td2\t0\n'],
  ['beir', 'a.tsv', 'q1\td1\t1\nq1\td2\t0\n'],
  ['mteb', 'a.csv', 'query-id,corpus-id,score\nq1,d1,1\nq1,d2,0\n'],
  ['mteb', 'qrels.tsv', 'corpus-id\tquery-id\tscore\nd1\tq1\t1\nd2\tq1\t0\n'],
  ['mteb', 'qrels/more.tsv', 'query-id\titer\tcorpus-id\tscore\nq1\t0\td1\t1\nq1\t0\td2\t0\n'],
  ['ranx-qrels', 'a.json', '{"q1": {"d1": 1, "d2": 0}}'],
  ['quepid', 'a.csv', 'query,docid,rating\nq1,d1,1\nq1,d2,0\n'],
  [
    'opensearch',
    'a.json',
    '{"judgmentRatings":[{"query":"q1","ratings":[{"docId":"d1","rating":"1.0"},{"docId":"d2","rating":0}]}]}',
  ],
];

describe('judgments alone', () => {
  it.each(alone)('are a collection without documents: %s, %s', async (format, path, text) => {
    const found = await collectionIn({ [path]: text });
    expect(found.summary).toMatchObject({ format, splits: [], split: null, files: [path] });
    expect(found.dataset).toMatchObject({ docs: [], queries: [{ id: 'q1' }] });
    expect(judged(found)).toEqual(['q1 d1 1', 'q1 d2 0']);
  });

  it.each(alone)('are read beside runs: %s, %s', async (_format, path, text) => {
    const found = await collectionIn({ 'a.run': run, [path]: text });
    expect(judged(found)).toHaveLength(2);
    expect(found.runs.map((each) => hitsOf(each.run))).toEqual([{ q1: ['d1 2.5', 'd9 1.5'] }]);
  });

  it.each(alone)(
    'are those of a collection where they lie beside its documents: %s, %s',
    async (_format, path, text) => {
      const docs = jsonl({ _id: 'd1', text: 'a' }, { _id: 'd2', text: 'b' });
      const found = await collectionIn({ ...collection, 'corpus.jsonl': docs, [path]: text });
      expect(found.summary.format).toBe('beir');
      expect(judged(found)).toEqual(['q1 d1 1', 'q1 d2 0']);
    },
  );

  it('name questions by their texts in some formats, and by their ids where these are the same', async () => {
    const found = await collectionIn({
      'corpus.jsonl': jsonl({ _id: 'd1', text: 'a' }),
      'queries.jsonl': jsonl(
        { _id: 'q1', text: 'red shoes' },
        { _id: 'q2', text: 'red shoes' },
        { _id: 'x y', text: 'z' },
      ),
      'ratings.csv': 'query,docid,rating\nred shoes,d1,2\nx y,d1,1\n',
    });
    expect(judged(found)).toEqual(['q1 d1 2', 'x y d1 1']);
  });

  it('have the text of a question where it is the id', async () => {
    expect((await collectionIn({ 'a.csv': 'query,docid,rating\nred shoes,d1,2\n' })).dataset.queries).toEqual([
      { id: 'red shoes', text: 'red shoes' },
    ]);
    expect((await collectionIn({ 'a.qrels': 'q 0 d 1\n' })).dataset.queries).toEqual([{ id: 'q', text: '' }]);
  });

  it('are left alone where a certain collection of another kind lies beside them', async () => {
    const json = JSON.stringify({ queries: { q: 'a' }, corpus: { d: 'b' }, relevant_docs: { q: ['d'] } });
    const found = await collectionIn({ 'set.json': json, 'other.qrels': 'x 0 y 1\n' });
    expect(found.summary).toMatchObject({ format: 'llamaindex', files: ['set.json'] });
  });

  it('are one at a time', async () => {
    const [problem] = await problemsIn({ 'a.qrels': 'q 0 d 1\n', 'b.json': '{"q": {"d": 1}}' });
    expect(problem).toMatchObject({ code: 'several-collections' });
    expect(told(problem!)).toMatch(/a\.qrels, b\.json/);
  });

  it('need no judgments where there are runs', async () => {
    expect(await outcomeOf({ 'a.run': run })).toMatchObject({ ok: true, kind: 'runs', runs: [{ tag: 'a' }] });
  });
});

const opensearch = (ratings: unknown): string => JSON.stringify({ judgmentRatings: [{ query: 'q', ratings }] });

describe('what is wrong with judgments alone', () => {
  it.each<[string, Contents]>([
    ['bad-grade a.qrels 2 rel', { 'a.qrels': 'q 0 d 1\nq 0 e x\nq 0 f 1\n' }],
    ['bad-grade b.txt 1 rel', { 'a.run': run, 'b.txt': 'q 0 d 5000\n' }],
    ['bad-grade qrels.txt 1 rel', { 'a.run': run, 'qrels.txt': 'q 0 d no\n' }],
    ['wrong-shape a.qrels 2', { 'a.qrels': 'q 0 d 1\nq 0 e 1 2\nq 0 f 1\n' }],
    ['duplicate-judgment a.qrels 2', { 'a.qrels': 'q 0 d 1\nq 1 d 2\n' }],
    ['bad-grade a.tsv 2 score', { 'a.tsv': 'query-id\tcorpus-id\tscore\nq\td\thigh\n' }],
    ['empty-id a.csv 2', { 'a.csv': 'query-id,corpus-id,score\nq,,1\n' }],
    ['wrong-shape a.jsonl 1 query-id', { 'a.jsonl': jsonl({ 'query-id': true, 'corpus-id': 'd', score: 1 }) }],
    ['bad-grade qrels.json 2 q."e"', { 'qrels.json': '{"q": {"d": 1,\n "e": 5e3}}' }],
    ['wrong-shape qrels.json 2 q."e"', { 'qrels.json': '{"q": {"d": 1,\n "e": "1"}}' }],
    ['duplicate-key qrels.json 2 q', { 'qrels.json': '{"q": {"d": 1},\n "q": {"e": 1}}' }],
    ['not-json qrels.json 1', { 'qrels.json': '{"q": {"d": 1},' }],
    ['bad-grade a.csv 2 rating', { 'a.csv': 'query,docid,rating\nq,d,one\n' }],
    ['empty-id a.csv 2', { 'a.csv': 'query,docid,rating\nq,,1\n' }],
    ['no-judgments a.csv', { 'a.csv': 'query,docid,rating\nq,d,\n' }],
    [
      'bad-grade a.json judgmentRatings[0].ratings[0].rating',
      { 'a.json': opensearch([{ docId: 'd', rating: 'high' }]) },
    ],
    ['wrong-shape a.json judgmentRatings[0].ratings[0].docId', { 'a.json': opensearch([{ rating: 1 }]) }],
    ['wrong-shape a.json judgmentRatings[0].ratings', { 'a.json': opensearch({}) }],
    ['wrong-shape a.json judgmentRatings[0].ratings[0]', { 'a.json': opensearch([null]) }],
    ['no-judgments a.json', { 'a.json': '{"judgmentRatings": []}' }],
    ['not-json a.json 2', { 'a.json': '{"judgmentRatings":\n[],}' }],
  ])('is told: %s', async (place, files) => {
    expect(placesOf(await problemsIn(files))[0]).toEqual(place);
  });

  it('is told where one response holds two lists of OpenSearch', async () => {
    const hit = { _source: JSON.parse(opensearch([{ docId: 'd', rating: 1 }])) as object };
    const [problem] = await problemsIn({ 'a.json': JSON.stringify({ hits: { hits: [hit, hit] } }) });
    expect(problem).toMatchObject({ code: 'ambiguous-files', file: 'a.json' });
    expect(told(problem!)).toMatch(/hits\.hits\[0\]\._source\.judgmentRatings or hits\.hits\[1\]/);
  });
});

it.each<[string, Contents]>([
  ['rows of Quepid', { 'a.csv': 'query,docid,rating\nq,d,1\nq,e,\nq,f,""\n' }],
  [
    'ratings of OpenSearch',
    {
      'a.json': opensearch([
        { docId: 'd', rating: 1 },
        { docId: 'e', rating: null },
        { docId: 'f', rating: '' },
      ]),
    },
  ],
])('what is passed over in judgments are %s without a rating', async (_name, files) => {
  const found = await collectionIn(files);
  expect(judged(found)).toEqual(['q d 1']);
  expect(found.warnings).toMatchObject([{ code: 'passed-over' }]);
  expect(told(found.warnings[0]!)).toMatch(/^2 lines without a rating/);
});
