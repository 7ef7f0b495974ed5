import { describe, expect, it } from 'vitest';
import { collectionIn, judged, jsonl, needed, placesOf, problemsIn, type Contents } from '../make';

const docs = ['d1', 'd2', 'd3'].map((doc_id) => ({ doc_id, contents: `text of ${doc_id}`, metadata: { a: 1 } }));
const corpus = jsonl(...docs);
const qa = (retrieval_gt: unknown): string => jsonl({ qid: 'q1', query: 'which?', retrieval_gt, generation_gt: ['x'] });

describe('a collection of AutoRAG', () => {
  it('is read with its needs: all lists, any document of each', async () => {
    const found = await collectionIn({ 'qa.jsonl': qa([['d1', 'd2'], ['d3']]), 'corpus.jsonl': corpus });
    expect(found.summary).toMatchObject({ format: 'autorag', splits: [], files: ['corpus.jsonl', 'qa.jsonl'] });
    expect(found.dataset.docs[0]).toEqual({ id: 'd1', title: '', text: 'text of d1', metadata: { a: 1 } });
    expect(found.dataset.queries).toEqual([{ id: 'q1', text: 'which?' }]);
    expect(needed(found)).toEqual({ q1: [['d1', 'd2'], ['d3']] });
    expect(judged(found)).toEqual(['q1 d1 1', 'q1 d2 1', 'q1 d3 1']);
  });

  it.each<[string, unknown, string[][]]>([
    ['ids in one list, of which any is enough', ['d1', 'd2'], [['d1', 'd2']]],
    ['one id', 'd1', [['d1']]],
    ['a document in two lists', [['d1'], ['d1', 'd2']], [['d1'], ['d1', 'd2']]],
    ['a list of nothing beside another', [[], ['d2']], [['d2']]],
  ])('takes what AutoRAG takes: %s', async (_name, retrieval_gt, expected) => {
    const found = await collectionIn({ 'qa.jsonl': qa(retrieval_gt), 'corpus.jsonl': corpus });
    expect(needed(found)).toEqual({ q1: expected });
  });

  it.each([
    ["[['d1', 'd2'], ['d3']]"],
    ['[[""d1"", ""d2""], [""d3""]]'],
    ["[array(['d1', 'd2'], dtype=object) array(['d3'], dtype=object)]"],
    ["[['d1' 'd2']\n ['d3']]"],
  ])('is read from CSV, lists as %s', async (list) => {
    const found = await collectionIn({
      'qa.csv': `qid,query,retrieval_gt,generation_gt\nq1,"which, then?","${list}",['x']\n`,
      'corpus.csv': 'doc_id,contents,metadata\nd1,"a\nb",{}\nd2,c,{}\nd3,d,{}\n',
    });
    expect(needed(found)).toEqual({ q1: [['d1', 'd2'], ['d3']] });
    expect(found.dataset.docs[0]?.text).toBe('a\nb');
  });

  it('is read from the JSON of pandas, of which only the first column may be seen', async () => {
    const long = 'x'.repeat(70_000);
    const found = await collectionIn({
      'qa.json': JSON.stringify({ qid: { 0: 'q1' }, query: { 0: `why ${long}` }, retrieval_gt: { 0: [['d2']] } }),
      'corpus.json': JSON.stringify({
        doc_id: { 0: 'd1', 1: 'd2' },
        contents: { 0: long, 1: 'b' },
        metadata: { 0: 1, 1: 2 },
      }),
    });
    expect(found.dataset.docs.map(({ id }) => id)).toEqual(['d1', 'd2']);
    expect(needed(found)).toEqual({ q1: [['d2']] });
  });

  it('may have several files of questions, which are splits', async () => {
    const files = { 'qa_test.jsonl': qa([['d1']]), 'qa_train.jsonl': qa([['d2']]), 'corpus.jsonl': corpus };
    const found = await collectionIn(files);
    expect(found.summary).toMatchObject({ splits: ['test', 'train'], split: 'test' });
    expect(judged(found)).toEqual(['q1 d1 1']);
    expect(judged(await collectionIn(files, 'train'))).toEqual(['q1 d2 1']);
  });
});

describe('what is wrong with a collection of AutoRAG', () => {
  const csv = (list: string): string => `qid,query,retrieval_gt\nq1,why?,"${list}"\n`;
  it.each<[string, Contents, string]>([
    [
      'a list that cannot be read',
      { 'qa.csv': csv("[['d1'"), 'corpus.jsonl': corpus },
      'bad-list qa.csv 2 retrieval_gt',
    ],
    [
      'an id that is an object',
      { 'qa.jsonl': qa([['d1'], [{}]]), 'corpus.jsonl': corpus },
      'wrong-shape qa.jsonl 1 retrieval_gt[1]',
    ],
    ['no ground truth', { 'qa.jsonl': qa(null), 'corpus.jsonl': corpus }, 'wrong-shape qa.jsonl 1 retrieval_gt'],
    ['nothing relevant at all', { 'qa.jsonl': qa([[]]), 'corpus.jsonl': corpus }, 'no-judgments qa.jsonl'],
    [
      'a document that is not there',
      { 'qa.jsonl': qa([['d9']]), 'corpus.jsonl': corpus },
      'unknown-document qa.jsonl 1 retrieval_gt',
    ],
    [
      'a question twice',
      { 'qa.jsonl': qa([['d1']]) + qa([['d1']]), 'corpus.jsonl': corpus },
      'duplicate-id qa.jsonl 2',
    ],
    [
      'contents that are a number',
      { 'qa.jsonl': qa([['d1']]), 'corpus.jsonl': jsonl({ doc_id: 'd1', contents: 1 }) },
      'wrong-shape corpus.jsonl 1 contents',
    ],
    ['no corpus', { 's/qa.jsonl': qa([['d1']]) }, 'missing-file s/corpus.json'],
    ['no questions', { 'corpus.jsonl': corpus }, 'missing-file qa.json'],
    ['two corpora', { 'qa.jsonl': qa([['d1']]), 'corpus.jsonl': corpus, 'b.jsonl': corpus }, 'several-collections'],
    ['parquet files', { 'qa.parquet': 'PAR1\0\0PAR1', 'corpus.parquet': 'PAR1' }, 'parquet-file qa.parquet'],
    [
      'JSON of pandas that ends early',
      { 'qa.json': '{"qid":{"0":"q1"},\n"query":{"0":', 'corpus.jsonl': corpus },
      'not-json qa.json 2',
    ],
  ])('is told: %s', async (_name, files, place) => {
    expect(placesOf(await problemsIn(files))[0]).toEqual(place);
  });
});
