import { reportText } from '../../../../../src/ui/shared/messages/importing';
import { describe, expect, it } from 'vitest';
import { proposeColumns } from '../../../../../src/adapters/files/documents/tables';
import { readAll, readOne } from './make';

const csv =
  'nr,title,year,body\nA-1,Spoon,1873,"Silver, with a lamp.\nFound by a dog."\nA-2,Helmet,1911,Copper.\nA-3,Label,1907,\n';

describe('a CSV', () => {
  it('gives a document a row, with the other columns as metadata', async () => {
    const { docs, report } = await readOne('things.csv', csv);
    expect(docs).toEqual([
      {
        id: 'things.csv:1',
        title: 'Spoon',
        text: 'Silver, with a lamp.\nFound by a dog.',
        metadata: { nr: 'A-1', year: '1873' },
      },
      { id: 'things.csv:2', title: 'Helmet', text: 'Copper.', metadata: { nr: 'A-2', year: '1911' } },
    ]);
    expect(report).toMatchObject({
      format: 'csv',
      status: 'read',
      docs: 2,
      message: '1 of 3 rows have no text, and are left out.',
    });
  });

  it('takes the columns that a person chose, and tells them', async () => {
    const chosen = { text: ['title', 'body'], title: null, id: 'nr' };
    const { docs, tables } = await readAll({ 'things.csv': csv }, { columns: { 'things.csv': chosen } });
    expect(docs.map(({ doc }) => [doc.id, doc.text])).toEqual([
      ['things.csv:A-1', 'Spoon\nSilver, with a lamp.\nFound by a dog.'],
      ['things.csv:A-2', 'Helmet\nCopper.'],
      ['things.csv:A-3', 'Label'],
    ]);
    expect(docs[0]?.doc.metadata).toEqual({ year: '1873' });
    expect(tables).toMatchObject([{ path: 'things.csv', columns: ['nr', 'title', 'year', 'body'], chosen }]);
    expect(tables[0]?.sample[1]).toEqual({ nr: 'A-2', title: 'Helmet', year: '1911', body: 'Copper.' });
  });

  it('names rows by their numbers where the chosen ids repeat, and says so', async () => {
    const { docs, report } = await readOne('a.csv', 'id,text\nx,one\nx,two\n', {
      columns: { 'a.csv': { text: ['text'], title: null, id: 'id' } },
    });
    expect(docs.map(({ id }) => id)).toEqual(['a.csv:1', 'a.csv:2']);
    expect(docs[0]?.metadata).toEqual({ id: 'x' });
    expect(report.message).toMatch(/named by their numbers.*“id”/);
  });

  it('tells a column that is not there, and still shows the table', async () => {
    const columns = { 'a.csv': { text: ['words'], title: null, id: null } };
    const { files, tables, docs } = await readAll({ 'a.csv': 'id,text\n1,one\n' }, { columns });
    expect(files[0]).toMatchObject({
      status: 'broken',
      message: 'There is no column “words”. Choose among “id”, “text”.',
    });
    expect(tables).toMatchObject([{ columns: ['id', 'text'], chosen: { text: ['text'] } }]);
    expect(docs).toEqual([]);
  });

  it('is read between semicolons and tabs, with columns that have no name or the same', async () => {
    expect((await readOne('a.csv', 'id;text\n7;one, two\n')).doc).toMatchObject({ id: 'a.csv:7', text: 'one, two' });
    const { tables } = await readAll({ 'a.tsv': 'text\t\ttext\none\ttwo\tthree\n' });
    expect(tables[0]?.columns).toEqual(['text', 'Column (2)', 'text (3)']);
  });

  it('is read whole or not at all', async () => {
    const short = await readOne('a.csv', 'id,text\n1,one\n2\n');
    expect(short).toMatchObject({ docs: [], report: { status: 'broken' } });
    expect(short.report.message).toMatch(/^Line 3 has 1 field, and the first has 2/);
    const open = await readOne('a.csv', 'id,text\n1,one\n2,"two\n');
    expect(open).toMatchObject({ docs: [], report: { status: 'broken' } });
    expect(open.report.message).toMatch(/In line 3 a quoted field is not closed/);
  });

  it.each(['id,text\n', 'id,text\n,\n', ' \n'])('is empty without text: %j', async (text) => {
    expect((await readOne('a.csv', text)).report.status).toBe('empty');
  });
});

describe('JSON Lines', () => {
  it('give a document a line, with numbers and lists as metadata', async () => {
    const lines =
      '{"_id":"e1","content":"One.","month":8,"tags":["a","b"]}\n\n{"_id":"e2","content":["Two.","Lines."]}\n';
    const { docs, report } = await readOne('e.jsonl', lines);
    expect(docs).toEqual([
      { id: 'e.jsonl:e1', title: '', text: 'One.', metadata: { month: 8, tags: ['a', 'b'] } },
      { id: 'e.jsonl:e2', title: '', text: 'Two.\nLines.' },
    ]);
    expect(report).toMatchObject({ format: 'json-lines', docs: 2, message: null });
  });

  it('are refused whole where a line is no object, with its number', async () => {
    const { report, docs } = await readOne('e.ndjson', '{"text":"one"}\n["two"]\n');
    expect(docs).toEqual([]);
    expect(report).toMatchObject({ status: 'broken' });
    expect(reportText(report.message!)).toMatch(/^line 2: .*a list/);
    expect(reportText((await readOne('e.jsonl', '{"text":\n"one"}\n')).report.message!)).toMatch(
      /^line 1: .*not valid JSON/,
    );
  });
});

it('JSON Lines that are nested too deep are reported with line and field', async () => {
  const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
  const { report } = await readOne('a.jsonl', `{"text": "one"}\n{"text": "two", "parts": ${deep}}\n`);
  expect(report).toMatchObject({ status: 'broken', docs: 0 });
  expect(reportText(report.message!)).toBe(
    'line 2, field parts: Lists or objects are nested more than 500 deep here. Write this value flatter, or as text.',
  );
});

describe('columns that are proposed', () => {
  const propose = (table: Readonly<Record<string, readonly string[]>>) =>
    proposeColumns(Object.keys(table), (column) => table[column]!);

  it.each([
    [
      { id: ['1'], long: ['a very long remark'], Text: ['short'] },
      { text: ['Text'], title: null, id: 'id' },
    ],
    [
      { 编号: ['1'], 标题: ['钟'], 正文: ['塔钟'] },
      { text: ['正文'], title: '标题', id: '编号' },
    ],
    [
      { 見出し: ['時計'], 本文: ['塔の時計'] },
      { text: ['本文'], title: '見出し', id: null },
    ],
    [
      { a: ['x', 'y'], b: ['longest of them', ''] },
      { text: ['b'], title: null, id: null },
    ],
  ])('are known by name, or by length: %j', (table, columns) => {
    expect(propose(table)).toEqual(columns);
  });

  it('never are ids that repeat or are missing, nor a text without text', () => {
    expect(propose({ id: ['1', '1'], text: ['a', 'b'] })?.id).toBeNull();
    expect(propose({ id: ['1', ''], text: ['a', 'b'] })?.id).toBeNull();
    expect(propose({ id: ['1', '2'], text: ['', ' '], notes: ['a', 'b'] })?.text).toEqual(['notes']);
  });

  it('are none where there is no text', () => {
    expect(propose({ id: [''], text: [' '] })).toBeNull();
  });
});
