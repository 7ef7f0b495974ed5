import { describe, expect, it } from 'vitest';
import { PassagePool } from '../../../../../src/domain/dataset/formats/passage-pool';
import { ProblemLog } from '../../../../../src/domain/dataset/problem';
import { builder, collectionIn, hitsOf, judged, jsonl, needed, placesOf, problemsIn } from '../make';

const place = { file: 'a', line: 1 };

describe('a pool of contexts', () => {
  it('gives ids that no context has', () => {
    const pool = new PassagePool('context', new ProblemLog());
    pool.addNamed('context-1', 'one', place);
    expect([pool.idOf('two', place), pool.idOf(' ONE', place), pool.idOf('two', place)]).toEqual([
      'context-2',
      'context-1',
      'context-2',
    ]);
  });

  it('takes a text from whichever row has it, and refuses another', () => {
    const log = new ProblemLog();
    const pool = new PassagePool('context', log);
    pool.addNamed('d', null, place);
    pool.addNamed('d', 'one', place);
    pool.addNamed('d', 'One ', { file: 'a', line: 2 });
    expect(log.problems).toEqual([]);
    pool.addNamed('d', 'two', { file: 'a', line: 3 });
    expect(log.problems).toMatchObject([{ code: 'duplicate-id', line: 3 }]);
    const { builder: dataset } = builder();
    pool.addTo(dataset);
    expect(dataset.finish().docs).toEqual([{ id: 'd', title: '', text: 'one' }]);
  });
});

const named = jsonl(
  {
    user_input: 'which?',
    retrieved_contexts: ['two', 'one'],
    retrieved_context_ids: ['d2', 'd1'],
    reference_contexts: ['one'],
    reference_context_ids: ['d1'],
    response: 'x',
    reference: 'y',
  },
  {
    user_input: 'why?',
    retrieved_contexts: [],
    retrieved_context_ids: [],
    reference_contexts: ['three'],
    reference_context_ids: [3],
  },
);
const unnamed = jsonl(
  { user_input: 'which?', retrieved_contexts: ['Alpha beta.', 'Gamma'], reference_contexts: ['alpha  BETA'] },
  { user_input: 'why?', retrieved_contexts: ['gamma', 'delta'], reference_contexts: ['epsilon'] },
);

describe('a dataset of Ragas with ids', () => {
  it('has documents, judgments and a run by them', async () => {
    const found = await collectionIn({ 'eval.jsonl': named });
    expect(found.summary).toMatchObject({ format: 'ragas', name: 'eval', splits: [] });
    expect(found.dataset.docs.map(({ id, text }) => [id, text].join(' '))).toEqual(['d2 two', 'd1 one', '3 three']);
    expect(found.dataset.queries.map(({ id, text }) => [id, text].join(' '))).toEqual(['1 which?', '2 why?']);
    expect(judged(found)).toEqual(['1 d1 1', '2 3 1']);
    expect(found.dataset.requirements).toBeUndefined();
    expect(found.runs).toMatchObject([{ file: 'eval.jsonl', format: 'ragas', tag: null }]);
    expect(hitsOf(found.runs[0]!.run)).toEqual({ 1: ['d2 1', 'd1 0.5'], 2: [] });
  });

  it('may tell of ids on one side: the other side is found by its texts', async () => {
    const retrieved = { user_input: 'which?', retrieved_contexts: ['one', 'two'], retrieved_context_ids: ['d1', 'd2'] };
    const byText = await collectionIn({ 'a.jsonl': jsonl({ ...retrieved, reference_contexts: ['ONE'] }) });
    expect(needed(byText)).toEqual({ 1: [['d1']] });
    const reference = { user_input: 'which?', reference_contexts: ['one'], reference_context_ids: ['d1'] };
    const found = await collectionIn({ 'a.jsonl': jsonl({ ...reference, retrieved_contexts: ['new', 'one'] }) });
    expect(hitsOf(found.runs[0]!.run)).toEqual({ 1: ['context-1 1', 'd1 0.5'] });
  });

  it('tells of documents of which no row has the text', async () => {
    const rows = jsonl({
      user_input: 'a?',
      retrieved_context_ids: ['d1'],
      retrieved_contexts: ['x'],
      reference_context_ids: ['d9'],
    });
    const found = await collectionIn({ 'a.jsonl': rows });
    expect(placesOf(found.warnings)).toEqual(['empty-text a.jsonl']);
  });
});

describe('a dataset of Ragas without ids', () => {
  it('has each text as a document, and those references that nothing retrieved matches', async () => {
    const found = await collectionIn({ 'eval.jsonl': unnamed });
    expect(found.dataset.docs.map(({ id, text }) => [id, text].join(' '))).toEqual([
      'context-1 Alpha beta.',
      'context-2 Gamma',
      'context-3 delta',
      'context-4 epsilon',
    ]);
    expect(needed(found)).toEqual({ 1: [['context-1']], 2: [['context-4']] });
    expect(hitsOf(found.runs[0]!.run)).toEqual({
      1: ['context-1 1', 'context-2 0.5'],
      2: ['context-2 1', 'context-3 0.5'],
    });
    expect(found.warnings).toEqual([]);
  });

  it.each([
    ['a list of JSON', `[${unnamed.trim().replaceAll('\n', ',\n')}]`, 'a.json'],
    [
      'CSV with lists of Python',
      'user_input,retrieved_contexts,reference_contexts\n' +
        `which?,"['Alpha beta.', 'Gamma']","['alpha  BETA']"\nwhy?,"[""gamma"", 'delta']","['epsilon']"\n`,
      'a.csv',
    ],
    [
      'JSON of pandas',
      JSON.stringify({
        user_input: { 0: 'which?', 1: 'why?' },
        retrieved_contexts: { 0: ['Alpha beta.', 'Gamma'], 1: ['gamma', 'delta'] },
        reference_contexts: { 0: ['alpha  BETA'], 1: ['epsilon'] },
      }),
      'a.json',
    ],
    [
      'the names of Ragas 0.1',
      jsonl(
        { question: 'which?', answer: 'x', contexts: ['Alpha beta.', 'Gamma'], ground_truths: ['alpha  BETA'] },
        { question: 'why?', answer: 'x', contexts: ['gamma', 'delta'], ground_truth: 'epsilon' },
      ),
      'a.jsonl',
    ],
  ])('is the same as %s', async (_name, text, path) => {
    const [found, expected] = [await collectionIn({ [path]: text }), await collectionIn({ 'a.jsonl': unnamed })];
    expect(found.dataset).toEqual(expected.dataset);
    expect(found.runs[0]!.run).toEqual(expected.runs[0]!.run);
  });

  it('warns of a text that was retrieved twice for a question', async () => {
    const rows = jsonl({ user_input: 'a?', retrieved_contexts: ['x', 'X', 'y'], reference_contexts: ['y'] });
    const found = await collectionIn({ 'a.jsonl': rows });
    expect(hitsOf(found.runs[0]!.run)[1]).toEqual(['context-1 1', `context-2 ${1 / 3}`]);
    expect(placesOf(found.warnings)).toEqual(['duplicate-hit a.jsonl 1']);
  });
});

describe('what is wrong with a dataset of Ragas', () => {
  const row = { user_input: 'a?', retrieved_contexts: ['x'], reference_contexts: ['x'] };
  it.each<[string, string, string]>([
    ['no-judgments a.jsonl reference_contexts', 'a.jsonl', jsonl({ ...row, reference_contexts: [] })],
    ['wrong-shape a.jsonl 2 user_input', 'a.jsonl', jsonl(row, { ...row, user_input: [] })],
    ['wrong-shape a.jsonl 1 retrieved_contexts', 'a.jsonl', jsonl({ ...row, retrieved_contexts: 'x' })],
    ['wrong-shape a.jsonl 1 retrieved_contexts[1]', 'a.jsonl', jsonl({ ...row, retrieved_contexts: ['x', {}] })],
    ['wrong-shape a.jsonl 1 retrieved_context_ids', 'a.jsonl', jsonl({ ...row, retrieved_context_ids: ['a', 'b'] })],
    [
      'duplicate-id a.jsonl 1',
      'a.jsonl',
      jsonl({ ...row, retrieved_context_ids: ['a'], reference_contexts: ['z'], reference_context_ids: ['a'] }),
    ],
    ['bad-list a.csv 2 retrieved_contexts', 'a.csv', 'user_input,retrieved_contexts,reference_contexts\na?,[x],[]\n'],
    ['duplicate-id a.jsonl 2', 'a.jsonl', jsonl({ ...row, id: 'q' }, { ...row, id: 'q' })],
    ['several-collections', 'b/a.jsonl', named],
  ])('is told: %s', async (place, path, text) => {
    const more = path === 'b/a.jsonl' ? { 'c.jsonl': text } : {};
    expect(placesOf(await problemsIn({ [path]: text, ...more }))[0]).toEqual(place);
  });
});
