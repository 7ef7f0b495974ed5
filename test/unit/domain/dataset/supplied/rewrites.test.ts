import { describe, expect, it } from 'vitest';
import { outcomeOf, placesOf, problemsIn } from '../make';

/** Rewrites that are found in one file, as text by question. */
async function rewritesIn(path: string, text: string): Promise<Record<string, readonly string[]>> {
  const outcome = await outcomeOf({ [path]: text });
  if (!outcome.ok || outcome.kind !== 'runs') expect.fail(JSON.stringify(outcome).slice(0, 2000));
  const [found] = outcome.supplied!;
  if (found?.kind !== 'rewrites' || outcome.supplied!.length !== 1) expect.fail('no rewrites');
  expect(found.file).toBe(path);
  return Object.fromEntries(found.entries.map(({ question, texts }) => [question, texts]));
}

const TWO = { 'which tea?': ['what tea?', 'tea?'], 'why?': ['for what reason?'] };

describe('rewrites of questions', () => {
  it.each([
    ['JSON by question', 'a.json', JSON.stringify(TWO, null, 2)],
    [
      'JSON Lines',
      'a.jsonl',
      Object.entries(TWO)
        .map(([query, rewrites]) => JSON.stringify({ query, rewrites }))
        .join('\n'),
    ],
    [
      'a JSON list',
      'a.json',
      JSON.stringify(Object.entries(TWO).map(([question, rewrites]) => ({ question, rewrites }))),
    ],
    ['CSV, a rewrite a line', 'a.csv', 'query,rewrite\nwhich tea?,what tea?\nwhich tea?,tea?\nwhy?,for what reason?\n'],
    ['CSV with lists', 'a.csv', `query,rewrites\nwhich tea?,"['what tea?', 'tea?']"\nwhy?,"[""for what reason?""]"\n`],
  ])('are read from %s', async (_, path, text) => {
    expect(await rewritesIn(path, text)).toEqual(TWO);
  });

  it.each(['_id', 'id', 'qid', 'query-id'])('name a question by its id too: %s', async (field) => {
    expect(await rewritesIn('a.jsonl', JSON.stringify({ [field]: 12, rewrites: ['x'] }))).toEqual({ '12': ['x'] });
  });

  it('may be one text, as a passage that might answer, where the name of the file says what it is', async () => {
    expect(await rewritesIn('hyde.json', '{"q1": "Tea is a drink."}')).toEqual({ q1: ['Tea is a drink.'] });
    expect(await rewritesIn('a.jsonl', '{"query": "q1", "rewrites": "Tea is a drink."}')).toEqual({
      q1: ['Tea is a drink.'],
    });
    expect(await rewritesIn('query_rewrite.json', '{"q1": [], "q2": ["x"]}')).toEqual({ q2: ['x'] });
  });

  it('keep the order of keys that look like numbers, and the line of what is wrong', async () => {
    expect(Object.keys(await rewritesIn('a.json', '{"b": ["x"], "a": ["y"]}'))).toEqual(['b', 'a']);
    const problems = await problemsIn({
      'rewrites.json': '{\n"q1": ["a"],\n"q2": ["a", 3],\n"q3": {"a": 1},\n"q4": [" "]\n}',
    });
    expect(placesOf(problems)).toEqual([
      'wrong-shape rewrites.json 3 "q2"[1]',
      'wrong-shape rewrites.json 4 "q3"',
      'wrong-shape rewrites.json 5 "q4"',
    ]);
  });

  it.each([
    ['broken JSON', 'r.json', '{"q1": ["a"],}', 'not-json'],
    ['a line that is no object', 'r.jsonl', '{"query": "q", "rewrites": ["a"]}\n[1]', 'wrong-shape'],
    ['a line without a question', 'r.jsonl', '{"query": "q", "rewrites": ["a"]}\n{"rewrites": ["a"]}', 'wrong-shape'],
    ['no rewrite at all', 'r.jsonl', '{"query": "q", "rewrites": []}', 'empty-file'],
    ['an empty question', 'r.json', '{"": ["a"]}', 'empty-id'],
  ])('are refused with %s', async (_, path, text, code) => {
    expect((await problemsIn({ [path]: text })).map((each) => each.code)).toEqual([code]);
  });

  it('tell of questions without any, and of repeated ones, which count once', async () => {
    const outcome = await outcomeOf({ 'rewrites.json': '{"q1": ["a", "b", "a"], "q2": []}' });
    expect(outcome.ok && placesOf(outcome.warnings)).toEqual([
      'no-rewrites rewrites.json',
      'repeated-rewrites rewrites.json',
    ]);
    expect(await rewritesIn('rewrites.json', '{"q1": ["a", "b", "a"]}')).toEqual({ q1: ['a', 'b'] });
  });
});

it.each([
  ['LlamaIndex', 'a.json', '{"relevant_docs": {"q1": ["d1"]}, "queries": {"q1": "x"}, "corpus": {"d1": "y"}}'],
  ['lists of columns', 'a.json', '{"question": ["x", "y"], "contexts": [["a"], ["b"]]}'],
  ['texts by id, with a name that says nothing', 'texts.json', '{"q1": "x"}'],
  ['judgments of ranx', 'rewrite-qrels.json', '{"q1": {"d1": 1}}'],
  ['questions with ground truth', 'qa.jsonl', '{"qid": "q", "query": "x", "retrieval_gt": [["d"]], "rewrites": ["y"]}'],
])('what is no file of rewrites is not taken for one: %s', async (_, path, text) => {
  const outcome = await outcomeOf({ [path]: text });
  if (outcome.ok) expect(outcome.supplied ?? []).toEqual([]);
});

describe('rewrites beside a collection', () => {
  const collection = JSON.stringify({
    queries: { q1: 'which?' },
    corpus: { d1: 'text' },
    relevant_docs: { q1: ['d1'] },
  });

  it('come with it, and do not make two collections of it', async () => {
    const outcome = await outcomeOf({ 'doc_qa.json': collection, 'query_rewrite.json': '{"which?": ["what?"]}' });
    expect(outcome).toMatchObject({
      ok: true,
      kind: 'collection',
      summary: { format: 'llamaindex' },
      supplied: [{ kind: 'rewrites', entries: [{ question: 'which?', texts: ['what?'] }] }],
    });
  });

  it('that are broken are left out with a warning: the collection stands without them', async () => {
    const outcome = await outcomeOf({ 'doc_qa.json': collection, 'query_rewrite.json': '{"which?": ["what?", 1]}' });
    expect(outcome).toMatchObject({ ok: true, kind: 'collection', supplied: [] });
    expect(outcome.ok && placesOf(outcome.warnings)).toEqual(['wrong-shape query_rewrite.json 1 "which?"[1]']);
  });
});
