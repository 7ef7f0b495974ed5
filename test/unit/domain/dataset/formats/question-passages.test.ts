import { describe, expect, it } from 'vitest';
import { collectionIn, jsonl, outcomeOf, placesOf, problemsIn, told, type Contents } from '../make';

const judged = ({ judgments }: Awaited<ReturnType<typeof collectionIn>>['dataset']) =>
  judgments.map(({ query, doc, grade }) => [query, doc, grade]);

describe('rows of a question with its passages', () => {
  it.each<[string, object[], (string | number)[][]]>([
    [
      'of positives and negatives',
      [
        { query: 'one?', positive: ['a'], negative: ['b', 'c'] },
        { query: 'two?', positive: ['b'], negative: ['a'] },
      ],
      [
        ['1', 'passage-1', 1],
        ['1', 'passage-2', 0],
        ['1', 'passage-3', 0],
        ['2', 'passage-2', 1],
        ['2', 'passage-1', 0],
      ],
    ],
    [
      'of an anchor and numbered negatives',
      [{ anchor: 'one?', positive: 'a', negative_1: 'b', negative_2: 'c' }],
      [
        ['1', 'passage-1', 1],
        ['1', 'passage-2', 0],
        ['1', 'passage-3', 0],
      ],
    ],
    [
      'of pairs with a label, numbered by row; a passage is known by its text',
      [
        { id: 1, query: 'one?', passage: 'a', label: 0 },
        { id: 2, query: 'one?', passage: 'b', label: 1 },
        { id: 3, query: 'two?', passage: 'A ', label: 1 },
      ],
      [
        ['1', 'passage-1', 0],
        ['1', 'passage-2', 1],
        ['2', 'passage-1', 1],
      ],
    ],
    [
      'of lists beside each other',
      [{ query_id: 7, query: 'one?', passages: { passage_text: ['a', 'b'], is_selected: [0, 1] } }],
      [
        ['7', 'passage-1', 0],
        ['7', 'passage-2', 1],
      ],
    ],
  ])('%s', async (_, rows, expected) => {
    const { dataset, summary } = await collectionIn({ 'set/train-00000-of-00001.jsonl': jsonl(...rows) });
    expect(judged(dataset)).toEqual(expected);
    expect(summary).toMatchObject({ name: 'set', format: 'question-passages' });
  });

  it('need all the passages that support an answer, whose sentences are joined', async () => {
    const context = { title: ['A', 'B', 'C'], sentences: [['One. ', 'Two.'], ['Three.'], ['Four.']] };
    const row = {
      id: 'q',
      question: 'both?',
      context,
      supporting_facts: { title: ['C', 'A', 'A'], sent_id: [0, 0, 1] },
    };
    const { dataset } = await collectionIn({ 'h.jsonl': jsonl(row) });
    expect(dataset.docs.map(({ title, text }) => [title, text])).toEqual([
      ['A', 'One. Two.'],
      ['B', 'Three.'],
      ['C', 'Four.'],
    ]);
    expect(dataset.requirements).toEqual([{ query: 'q', needs: [{ docs: ['passage-3'] }, { docs: ['passage-1'] }] }]);
  });

  it('have the documents of a corpus beside them', async () => {
    const row = {
      query_id: 'q',
      query: 'one?',
      positive_passages: [{ docid: 'd2', text: 'two' }],
      negative_passages: [],
    };
    const corpus = jsonl({ docid: 'd1', text: 'one' }, { docid: 'd2', text: 'two' });
    const { dataset } = await collectionIn({ 'm/test/test.jsonl': jsonl(row), 'm/corpus/corpus.jsonl': corpus });
    expect(dataset.docs.map(({ id }) => id)).toEqual(['d1', 'd2']);
    expect(judged(dataset)).toEqual([['q', 'd2', 1]]);
  });

  it('leave out the documents that any row of a question excludes', async () => {
    const row = { query_id: 'q', query: 'one?', positive_passages: [{ docid: 'd2', text: 'two' }] };
    const rows = [['d1'], ['d3', 'd1'], ['N/A']].map((excluded_ids) => ({ ...row, excluded_ids }));
    const { dataset } = await collectionIn({ 'm.jsonl': jsonl(...rows, { ...row, query_id: 'r' }) });
    expect(dataset.queries.map(({ id, excluded }) => [id, excluded])).toEqual([
      ['q', ['d1', 'd3']],
      ['r', undefined],
    ]);
  });

  it('know the passages of a corpus by their text, where they have no ids', async () => {
    const corpus = jsonl({ id: 'd1', text: 'one' }, { id: 'd2', text: 'two' });
    const { dataset } = await collectionIn({
      'm/t.jsonl': jsonl({ query: 'q?', positive: 'two' }),
      'm/c.jsonl': corpus,
    });
    expect(judged(dataset)).toEqual([['1', 'd2', 1]]);
  });

  it('may have lists in cells of CSV', async () => {
    const { dataset } = await collectionIn({ 'a.csv': `query,positive,negative\none?,"['a', 'b']","['c']"\n` });
    expect(dataset.docs.map(({ text }) => text)).toEqual(['a', 'b', 'c']);
  });

  it('without an answer have no relevant passage', async () => {
    const rows = [
      { id: 'a', question: 'one?', context: 'x', answers: { text: [], answer_start: [] } },
      { id: 'b', question: 'two?', context: 'x', answers: { text: ['x'] }, is_impossible: true },
      { id: 'c', question: 'three?', context: 'x', answers: { text: ['x'] }, is_impossible: false },
    ];
    const { dataset } = await collectionIn({ 's.jsonl': jsonl(...rows) });
    expect(judged(dataset)).toEqual([['c', 'passage-1', 1]]);
    expect(dataset.queries.map(({ unanswerable }) => unanswerable === true)).toEqual([true, true, false]);
  });

  it('without an answer in a cell of CSV have none either', async () => {
    const cells = [`"{'text': array([], dtype=object)}"`, '[]', `"{'text': ['x']}"`];
    const rows = cells.map((answers, i) => `q${i},q${i}?,x,${answers}`);
    const { dataset } = await collectionIn({ 's.csv': ['id,question,context,answers', ...rows, ''].join('\n') });
    expect(judged(dataset)).toEqual([['q2', 'passage-1', 1]]);
  });

  it('may stand in paragraphs of articles, of which those without a question are documents, too', async () => {
    const paragraphs = [
      { context: 'a', qas: [{ id: 'q', question: 'one?', answers: [{ text: 'a' }] }] },
      { context: 'b' },
    ];
    const { dataset } = await collectionIn({ 's.json': JSON.stringify({ data: [{ title: 'T', paragraphs }] }) });
    expect(dataset.docs.map(({ title, text }) => [title, text])).toEqual([
      ['T', 'a'],
      ['T', 'b'],
    ]);
    expect(judged(dataset)).toEqual([['q', 'passage-1', 1]]);
  });

  it.each<[string, Contents]>([
    [
      'wrong-shape s.json data[0].paragraphs[0]',
      { 's.json': '{"data":[{"paragraphs":[3],"qas":0,"question":0,"context":0,"answers":0}]}' },
    ],
    ['wrong-shape a.jsonl 1 positive', { 'a.jsonl': jsonl({ query: 'one?', positive: [3] }) }],
    ['wrong-shape a.jsonl 1 docs', { 'a.jsonl': jsonl({ query: 'one?', docs: ['a', 'b'], labels: [1] }) }],
    ['bad-grade a.jsonl 1', { 'a.jsonl': jsonl({ query: 'one?', docs: ['a', 'b'], labels: [1, null] }) }],
    [
      'duplicate-judgment a.jsonl 2',
      { 'a.jsonl': jsonl({ query: 'one?', passage: 'a', label: 0 }, { query: 'one?', passage: 'a', label: 1 }) },
    ],
    [
      'wrong-shape a.jsonl 1 positive_passages.text',
      { 'a.jsonl': jsonl({ query: 'one?', positive_passages: [{ docid: 1, text: 'a' }, { docid: 2 }] }) },
    ],
    [
      'unknown-document a.jsonl 1 supporting_facts.title',
      {
        'a.jsonl': jsonl({
          question: 'one?',
          context: { title: ['A'], sentences: [['x']] },
          supporting_facts: { title: ['Z'] },
        }),
      },
    ],
    ['wrong-shape a.jsonl 1 context', { 'a.jsonl': jsonl({ question: 'one?', context: ['a', 'b'], answers: ['x'] }) }],
    ['bad-grade a.jsonl 1', { 'a.jsonl': jsonl({ query: 'one?', passage: 'a', label: 'yes' }) }],
    ['wrong-shape a.jsonl 1 query', { 'a.jsonl': jsonl({ query: 3, passage: 'a', label: 1 }) }],
  ])('are refused where they are wrong: %s', async (place, files) => {
    expect(placesOf(await problemsIn(files))[0]).toEqual(place);
  });
});

describe('parts of a table', () => {
  const part = (i: number) => jsonl({ query: `${i}?`, passage: `p${i}`, label: 1 });
  const name = (i: number, of = 2) => `t/train-0000${i}-of-0000${of}.jsonl`;

  it('are one, in order', async () => {
    const { dataset } = await collectionIn({ [name(1)]: part(1), [name(0)]: part(0) });
    expect(dataset.queries.map(({ text }) => text)).toEqual(['0?', '1?']);
  });

  it('count once where one was downloaded twice, which is said', async () => {
    const again = name(0).replace('.jsonl', ' (1).jsonl');
    const { dataset, warnings } = await collectionIn({ [name(0)]: part(0), [name(1)]: part(1), [again]: part(0) });
    expect(dataset.queries).toHaveLength(2);
    expect(warnings.map(told)).toEqual([`It was downloaded twice: “${again}” is left out.`]);
  });

  it('are refused where others are missing', async () => {
    const problems = await problemsIn({ [name(1, 3)]: part(1) });
    expect(problems.map(told)).toEqual([expect.stringMatching(/^2 parts of 3 are missing: 00000, 00002\./)]);
  });
});

describe('tasks of a set', () => {
  const tasks = Object.fromEntries(
    ['A', 'B'].flatMap((task) => [
      [`n/corpus/${task}.jsonl`, jsonl({ _id: 'd', text: `document of ${task}` })],
      [`n/queries/${task}.jsonl`, jsonl({ _id: 'q', text: `question of ${task}` })],
      [`n/qrels/${task}.jsonl`, jsonl({ 'query-id': 'q', 'corpus-id': 'd' })],
    ]),
  );

  it('are read one by one, with the same ids apart; pairs without a grade are relevant', async () => {
    const { dataset, summary } = await collectionIn(tasks, 'B');
    expect(summary).toMatchObject({ name: 'B', splits: ['A', 'B'], split: 'B', areTasks: true });
    expect(dataset.docs.map(({ text }) => text)).toEqual(['document of B']);
    expect(judged(dataset)).toEqual([['q', 'd', 1]]);
    const outcome = await outcomeOf(tasks);
    expect(outcome.ok && outcome.kind === 'collection' && outcome.summary.split).toBe('A');
  });
});
