import { describe, expect, it } from 'vitest';
import { docId, queryId } from '../../../../../../src/base/types';
import type { ImportedVectors } from '../../../../../../src/domain/dataset/outcome';
import { ProblemLog } from '../../../../../../src/domain/dataset/problem';
import { fitVectors } from '../../../../../../src/domain/dataset/supplied/vectors/fit-vectors';
import type { Ground } from '../../../../../../src/domain/dataset/supplied/vectors/match-rows';
import { told } from '../../make';

const texts = [
  { title: 'One', text: 'the first of all documents here' },
  { title: '', text: 'a second document about others' },
  { title: 'Three', text: 'the third, which is the last one' },
];
const ground: Ground = {
  docs: ['1', '2', '3'].map(docId),
  queries: ['which of them?', 'and why so?'].map((text, i) => ({ id: queryId(`q${i}`), text })),
  texts,
};

/** The number of a row is the first of its vector. */
const set = (
  file: string,
  rows: number,
  fields: Record<string, readonly string[]> = {},
  more: Partial<ImportedVectors> = {},
): ImportedVectors => ({
  kind: 'vectors',
  file,
  fields: Object.entries(fields).map(([name, values]) => ({ name, values })),
  models: [],
  dimensions: 2,
  values: Float32Array.from({ length: 2 * rows }, (_, i) => (i % 2 === 0 ? i / 2 : file.length + 0.5)),
  ...more,
});

const questions = set('questions', 2, { id: ['q0', 'q1'] });

function fit(sets: readonly ImportedVectors[], held: Ground = ground) {
  const log = new ProblemLog();
  const items = fitVectors(sets, held, log);
  return { items, problems: log.problems.map(told), warnings: log.warnings.map(told) };
}

const whole = texts.map(({ title, text }) => `${title}\n${text}`.trim());

describe('rows of vectors are of documents', () => {
  it.each<[string, Record<string, readonly string[]>, string[]]>([
    ['by ids', { id: ['3', '1', '2'] }, ['3', '1', '2']],
    ['by the field that finds most', { id: ['1', '8', '9'], doc: ['3', '1', '2'] }, ['3', '1', '2']],
    [
      'by the name of a document where both find all',
      { id: ['1', '2', '3'], doc_id: ['3', '1', '2'] },
      ['3', '1', '2'],
    ],
    ['by numbers as pandas writes them', { id: ['3.0', '1.0', '2.0'] }, ['3', '1', '2']],
    ['by texts with titles', { input: [whole[2]!, whole[0]!, whole[1]!] }, ['3', '1', '2']],
    [
      'by texts alone, where ids are of a store',
      { id: ['x', 'y', 'z'], text: [2, 0, 1].map((i) => texts[i]!.text) },
      ['3', '1', '2'],
    ],
    ['by ids with numbers of parts', { id: ['3#0', '1_chunk_0', '2::p1', '1#4-9'] }, ['3', '1', '2', '1']],
    [
      'by ids with the places of parts beside',
      { doc_id: ['3', '1', '2', '1'], start: ['0', '5', '0', '9'] },
      ['3', '1', '2', '1'],
    ],
    [
      'by texts of parts',
      { text: ['the third, which', 'first of all', 'second document about', 'all documents here'] },
      ['3', '1', '2', '1'],
    ],
    [
      'by the ids that a person gave a store, and not by its own',
      { id: ['1', '2', '3'], 'payload.id': ['3', '1', '2'] },
      ['3', '1', '2'],
    ],
    ['by a name of a text that holds ids', { document: ['3', '1', '2'] }, ['3', '1', '2']],
    [
      'by ids, beside which are numbers, and questions that the texts answer',
      { doc_id: ['3', '1', '2'], chunk: ['0', '1', '0'], query: ['which question is it of?', 'another question', 'yet another question'] }, // prettier-ignore
      ['3', '1', '2'],
    ],
    ['in their order', {}, ['1', '2', '3']],
  ])('%s', (_, fields, docs) => {
    const { items, problems, warnings } = fit([set('p', docs.length, fields), questions]);
    expect([problems, warnings]).toEqual([[], []]);
    expect(items).toMatchObject([{ docs, queries: ['q0', 'q1'], files: ['p', 'questions'] }]);
    expect([...items[0]!.passages].filter((__, i) => i % 2 === 0)).toEqual(docs.map((__, i) => i));
  });

  it('and of questions in one file, which is told apart by ids', () => {
    const { items } = fit([set('all', 5, { custom_id: ['q1', '2', '1', 'q0', '3'] })]);
    expect(items).toMatchObject([{ docs: ['2', '1', '3'], queries: ['q1', 'q0'] }]);
    expect([...items[0]!.questions].filter((_, i) => i % 2 === 0)).toEqual([0, 3]);
  });

  it('in the order of numbered parts of an array', () => {
    const { items } = fit([set('d-10.npy', 1), set('d-9.npy', 2), questions]);
    expect([...items[0]!.passages]).toEqual([0, 7.5, 1, 7.5, 0, 8.5]);
  });

  it('of each model, with its questions', () => {
    const wide = { dimensions: 1 };
    const sets = [set('b/d', 3), set('a/q', 2, {}, { values: Float32Array.of(1, 2), ...wide }), set('b/q', 2), set('a/d', 3, {}, { values: Float32Array.of(1, 2, 4), ...wide })]; // prettier-ignore
    expect(fit(sets).items.map(({ files }) => files)).toEqual([['b/d', 'b/q'], ['a/d', 'a/q']]); // prettier-ignore
    const named = (name: string) => [set('d', 3, {}, { set: name }), set('q', 2, {}, { set: name })];
    expect(fit([...named('int8'), ...named('float')]).items.map((item) => item.set)).toEqual(['int8', 'float']);
  });

  it.each([
    ['one that is twice', set('p', 4, { id: ['1', '2', '3', '2'] }), /“2” has 2 vectors/],
    ['ids that are shifted by one', set('p', 3, { id: ['2', '3', '4'] }), /“1”.* 1 row .*“4”.*shifted by one/],
    [
      'texts of others',
      set('p', 3, { id: ['1', '2', '3'], text: [whole[0]!, 'other things altogether', 'and yet others'] }),
      /2 of 3 texts/,
    ],
    ['rows of both', set('p', 5), /5 rows, as many as 3 documents and 2 questions together/],
    ['unknown ids', set('p', 3, { id: ['a', 'b', 'c'] }), /None of its ids/],
    ['two fields that disagree', set('p', 3, { id: ['1', '2', '3'], 'payload.source': ['3', '1', '2'] }), /by id and by payload.source .*differ/], // prettier-ignore
  ])('and are refused with %s', (_, passages, message) => {
    const { items, problems } = fit([passages, questions]);
    expect(items).toEqual([]);
    expect(problems[0]).toMatch(message);
  });

  it('and are refused where the numbers that they are in the order of are ids in another', () => {
    const numbered = (...ids: string[]) => ({ ...ground, docs: ids.map(docId) });
    const sets = [set('p', 3, {}, { index: 'index' }), questions];
    expect(fit(sets, numbered('2', '0', '1')).problems).toEqual([
      expect.stringMatching(/by index and by the order of/),
    ]);
    expect(fit(sets, numbered('0', '1', '2')).items).toMatchObject([{ docs: ['0', '1', '2'] }]);
  });

  it('and are never paired with the questions of another folder that has passages', () => {
    const sets = [set('a/d', 3), set('a/q', 2), set('b/d', 3)];
    expect(fit(sets).problems).toEqual([expect.stringMatching(/none of questions to search them with/)]);
    expect(fit([set('a/d', 3), set('q', 2), set('b/d', 3)]).items).toHaveLength(2);
  });

  it('and no text is read where they have none', () => {
    const unread = { title: '', get text(): string { throw new Error('read'); } }; // prettier-ignore
    const sets = [set('p', 3, { id: ['3', '1', '2'] }), questions];
    expect(fit(sets, { ...ground, texts: [unread, unread, unread] }).items).toHaveLength(1);
  });

  it('and are compared however many they are', () => {
    const docs = Array.from({ length: 600_000 }, (_, i) => docId(`d${i}`));
    const many = { values: Float32Array.from(docs, (_, i) => i + 1), dimensions: 1 };
    const asked = set('q', 2, {}, { values: Float32Array.of(0.5, 1.5), dimensions: 1 });
    expect(fit([set('p', 0, {}, many), asked], { docs, queries: ground.queries }).items).toHaveLength(1);
  });

  it('and are refused where ids are of both sides, unless a name tells', () => {
    const same = { ...ground, docs: ['q0', 'q1'].map(docId) };
    const ids = { id: ['q0', 'q1'] };
    expect(fit([set('a', 2, ids), set('b', 2, ids)], same).problems[0]).toMatch(/documents and of questions alike/);
    expect(fit([set('docs', 2, ids), questions], same).items).toMatchObject([{ files: ['docs', 'questions'] }]);
  });
});

describe('vectors that fit, and may not be those that are meant, are told of:', () => {
  const of = (values: number[]) => ({ dimensions: 3, values: Float32Array.from(values) });
  const asked = set('q', 2, {}, of([9, 8, 7, 6, 5, 4]));

  it.each<[string, ImportedVectors[], RegExp]>([
    [
      'texts that were edited',
      [set('p', 3, { id: ['1', '2', '3'], text: [whole[0]!, whole[1]!, `${whole[2]!} Edited.`] }), questions],
      /1 of 3 texts .*“3”/,
    ],
    [
      'two models',
      [set('p', 3, {}, { models: ['a'] }), set('q', 2, {}, { models: ['b'] })],
      /model a, and questions of b/,
    ],
    ['one vector for all', [set('p', 3, {}, of([1, 2, 3, 1, 2, 3, 1, 2, 3])), asked], /3 of 3 passages/],
    ['a transposed square', [set('p', 3, {}, of([1, 0, 0.6, 0, 1, 0.8, 0, 0, 0])), asked], /3 columns have one length/],
  ])('%s', (_, sets, message) => {
    const { items, warnings } = fit(sets);
    expect(items).toHaveLength(1);
    expect(warnings).toEqual([expect.stringMatching(message)]);
  });

  it('vectors of questions that are those of passages', () => {
    const same = { ...ground, queries: ground.docs.map((id, i) => ({ id: queryId(`q${id}`), text: `${i}` })) };
    const [passages, copies] = [set('documents', 3), set('questions', 3)];
    const { warnings } = fit([passages, { ...copies, values: passages.values }], same);
    expect(warnings).toEqual([expect.stringMatching(/3 of 3 questions have the very vector of a passage/)]);
  });
});
