import { describe, expect, it } from 'vitest';
import { collectionIn, type Contents, jsonl, judged, needed, placesOf, problemsIn, told } from '../make';

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
    const unnamed = { 'qa.jsonl': qa([['d1']]), 'qa_dev.jsonl': qa([['d2']]), 'corpus.jsonl': corpus };
    expect((await collectionIn(unnamed)).summary.splits).toEqual(['qa', 'dev']);
    expect(judged(await collectionIn(unnamed, 'qa'))).toEqual(['q1 d1 1']);
  });
});

describe('what is wrong with a collection of AutoRAG', () => {
  const csv = (list: string): string => `qid,query,retrieval_gt\nq1,why?,"${list}"\n`;
  it.each<[string, Contents]>([
    ['bad-list qa.csv 2 retrieval_gt', { 'qa.csv': csv("[['d1'"), 'corpus.jsonl': corpus }],
    ['wrong-shape qa.jsonl 1 retrieval_gt[1]', { 'qa.jsonl': qa([['d1'], [{}]]), 'corpus.jsonl': corpus }],
    ['wrong-shape qa.jsonl 1 retrieval_gt', { 'qa.jsonl': qa(null), 'corpus.jsonl': corpus }],
    ['no-judgments qa.jsonl', { 'qa.jsonl': qa([[]]), 'corpus.jsonl': corpus }],
    ['judged-apart qa.jsonl 1 retrieval_gt', { 'qa.jsonl': qa([['d9']]), 'corpus.jsonl': corpus }],
    ['duplicate-id qa.jsonl 2', { 'qa.jsonl': qa([['d1']]) + qa([['d1']]), 'corpus.jsonl': corpus }],
    [
      'wrong-shape corpus.jsonl 1 contents',
      { 'qa.jsonl': qa([['d1']]), 'corpus.jsonl': jsonl({ doc_id: 'd1', contents: 1 }) },
    ],
    ['missing-file s/corpus.json', { 's/qa.jsonl': qa([['d1']]) }],
    ['missing-file qa.json', { 'corpus.jsonl': corpus }],
    ['several-collections', { 'qa.jsonl': qa([['d1']]), 'corpus.jsonl': corpus, 'b.jsonl': corpus }],
    ['not-json qa.json 2', { 'qa.json': '{"qid":{"0":"q1"},\n"query":{"0":', 'corpus.jsonl': corpus }],
  ])('is told: %s', async (place, files) => {
    expect(placesOf(await problemsIn(files))[0]).toEqual(place);
  });
});

describe('BRIGHT', () => {
  const examples = jsonl({ id: '0', query: 'why?', gold_ids: ['a'], gold_ids_long: ['p'], excluded_ids: ['b'] });
  const documents = jsonl({ id: 'a', content: 'one' }, { id: 'b', content: 'two' });
  const long = jsonl({ id: 'a', content: 'whole' }, { id: 'b', content: 'pages' });
  const biology = {
    's/long_documents/bio.jsonl': long,
    's/documents/bio.jsonl': documents,
    's/examples/bio.jsonl': examples,
  };

  it('is read by its documents and examples, whatever else its repository has, task by task', async () => {
    const one = await collectionIn({ ...biology, 's/gpt4_reason/bio.jsonl': examples });
    expect(one.dataset.docs.map(({ text }) => text)).toEqual(['one', 'two']);
    expect(one.dataset.queries).toEqual([{ id: '0', text: 'why?', excluded: ['b'] }]);
    expect(judged(one)).toEqual(['0 a 1']);
    const two = await collectionIn(
      { ...biology, 's/documents/eco.jsonl': long, 's/examples/eco.jsonl': examples },
      'eco',
    );
    expect(two.summary).toMatchObject({ format: 'bright', splits: ['bio', 'eco'], areTasks: true });
    expect(two.dataset.docs[0]!.text).toBe('whole');
  });

  it('is not told by one of its fields', async () => {
    const beir = {
      'corpus.jsonl': jsonl({ _id: 'd', text: 'x' }),
      'qrels.tsv': 'query-id\tcorpus-id\tscore\nq\td\t1\n',
    };
    const found = await collectionIn({ ...beir, 'queries.jsonl': jsonl({ _id: 'q', text: 'why?', gold_ids: ['d'] }) });
    expect(found.summary.format).toBe('beir');
  });
});

describe('ms marco', () => {
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
      expect(found.dataset.queries.map(({ id, text }) => [id, text].join(' '))).toEqual([
        '100 which one',
        '101 and why',
      ]);
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
    it.each<[string, Contents]>([
      ['wrong-shape collection.tsv 3', { ...files, 'collection.tsv': `${collection}9 third\n` }],
      ['wrong-shape queries.dev.tsv 3', { ...files, 'queries.dev.tsv': `${queries}9\ta\tb\n` }],
      ['empty-text queries.dev.tsv 3', { ...files, 'queries.dev.tsv': `${queries}9\t\n` }],
      ['duplicate-id collection.tsv 3', { ...files, 'collection.tsv': `${collection}7\tx\n` }],
      ['judged-apart qrels.dev.tsv 1', { ...files, 'qrels.dev.tsv': '5\t0\t7\t1\n' }],
      ['bad-grade qrels.dev.tsv 2 rel', { ...files, 'qrels.dev.tsv': `${qrels}100 0 8 good\n${qrels}` }],
      ['missing-file queries.tsv', { 'collection.tsv': collection, 'qrels.tsv': qrels }],
      ['missing-file a/qrels.tsv', { 'a/collection.tsv': collection, 'a/queries.tsv': queries }],
      ['empty-file collection.tsv', { ...files, 'collection.tsv': '' }],
      ['ambiguous-files', { ...files, 'collection2.tsv': collection }],
      [
        'empty-file queries.dev.tsv',
        {
          ...files,
          'queries.dev.tsv': '',
          'queries.a.tsv': queries,
          'queries.b.tsv': queries,
          'qrels.dev.tsv': '',
          'qrels.c.tsv': qrels,
        },
      ],
    ])('is told: %s', async (place, contents) => {
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
      expect(told(problems[0]!)).toMatch(/queries\.a\.tsv or queries\.b\.tsv/);
    });
  });
});

describe('question answer csv', () => {
  const questions = 'Text,AID\n資料が見当たらない。,A001\n"a, b?",A002\nまた資料が,A001\n';
  const answers = 'AID,Text\nA001,"one<br>\ntwo"\nA002,three\n';
  const files = { 'Questions.csv': questions, 'Answers.csv': answers };

  describe('questions and answers', () => {
    it('are joined on the id of the answer; a question has the number of its row', async () => {
      const found = await collectionIn(files);
      expect(found.summary).toMatchObject({ format: 'question-answer-csv', splits: [] });
      expect(found.dataset.docs).toEqual([
        { id: 'A001', title: '', text: 'one<br>\ntwo' },
        { id: 'A002', title: '', text: 'three' },
      ]);
      expect(found.dataset.queries.map(({ id, text }) => [id, text].join(' '))).toEqual([
        '1 資料が見当たらない。',
        '2 a, b?',
        '3 また資料が',
      ]);
      expect(judged(found)).toEqual(['1 A001 1', '2 A002 1', '3 A001 1']);
    });

    it('are told apart by their columns where their names say both', async () => {
      const named = { 'faq_questions.csv': questions, 'faq_question_answers.csv': answers };
      expect(judged(await collectionIn(named))).toHaveLength(3);
    });

    it('may have ids of questions, blanks around the names of columns and semicolons', async () => {
      const found = await collectionIn({
        'questions.csv': 'id; Text ;AID\nx;a;1\n',
        'answers.csv': ' AID ;Text\n1;b\n',
      });
      expect(judged(found)).toEqual(['x 1 1']);
    });
  });

  it.each<[string, Contents]>([
    ['judged-apart Questions.csv 2 AID', { ...files, 'Questions.csv': `${questions.split('\n')[0]}\nx,A009\n` }],
    ['duplicate-id Answers.csv 5', { ...files, 'Answers.csv': `${answers}A001,x\n` }],
    ['empty-text Questions.csv 5', { ...files, 'Questions.csv': `${questions},A001\n` }],
    ['empty-id Questions.csv 5 AID', { ...files, 'Questions.csv': `${questions}x,\n` }],
    ['missing-file answers.csv', { 'Questions.csv': questions }],
    ['missing-file qa/questions.csv', { 'qa/Answers.csv': answers }],
    ['no-questions Questions.csv', { ...files, 'Questions.csv': 'Text,AID\n' }],
    ['missing-file answers.csv', { 'a.csv': questions, 'b.csv': questions }],
    ['several-collections', { ...files, 'answers2.csv': answers }],
  ])('what is wrong with questions and answers is told: %s', async (place, contents) => {
    expect(placesOf(await problemsIn(contents))[0]).toEqual(place);
  });
});
