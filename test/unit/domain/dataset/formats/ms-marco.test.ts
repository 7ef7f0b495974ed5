import { importMessages } from '../../../../../src/ui/shared/messages/importing';
import { say } from '../../../../../src/ui/shared/messages/say';
import { describe, expect, it } from 'vitest';
import { collectionIn, judged, placesOf, problemsIn, type Contents } from '../make';

const files = {
  'collection.tsv': '7\tThe "first" passage\n8\tsecond, passage\n',
  'queries.dev.tsv': '100\twhich one\n101\tand why\n',
  'qrels.dev.tsv': '100\t0\t7\t1\n',
};
const several = {
  ...files,
  'queries.dev.small.tsv': '100\twhich one\n',
  'qrels.dev.small.tsv': '100 0 8 1\n',
  'queries.train.tsv': '200\tlearn\n',
  'qrels.train.tsv': '200\t0\t8\t1\n',
};

describe('a collection of MS MARCO', () => {
  it('is read as it stands, with all questions of the split', async () => {
    const found = await collectionIn(files);
    expect(found.summary).toMatchObject({
      format: 'ms-marco',
      splits: ['dev'],
      split: 'dev',
      files: Object.keys(files),
    });
    expect(found.dataset.docs).toEqual([
      { id: '7', title: '', text: 'The "first" passage' },
      { id: '8', title: '', text: 'second, passage' },
    ]);
    expect(found.dataset.queries.map(({ id, text }) => [id, text].join(' '))).toEqual(['100 which one', '101 and why']);
    expect(judged(found)).toEqual(['100 7 1']);
  });

  it.each([
    [undefined, 'dev', ['100', '101'], ['100 7 1']],
    ['dev.small', 'dev.small', ['100'], ['100 8 1']],
    ['train', 'train', ['200'], ['200 8 1']],
  ])('has questions and judgments by split: %s', async (asked, split, questions, judgments) => {
    const found = await collectionIn(several, asked);
    expect(found.summary).toMatchObject({ splits: ['dev', 'dev.small', 'train'], split });
    expect(found.dataset.queries.map(({ id }) => id)).toEqual(questions);
    expect(judged(found)).toEqual(judgments);
  });

  it('takes the questions of a wider split for a part of it', async () => {
    const { 'queries.dev.small.tsv': _, ...rest } = several;
    expect((await collectionIn(rest, 'dev.small')).dataset.queries).toHaveLength(2);
  });

  it('may have no splits, and a folder that names it', async () => {
    const { summary } = await collectionIn({
      'marco/collection.tsv': files['collection.tsv'],
      'marco/queries.tsv': files['queries.dev.tsv'],
      'marco/qrels.tsv': files['qrels.dev.tsv'],
    });
    expect(summary).toMatchObject({ name: 'marco', splits: [], split: null });
  });
});

describe('what is wrong with a collection of MS MARCO', () => {
  const { 'queries.dev.tsv': queries, 'collection.tsv': collection, 'qrels.dev.tsv': qrels } = files;
  it.each<[string, Contents, string]>([
    [
      'a passage without a tab',
      { ...files, 'collection.tsv': `${collection}9 third\n` },
      'wrong-shape collection.tsv 3',
    ],
    [
      'a question with two tabs',
      { ...files, 'queries.dev.tsv': `${queries}9\ta\tb\n` },
      'wrong-shape queries.dev.tsv 3',
    ],
    ['a question without text', { ...files, 'queries.dev.tsv': `${queries}9\t\n` }, 'empty-text queries.dev.tsv 3'],
    ['an id twice', { ...files, 'collection.tsv': `${collection}7\tx\n` }, 'duplicate-id collection.tsv 3'],
    [
      'a question that is judged and not there',
      { ...files, 'qrels.dev.tsv': `${qrels}5\t0\t7\t1\n` },
      'unknown-question qrels.dev.tsv 2',
    ],
    [
      'a grade in words',
      { ...files, 'qrels.dev.tsv': `${qrels}100 0 8 good\n${qrels}` },
      'bad-grade qrels.dev.tsv 2 rel',
    ],
    ['no questions', { 'collection.tsv': collection, 'qrels.tsv': qrels }, 'missing-file queries.tsv'],
    ['no judgments', { 'a/collection.tsv': collection, 'a/queries.tsv': queries }, 'missing-file a/qrels.tsv'],
    ['an empty collection', { ...files, 'collection.tsv': '' }, 'empty-file collection.tsv'],
    ['two collections', { ...files, 'collection2.tsv': collection }, 'ambiguous-files'],
    [
      'questions of other splits',
      {
        ...files,
        'queries.dev.tsv': '',
        'queries.a.tsv': queries,
        'queries.b.tsv': queries,
        'qrels.dev.tsv': '',
        'qrels.c.tsv': qrels,
      },
      'empty-file queries.dev.tsv',
    ],
  ])('is told: %s', async (_name, contents, place) => {
    expect(placesOf(await problemsIn(contents))[0]).toEqual(place);
  });

  it('is told where none of several files of questions is that of the split', async () => {
    const problems = await problemsIn({
      'collection.tsv': collection,
      'queries.a.tsv': queries,
      'queries.b.tsv': queries,
      'qrels.c.tsv': qrels,
    });
    expect(placesOf(problems)).toEqual(['ambiguous-files']);
    expect(say(importMessages, problems[0]!)).toMatch(/queries\.a\.tsv or queries\.b\.tsv/);
  });
});
