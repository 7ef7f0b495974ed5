import { describe, expect, it } from 'vitest';
import { retrievedRows } from '../../../../../src/domain/dataset/engine-results/retrieved-rows';
import { ProblemLog } from '../../../../../src/domain/dataset/problem';
import { KNOWN_SHAPES } from '../../../../../src/domain/dataset/roles/known-shapes';
import { mapped } from '../../../../../src/domain/dataset/roles/mapping';
import { certainRoles, seenTables } from '../../../../../src/domain/dataset/roles/propose';
import { isEnough, mappingText, parseMapping } from '../../../../../src/domain/dataset/roles/role';
import { beir, collectionIn, judged, jsonl, outcomeOf, source, TEXTS } from '../make';

describe('fields of other things', () => {
  const queries = beir['queries.jsonl'];
  it.each<[string, Record<string, unknown>]>([
    ['of Pyserini', { metadata: { id: '5', contents: 'x' } }],
    ['of Chroma', { metadata: { ids: [1], documents: ['x'] } }],
    ['of DeepEval', { meta: { input: 'a', expected_output: 'b', context: [] } }],
    ['of Ragas', { metadata: { id: 1, contexts: ['x'] } }],
  ])('that look like those %s leave a corpus as it is', async (_, more) => {
    const corpus = jsonl(...Object.entries(TEXTS).map(([_id, text]) => ({ _id, text, ...more })));
    const found = await collectionIn({ ...beir, 'corpus.jsonl': corpus, 'queries.jsonl': queries });
    expect([found.dataset.docs.length, found.runs.length, judged(found).length]).toEqual([3, 0, 2]);
  });

  it('keep titles of Pyserini, and rows of Ragas that are longer than the head', async () => {
    const corpus = jsonl({ id: 'd1', title: 'Ferry', contents: 'x' }, { id: 'd2', title: '', contents: 'y' });
    const qrels = 'query-id\tcorpus-id\tscore\nq1\td1\t1\n';
    const found = await collectionIn({ 'corpus.jsonl': corpus, 'queries.jsonl': queries, 'qrels.tsv': qrels });
    expect(found.dataset.docs[0]).toMatchObject({ title: 'Ferry', text: 'x' });
    const long = jsonl({ user_input: 'a?', retrieved_contexts: ['x'.repeat(70_000)], reference_contexts: ['y'] });
    expect((await collectionIn({ 'r.jsonl': long })).summary.format).toBe('ragas');
  });
});

describe('answers in the column of ground truth', () => {
  const row = { question: 'When?', contexts: [TEXTS.d1, TEXTS.d2], ground_truth: 'In the morning.' };

  it('of a test set leave the contexts as the relevant passages', async () => {
    const found = await collectionIn({ 't.jsonl': jsonl(row) });
    expect(judged(found)).toEqual(['1 context-1 1', '1 context-2 1']);
    expect(found.runs).toEqual([]);
    expect(found.warnings.map(({ code }) => code)).toEqual(['answers-no-passages']);
  });

  it('beside the answers of a system say nothing about passages', async () => {
    const outcome = await outcomeOf({ 't.jsonl': jsonl({ ...row, answer: 'At nine.' }) });
    expect(outcome.ok).toBe(false);
  });

  it('that stand in a context are passages', async () => {
    const found = await collectionIn({ 't.jsonl': jsonl({ ...row, ground_truth: 'leaves at nine' }) });
    expect(judged(found)).toEqual(['1 context-1 1']);
    expect(found.runs).toHaveLength(1);
  });
});

describe('a mapping', () => {
  it('is read as it is written', () => {
    const mapping = { question: '質問', quotation: '回答' };
    expect(parseMapping(mappingText(mapping))).toEqual(mapping);
    expect([parseMapping('query=x'), parseMapping('question='), parseMapping('question')]).toEqual([null, null, null]);
  });

  it.each([
    [true, { question: 'a', answer: 'b' }],
    [true, { document: 'a', text: 'b' }],
    [false, { question: 'a', title: 'b' }],
    [false, { answer: 'b', document: 'a' }],
  ])('is enough: %s', (enough, mapping) => {
    expect(isEnough(mapping)).toBe(enough);
  });

  it('gives rows by roles, with lists of cells, paths through lists, and places as they are written', async () => {
    const rows = [{ Frage: 'When?', Treffer: [{ doc: { key: 'd2' } }, { doc: {} }] }];
    const mapping = { question: 'frage', retrieved: 'treffer.doc.key' };
    const log = new ProblemLog();
    const file = mapped(source('x.json', JSON.stringify(rows)), mapping, log);
    expect(await file.head()).toBe('{"user_input":"When?","retrieved_context_ids":["d2",null]}\n');
    const cells = mapped(source('x.csv', `a,b\nWhen?,"['d2', 'd1']"\n`), { question: 'a', retrieved: 'b' }, log);
    expect(await cells.head()).toBe('{"user_input":"When?","retrieved_context_ids":["d2","d1"]}\n');
    for (const text of ['a,b\nWhen?,3\n', jsonl({ a: 'Why?', b: { d: 1 } }, { a: 'When?' })]) {
      const lost = mapped(source('x', text), { question: 'a', answer: 'b.c' }, log);
      for await (const _ of lost.blocks());
      expect(log.problems.splice(0)).toMatchObject([{ code: 'wrong-shape', data: [{ fields: ['b.c'] }, {}] }]);
    }
    const wrong = mapped(source('x.csv', 'a,b\nWhen?,3\n'), { question: 'a', retrieved: 'b' }, log);
    await retrievedRows.read(wrong, log);
    expect(log.problems).toMatchObject([{ file: 'x.csv', line: 2, field: 'b' }]);
  });

  it.each<[string, string, Record<string, string>, readonly string[]]>([
    [
      'judgments',
      'thema,seite,note\nq1,d1,2\n',
      { 'question-id': 'thema', document: 'seite', grade: 'note' },
      ['q1 d1 2'],
    ],
    [
      'judgments by text',
      'thema,seite,note\nWhen?,d1,2\n',
      { question: 'thema', document: 'seite', grade: 'note' },
      ['When? d1 2'],
    ],
    [
      'relevant ids',
      `thema,seite\nWhen?,"['d1', 'd2']"\n`,
      { question: 'thema', relevant: 'seite' },
      ['1 d1 1', '1 d2 1'],
    ],
  ])('makes %s of a table that no format knows', async (_, text, mapping, expected) => {
    expect((await outcomeOf({ 't.csv': text })).ok).toBe(false);
    expect(judged(await collectionIn({ 't.csv': text }, undefined, { mappings: { 't.csv': mapping } }))).toEqual(
      expected,
    );
  });
});

it.each<[string, string, string, object]>([
  [
    'contexts',
    'Datei,Ab,Bis,Kontext\nd1,0,10,The timetable.\n',
    'document=datei,start=ab,end=bis,context=kontext',
    { supplied: [{ kind: 'contexts', entries: [{ id: 'd1', at: { start: 0, end: 10 }, context: 'The timetable.' }] }] },
  ],
  [
    'clicks',
    `Suche,Liste,Geklickt\nWhen?,"['d1', 'd2']","['d2']"\n`,
    'question=suche,shown=liste,clicks=geklickt',
    { clicks: { summary: {} } },
  ],
  [
    'a run with times',
    'Frage,Seite,Platz,Zeit,Inhalt\nq1,d1,1,12,x\nq1,d2,2,12,z\n',
    'question-id=frage,document=seite,rank=platz,latency=zeit,text=inhalt',
    { results: ['t.csv'] },
  ],
])('a mapping makes %s of any table', async (_, text, roles, expected) => {
  const mapping = parseMapping(roles)!;
  expect(isEnough(mapping)).toBe(true);
  const outcome = await outcomeOf({ 't.csv': text }, undefined, { mappings: { 't.csv': mapping } });
  expect(outcome).toMatchObject({ ok: true, kind: 'runs', ...expected });
});

describe('roles are proposed', () => {
  it.each<[string, string, Record<string, string>]>([
    ['in Japanese', '質問,回答,出典\nいつですか,九時,船.txt\n', { question: '質問', answer: '回答', document: '出典' }],
    ['in Chinese', '问题,答案,来源\n几点？,九点,船.txt\n', { question: '问题', answer: '答案', document: '来源' }],
    ['by values, where names say nothing', 'a,b\nWhen is it?,x\nWhere is it?,y\n', { question: 'a' }],
    ['but lists only of lists', 'query,hits\nWhen,3\n', { question: 'query' }],
    ['not of other names', 'spalte,wert\nx,1\ny,2\n', {}],
  ])('%s', async (_, text, proposed) => {
    expect((await seenTables([source('t.csv', text)], []))[0]!.proposed).toEqual(proposed);
  });

  it('by values, also of other files: ids, grades, long texts and vectors', async () => {
    const long = (id: string): string => `${id} `.repeat(60);
    const vector = JSON.stringify(Array.from({ length: 8 }, (_, i) => i / 8));
    const files = {
      'texte.csv': `Nr,Jahr,Inhalt\nd1,1999,${long('eins')}\nd2,1999,${long('zwei')}\n`,
      'urteile.csv': 'Frage,Stelle,Wert\nWann?,d2,0\nWo?,d1,3\n',
      'listen.csv': `Frage,Stellen,Wert\nWann?,"['d2', 'x']",0\nWo?,"['d1']",1\n`,
      'dateien.csv': 'Nr,Frage,Wo\n1,Wann?,schiff.pdf\n2,Wo?,schiff.pdf\n',
      'v.csv': `Nr,Zahlen\nd1,"${vector}"\nd2,"${vector}"\n`,
    };
    const seen = await seenTables(
      Object.entries(files).map(([path, text]) => source(path, text)),
      [...Object.keys(files), 'a/schiff.pdf', '1.txt', '2.txt'],
    );
    expect(Object.fromEntries(seen.map(({ file, proposed }) => [file, proposed]))).toEqual({
      'texte.csv': { text: 'inhalt', document: 'nr' },
      'urteile.csv': { question: 'frage', document: 'stelle', grade: 'wert' },
      'listen.csv': { question: 'frage', relevant: 'stellen' },
      'dateien.csv': { question: 'frage', document: 'wo' },
      'v.csv': { vector: 'zahlen', document: 'nr' },
    });
    expect(seen.map(certainRoles).slice(0, 4)).toEqual([
      {},
      { question: 'frage', document: 'stelle' },
      { question: 'frage', relevant: 'stellen' },
      { question: 'frage', document: 'wo' },
    ]);
    expect(seen[0]!.fields[2]!.samples[0]).toHaveLength(200);
  });

  it('for fields at any depth', async () => {
    const rows = jsonl({ query: 'When?', found: [{ doc: { key: 'd1' }, points: 2 }] });
    const [seen] = await seenTables([source('t.jsonl', rows)], []);
    expect(seen!.fields.map(({ path, samples }) => [path, samples[0]])).toEqual([
      ['query', 'When?'],
      ['found.doc.key', '["d1"]'],
      ['found.points', '[2]'],
    ]);
  });
});

it('known shapes have distinct sources, and roles that can be read', () => {
  expect(KNOWN_SHAPES.map(({ roles }) => parseMapping(roles))).not.toContain(null);
  expect(new Set(KNOWN_SHAPES.map(({ source: each }) => each)).size).toBe(KNOWN_SHAPES.length);
});
