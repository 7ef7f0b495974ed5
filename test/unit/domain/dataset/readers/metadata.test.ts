import { describe, expect, it } from 'vitest';
import { describeProblem } from '../../../../../src/ui/shared/messages/importing';
import { ProblemLog } from '../../../../../src/domain/dataset/problem';
import { MetadataReader } from '../../../../../src/domain/dataset/readers/metadata';
import { collectionIn, jsonl, problemsIn, type Contents } from '../make';

const beir = (...corpus: unknown[]): Contents => ({
  'corpus.jsonl': jsonl(...corpus),
  'queries.jsonl': jsonl({ _id: 'q', text: 'which?' }),
  'qrels/test.tsv': 'query-id\tcorpus-id\tscore\nq\td\t1\n',
});

const metadataOf = async (contents: Contents) =>
  (await collectionIn(contents)).dataset.docs.map(({ metadata }) => metadata);

describe('the metadata of documents', () => {
  it('is the object “metadata” of BEIR and every other field of the row', async () => {
    const row = {
      _id: 'd',
      title: 't',
      text: 'x',
      metadata: { Brand: 'Acme', year: 2020 },
      price: 9.5,
      tags: ['a', 7],
    };
    expect(await metadataOf(beir(row))).toEqual([{ price: 9.5, tags: ['a', '7'], Brand: 'Acme', year: 2020 }]);
  });

  it('is absent, not an empty object, where a document has none', async () => {
    const { dataset } = await collectionIn(beir({ _id: 'd', title: '', text: 'x', metadata: {}, url: '', tags: [] }));
    expect(dataset.docs).toEqual([{ id: 'd', title: '', text: 'x' }]);
    expect(Object.keys(dataset.docs[0]!)).toEqual(['id', 'title', 'text']);
  });

  it('takes nothing over from the prototype of objects', async () => {
    const row = '{"_id": "d", "text": "x", "metadata": {"__proto__": "p", "constructor": "c"}}\n';
    const [found] = await metadataOf({ ...beir(), 'corpus.jsonl': row });
    expect(Object.entries(found!)).toEqual([
      ['__proto__', 'p'],
      ['constructor', 'c'],
    ]);
  });

  it('lets the object go before a field of the same name', async () => {
    expect(await metadataOf(beir({ _id: 'd', text: 'x', year: 1, metadata: { year: 2 } }))).toEqual([{ year: 2 }]);
  });

  it('passes over what is neither text nor number nor list of them, and tells once which fields', async () => {
    const row = (id: string) => ({ _id: id, text: 'x', metadata: { size: { w: 1 }, parts: [['a']], colour: 'red' } });
    const { dataset, warnings } = await collectionIn(beir(row('d'), row('e')));
    expect(dataset.docs.map(({ metadata }) => metadata)).toEqual([{ colour: 'red' }, { colour: 'red' }]);
    expect(warnings.map(({ code, file, data }) => [code, file, data])).toEqual([
      ['passed-over-fields', 'corpus.jsonl', [['metadata.size', 'metadata.parts']]],
    ]);
  });

  it('that is nested too deep is reported with file, line and field', async () => {
    const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
    const row = `{"_id": "d", "text": "x", "metadata": {"tags": ["a"], "parts": ${deep}}}`;
    const problems = await problemsIn({ ...beir(), 'corpus.jsonl': `{"_id": "c", "text": "x"}\n${row}\n` });
    expect(problems.map(describeProblem)).toEqual([
      'corpus.jsonl, line 2, field metadata.parts: Lists or objects are nested more than 500 deep here. ' +
        'Write this value flatter, or as text.',
    ]);
  });

  it('that is nested too deep in a cell of a table is passed over, which is reported', () => {
    const cell = `{"parts": ${'['.repeat(5000)}${']'.repeat(5000)}}`;
    const [reader, log] = [new MetadataReader([]), new ProblemLog()];
    const fields = new Map([['metadata', cell]]);
    expect(reader.read({ fields, isText: true, place: () => ({ file: 'a.csv' }) })).toBeNull();
    reader.report('a.csv', log);
    expect(log.warnings.map(({ code }) => code)).toEqual(['passed-over-fields']);
  });

  it('is read from other columns of a table, numbers as they are written and lists as lists', async () => {
    const docs = await metadataOf({
      'corpus.csv': `,id,title,text,Price,Colours,note\n0,d,t,x,007,"['red', 'blue']",[sic]\n1,e,t,x,,,\n`,
      'queries.csv': 'id,text\nq,which?\n',
      'qrels.csv': 'query-id,corpus-id,score\nq,d,1\n',
    });
    expect(docs).toEqual([{ price: '007', colours: ['red', 'blue'], note: '[sic]' }, undefined]);
  });

  it('is read from the answers of questions and answers, and not from the questions', async () => {
    const docs = await metadataOf({
      'questions.csv': 'Text,AID,Source\nwhich?,1,web\n',
      'answers.csv': 'AID,Text,Category\n1,this,shoes\n',
    });
    expect(docs).toEqual([{ category: 'shoes' }]);
  });
});
