import { describe, expect, it } from 'vitest';
import { collectionIn, judged, jsonl, needed, placesOf, problemsIn, type Contents } from '../make';

const corpus = [
  { id: 'd1', title: 'One', text: 'first text' },
  { id: 'd2', title: '', text: 'second text' },
];
const queries = [
  { id: 'q1', text: 'which?' },
  { id: 'q2', text: 'why?' },
];
const qrels = [
  { 'query-id': 'q1', 'corpus-id': 'd1', score: 2 },
  { 'query-id': 'q2', 'corpus-id': 'd2', score: 0 },
];
const csv = {
  'corpus.csv': 'id,text,title\nd1,first text,One\nd2,second text,\n',
  'queries.csv': 'id,text\nq1,which?\nq2,why?\n',
  'qrels.csv': 'query-id,corpus-id,score\nq1,d1,2\nq2,d2,0.0\n',
};
const lines = { 'corpus.jsonl': jsonl(...corpus), 'queries.jsonl': jsonl(...queries), 'qrels.jsonl': jsonl(...qrels) };

const layouts: [string, Contents][] = [
  ['JSON Lines', lines],
  ['CSV', csv],
  [
    'lists of JSON',
    {
      'corpus.json': JSON.stringify(corpus, null, 1),
      'queries.json': JSON.stringify(queries),
      'qrels.json': JSON.stringify(qrels),
    },
  ],
  [
    'tables with tabs',
    Object.fromEntries(Object.entries(csv).map(([p, t]) => [p.replace('csv', 'tsv'), t.replaceAll(',', '\t')])),
  ],
  [
    'a folder for each part',
    {
      's/corpus/test.jsonl': lines['corpus.jsonl'],
      's/queries/test.jsonl': lines['queries.jsonl'],
      's/default/test.jsonl': lines['qrels.jsonl'],
    },
  ],
  [
    'columns of pandas',
    { 'corpus.json': columns(corpus), 'queries.json': columns(queries), 'qrels.csv': csv['qrels.csv'] },
  ],
  ['TREC qrels', { ...csv, 'qrels.csv': 'q1 0 d1 2\nq2 0 d2 0\n' }],
  ['names that say nothing', { 'a.csv': csv['corpus.csv'], 'b.csv': csv['queries.csv'], 'c.csv': csv['qrels.csv'] }],
];

function columns(records: readonly Readonly<Record<string, string>>[]): string {
  const names = Object.keys(records[0]!);
  return JSON.stringify(
    Object.fromEntries(names.map((name) => [name, Object.fromEntries(records.map((each, i) => [i, each[name]]))])),
  );
}

describe('a collection of MTEB', () => {
  it.each(layouts)('is read from %s', async (_name, files) => {
    const found = await collectionIn(files);
    expect(found.summary).toMatchObject({ format: 'mteb' });
    expect(found.dataset.docs).toEqual(corpus);
    expect(found.dataset.queries).toEqual(queries);
    expect(judged(found)).toEqual(['q1 d1 2', 'q2 d2 0']);
    expect(found.warnings).toEqual([]);
  });

  it('has the name of the folder around its parts, and splits by the names of its judgments', async () => {
    const found = await collectionIn({
      'set/corpus/corpus.csv': csv['corpus.csv'],
      'set/queries/queries.csv': csv['queries.csv'],
      'set/qrels/dev.csv': csv['qrels.csv'],
      'set/qrels/train.csv': csv['qrels.csv'],
    });
    expect(found.summary).toMatchObject({ name: 'set', splits: ['dev', 'train', 'all'], split: 'dev' });
  });

  it('keeps the questions of all splits apart where all are taken, and those of two splits with the first', async () => {
    const qrels = (...ids: string[]): string =>
      ['query-id,corpus-id,score', ...ids.map((id) => `${id},d1,1`), ''].join('\n');
    const files = {
      'set/corpus/corpus.csv': csv['corpus.csv'],
      'set/queries/queries.csv': csv['queries.csv'],
      'set/qrels/test.csv': qrels('q1', 'q2'),
      'set/qrels/train.csv': qrels('q2'),
      'set/qrels/other.csv': qrels('q1'),
    };
    const all = await collectionIn(files, 'all');
    expect(all.summary).toMatchObject({ splits: ['other', 'test', 'train', 'all'], split: 'all' });
    expect(all.dataset.queries.map(({ id, split }) => [id, split].join(' '))).toEqual(['q1 test', 'q2 train']);
    expect(judged(all).sort()).toEqual(['q1 d1 1', 'q2 d1 1']);
    const test = await collectionIn(files);
    expect(test.dataset.queries.some(({ split }) => split)).toBe(false);
  });

  it('is one of BEIR where its files are named and its ids are written as there', async () => {
    const beir = { 'corpus.jsonl': jsonl({ _id: 'd1', text: 'a' }), 'queries.jsonl': jsonl({ _id: 'q1', text: 'b' }) };
    expect((await collectionIn({ ...beir, 'qrels.csv': 'query-id,corpus-id,score\nq1,d1,1\n' })).summary.format).toBe(
      'beir',
    );
  });

  it('may have ground truth as texts by its questions, if it has no judgments', async () => {
    const questions = jsonl(
      { id: 'q1', text: 'which?', ground_truth: 'FIRST  text' },
      { id: 'q2', text: 'why?', ground_truth: ['second', 'nowhere'] },
    );
    const found = await collectionIn({ 'corpus.jsonl': lines['corpus.jsonl'], 'queries.jsonl': questions });
    expect(judged(found)).toEqual(['q1 d1 1', 'q2 d2 1']);
    expect(needed(found)).toEqual({ q1: [['d1']], q2: [['d2'], []] });
    expect(placesOf(found.warnings)).toEqual(['unmatched-texts queries.jsonl']);
    const withQrels = await collectionIn({ ...lines, 'queries.jsonl': questions });
    expect(withQrels.dataset.requirements).toBeUndefined();
  });

  it('may have ground truth as texts in a file of its own', async () => {
    const found = await collectionIn({
      ...lines,
      'qrels.jsonl': jsonl({ 'query-id': 'q1', ground_truths: ['first'] }),
    });
    expect(needed(found)).toEqual({ q1: [['d1']] });
  });
});

it.each<[string, Contents]>([
  ['bad-grade qrels.csv 2 score', { ...csv, 'qrels.csv': 'query-id,corpus-id,score\nq1,d1,high\n' }],
  [
    'bad-grade qrels.jsonl 2 score',
    { ...lines, 'qrels.jsonl': jsonl(qrels[0], { 'query-id': 'q2', 'corpus-id': 'd1' }) },
  ],
  [
    'bad-grade qrels.jsonl 1 score',
    { ...lines, 'qrels.jsonl': jsonl({ 'query-id': 'q2', 'corpus-id': 'd1' }, qrels[0]) },
  ],
  ['wrong-shape corpus.jsonl 2 text', { ...lines, 'corpus.jsonl': jsonl(corpus[0], { id: 'd2', title: 'x' }) }],
  ['wrong-shape queries.jsonl 2 id', { ...lines, 'queries.jsonl': jsonl(queries[0], { id: [], text: 'x' }) }],
  ['judged-apart qrels.csv 2', { ...csv, 'qrels.csv': 'query-id,corpus-id,score\nq1,d9,1\n' }],
  ['empty-id qrels.csv 2', { ...csv, 'qrels.csv': 'query-id,corpus-id,score\nq1,,1\n' }],
  ['wrong-shape corpus.csv 2', { ...csv, 'corpus.csv': 'id,text,title\nd1,a\n' }],
  ['bad-csv queries.csv 2', { ...csv, 'queries.csv': 'id,text\nq1,"which?\nq2,why?\n' }],
  ['missing-file qrels.jsonl', { 'corpus.csv': csv['corpus.csv'], 'queries.csv': csv['queries.csv'] }],
  ['missing-file s/queries.jsonl', { 's/corpus.csv': csv['corpus.csv'], 's/qrels.csv': csv['qrels.csv'] }],
  [
    'several-collections',
    { 'a/corpus.csv': csv['corpus.csv'], 'b/corpus.csv': csv['corpus.csv'], 'queries.csv': csv['queries.csv'] },
  ],
])('what is wrong with a collection of MTEB is told: %s', async (place, files) => {
  expect(placesOf(await problemsIn(files))[0]).toEqual(place);
});
