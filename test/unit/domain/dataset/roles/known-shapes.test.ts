import { describe, expect, it } from 'vitest';
import { fitResults, resultGround } from '../../../../../src/domain/dataset/engine-results/fit-results';
import { retrievedRows } from '../../../../../src/domain/dataset/engine-results/retrieved-rows';
import { ProblemLog } from '../../../../../src/domain/dataset/problem';
import { docId, queryId } from '../../../../../src/base/types';
import { beir, collectionIn, hitsOf, judged, jsonl, problemsIn, source, TEXTS } from '../make';

const both = [TEXTS.d2, TEXTS.d1];

describe('rows of other tools beside a collection', () => {
  it.each<[string, string, string]>([
    ['LlamaIndex', 'r.csv', `query,expected_ids,retrieved_ids\nWhen?,['d1'],"['d2', 'd1']"\n`],
    [
      'pandas, split',
      'r.json',
      JSON.stringify({
        columns: ['query', 'expected_ids', 'retrieved_ids'],
        index: [0],
        data: [['When?', ['d1'], ['d2', 'd1']]],
      }),
    ],
    [
      'LlamaIndex, nodes',
      'r.json',
      JSON.stringify([
        {
          query: 'When?',
          nodes: ['d2', 'd1'].map((id_, i) => ({ node: { id_, text: 'x' }, score: 1 - i / 4 })),
        },
      ]),
    ],
    [
      'DeepEval',
      'r.json',
      JSON.stringify([{ input: 'When?', expected_output: 'nine', context: [TEXTS.d1], retrieval_context: both }]),
    ],
    [
      'Haystack',
      'r.csv',
      `question,ground_truth_documents,retrieved_documents\nWhen?,['${TEXTS.d1}'],"['${both.join("', '")}']"\n`,
    ],
    [
      'LangChain, without ids',
      'r.jsonl',
      jsonl({ query: 'When?', documents: both.map((page_content) => ({ id: null, page_content, metadata: {} })) }),
    ],
    [
      'RankLLM',
      'r.json',
      JSON.stringify([
        {
          query: { text: 'other words', qid: 'q1' },
          candidates: [
            { docid: 'd2', score: 3, doc: {} },
            { docid: 'd1', score: 2, doc: {} },
          ],
        },
      ]),
    ],
    [
      'Chroma',
      'r.json',
      JSON.stringify({
        queries: ['When?'],
        ids: [['d2', 'd1']],
        documents: [both],
        distances: [[0.1, 0.2]],
        embeddings: null,
      }),
    ],
    ['Ragas', 'r.jsonl', jsonl({ user_input: 'When?', retrieved_contexts: both, reference_contexts: [TEXTS.d1] })],
  ])('of %s are a run', async (_, path, text) => {
    const found = await collectionIn({ ...beir, [path]: text });
    expect(found.dataset.docs).toHaveLength(3);
    expect(found.runs).toHaveLength(1);
    const hits = Object.entries(hitsOf(found.runs[0]!.run)).map(([query, lines]) => [
      query,
      ...lines.map((line) => line.split(' ')[0]),
    ]);
    expect(hits).toEqual([['q1', 'd2', 'd1']]);
  });

  it('of DeepEval alone are a collection with a run', async () => {
    const rows = [{ input: 'When?', expected_output: 'nine', context: [TEXTS.d1], retrieval_context: both }];
    const found = await collectionIn({ 'goldens.json': JSON.stringify(rows) });
    expect(found.dataset.docs.map(({ text }) => text)).toEqual(both);
    expect(judged(found)).toEqual(['1 context-2 1']);
    expect(found.runs).toHaveLength(1);
  });

  it('whose lists differ in length are refused with their field', async () => {
    const rows = jsonl({ user_input: 'When?', retrieved_context_ids: ['d1', 'd2'], retrieved_contexts: ['x'] });
    const log = new ProblemLog();
    await retrievedRows.read(source('r.jsonl', rows), log);
    expect(log.problems).toMatchObject([{ code: 'wrong-shape', line: 1, field: 'retrieved_contexts' }]);
  });

  it('without scores keep their order, and a text of no document keeps its rank', async () => {
    const rows = jsonl({ user_input: 'When?', retrieved_contexts: ['of nowhere', TEXTS.d1] });
    const read = await retrievedRows.read(source('r.jsonl', rows), new ProblemLog());
    const docs = Object.entries(TEXTS).map(([id, text]) => ({ id: docId(id), title: '', text }));
    const queries = [{ id: queryId('q1'), text: 'When?' }];
    const ground = resultGround({ queries, docs, judgments: [] });
    const [run] = fitResults([{ ...read, format: 'retrieved-rows' }], ground, new ProblemLog());
    expect(hitsOf(run!.run)).toEqual({ q1: ['of nowhere 1', 'd1 0.5'] });
  });
});

describe('questions that name their documents', () => {
  it('are a collection with a table of these beside them, whatever a tool calls its fields', async () => {
    const texts = Object.entries(TEXTS).map(([id, text]) => `${id},${text},1999\n`);
    const files = {
      'qa.csv': `Frage,Belege,Weglassen,Notiz\nWhen?,['d1'],['d3'],x\nClosed?,"['d2', 'd1']",[],y\n`,
      'texte.csv': `Nummer,Inhalt,Jahr\n${texts.join('')}`,
    };
    const mappings = {
      'qa.csv': { question: 'Frage', relevant: 'Belege', excluded: 'Weglassen' },
      'texte.csv': { document: 'Nummer', text: 'Inhalt' },
    };
    const outcome = await collectionIn(files, undefined, { mappings });
    expect(outcome.dataset.docs[0]).toEqual({ id: 'd1', title: '', text: TEXTS.d1, metadata: { jahr: '1999' } });
    expect(judged(outcome)).toEqual(['1 d1 1', '2 d2 1', '2 d1 1']);
    expect(outcome.dataset.queries.map(({ excluded }) => excluded)).toEqual([['d3'], undefined]);
    expect(outcome.warnings).toMatchObject([{ code: 'unused-fields', file: 'qa.csv', data: [['notiz']] }]);
  });

  const rows = jsonl({ question: 'When?', expected_ids: ['2'], retrieved_ids: ['2'], query: 'When?' });

  it('have documents by the id that a person named, whatever other columns are called', async () => {
    const table = 'doc_id,nr,title,body\n1,2,x,first\n2,1,y,second\n';
    const mappings = { 'docs.csv': { document: 'nr', text: 'body' } };
    const found = await collectionIn({ 'docs.csv': table, 'r.jsonl': rows }, undefined, { mappings });
    expect(found.dataset.docs).toEqual([
      { id: '2', title: '', text: 'first', metadata: { doc_id: '1', title: 'x' } },
      { id: '1', title: '', text: 'second', metadata: { doc_id: '2', title: 'y' } },
    ]);
  });

  it('are refused where one of them has texts beside ids of the others', async () => {
    const odd = jsonl(
      { user_input: 'a?', reference_context_ids: ['d1'], retrieved_context_ids: ['d1'], retrieved_contexts: ['x'] },
      { user_input: 'b?', reference_context_ids: ['d2'], retrieved_context_ids: null, retrieved_contexts: [TEXTS.d2] },
    );
    const problems = await problemsIn({ 'rows.jsonl': odd, 'corpus.jsonl': beir['corpus.jsonl'] });
    expect(problems).toMatchObject([{ code: 'wrong-shape', line: 2, field: 'retrieved_context_ids' }]);
  });

  it('name every field that is not used, in any row and at any depth; empty cells of lists are no lists', async () => {
    const table = "Q,Gold,Ex,Zeit\nWhen?,['d1'],'',3\nWhere?,['d2'],,3\n";
    const mappings = {
      't.csv': { question: 'q', relevant: 'gold', excluded: 'ex', latency: 'zeit' },
      'n.jsonl': { question: 'query', retrieved: 'Documents.id' },
    };
    const cells = await collectionIn({ 't.csv': table.replaceAll("''", '') }, undefined, { mappings });
    expect(cells).toMatchObject({ warnings: [{ code: 'unused-fields', data: [['zeit']] }] });
    const nested = jsonl(
      { query: 'When?', Documents: [{ id: 'd1', metadata: { page: 1 } }] },
      { query: 'Is it closed?', Documents: [{ id: 'd2' }], Note: 1 },
    );
    const found = await collectionIn({ 'n.jsonl': nested, ...beir }, undefined, { mappings });
    expect(found.runs).toHaveLength(1);
    expect(found.warnings).toContainEqual({
      code: 'unused-fields',
      file: 'n.jsonl',
      data: [['documents.metadata.page', 'note']],
    });
  });

  it.each(['docs.jsonl', 'corpus.jsonl'])(
    'and what was retrieved are judgments and a run of the documents of %s',
    async (name) => {
      const found = await collectionIn({
        'eval.jsonl': jsonl({ question: 'When?', expected_ids: ['d1'], retrieved_ids: ['d2', 'd1'], query: 'When?' }),
        [name]: beir['corpus.jsonl'],
      });
      expect(found.dataset.docs).toHaveLength(3);
      expect(judged(found)).toEqual(['1 d1 1']);
      expect(hitsOf(found.runs[0]!.run)).toEqual({ 1: ['d2 1', 'd1 0.5'] });
    },
  );
});
