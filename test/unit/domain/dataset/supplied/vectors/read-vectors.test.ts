import { describe, expect, it } from 'vitest';
import { ProblemLog } from '../../../../../../src/domain/dataset/problem';
import { readArray } from '../../../../../../src/domain/dataset/supplied/vectors/arrays';
import { type Encoding, rowIn, settled } from '../../../../../../src/domain/dataset/supplied/vectors/encodings';
import { NumberColumn, type NumberRow } from '../../../../../../src/domain/dataset/supplied/vectors/written-numbers';
import { readVectorArray, subjectOf } from '../../../../../../src/domain/dataset/supplied/vectors/read-vectors';
import { bitsPerNumber, floatRows } from '../../../../../../src/base/vectors';
import golden from '../../../../../golden/npy.json';
import { jsonl, outcomeOf, placesOf, problemsIn, suppliedIn, told } from '../../make';

const bytesOf = (name: keyof typeof golden.files): Uint8Array =>
  Uint8Array.from(atob(golden.files[name]), (unit) => unit.charCodeAt(0));

const read = (bytes: Uint8Array, path = 'v.npy') =>
  readArray(path, bytes) as Extract<ReturnType<typeof readArray>, { rows: number }>;

async function problemsOf(bytes: Uint8Array, path = 'v.npy'): Promise<string[]> {
  const log = new ProblemLog();
  expect(await readVectorArray({ path, bytes: bytes.length, read: () => Promise.resolve(bytes) }, log)).toEqual([]);
  return log.problems.map(told);
}

describe('an array that NumPy saved', () => {
  it.each(['<f4', '>f4', '<f8', 'fortran', 'version2'] as const)('is read row by row: %s', (name) => {
    expect(read(bytesOf(name))).toEqual({
      rows: 2,
      columns: 3,
      values: Float32Array.from(golden.values.flat()),
      areNumbers: true,
      isRounded: name === '<f8',
    });
  });

  it('is read from the middle of a larger buffer', () => {
    const bytes = bytesOf('<f4');
    const larger = new Uint8Array(bytes.length + 7);
    larger.set(bytes, 3);
    expect(read(larger.subarray(3, 3 + bytes.length)).values).toEqual(Float32Array.from(golden.values.flat()));
  });

  it.each([
    ['whole numbers', bytesOf('int'), /type <i4, which are no numbers of vectors/],
    ['one dimension', bytesOf('flat'), /1 dimensions, and not two/],
    ['three dimensions', bytesOf('cube'), /3 dimensions, and not two/],
    ['no rows', bytesOf('empty'), /empty: 0 × 3/],
    ['a lost end', bytesOf('<f4').slice(0, -4), /cut.* 2 × 3 numbers take 24 bytes, and there are 20 bytes/],
    ['more than it says', new Uint8Array([...bytesOf('<f4'), 0]), /take 24 bytes, and there are 25/],
    ['a lost header', bytesOf('<f4').slice(0, 20), /header cannot be read/],
    ['no bytes', new Uint8Array(), /It is empty\./],
    ['the name alone', new TextEncoder().encode('NUMPY'), /not begin as/],
    ['no array at all', new TextEncoder().encode('{"id": "d1", "vector": [1]}'), /not begin as such an array/],
  ])('is refused with %s', async (_, bytes, message) => {
    expect(await problemsOf(bytes)).toEqual([expect.stringMatching(message)]);
  });

  it('is read as the formats of nearest neighbours have rows, a width before each or all', () => {
    const floats = new Uint8Array(Float32Array.of(1, 2, 3, 4).buffer);
    const width = (...values: number[]) => [...new Uint8Array(Int32Array.from(values).buffer)];
    const [values, size] = [Float32Array.of(1, 2, 3, 4), { rows: 2, columns: 2 }];
    const vecs = Uint8Array.from([...width(2), ...floats.subarray(0, 8), ...width(2), ...floats.subarray(8)]);
    expect(read(vecs, 'v.fvecs')).toMatchObject({ ...size, values });
    expect(read(Uint8Array.from([...width(2, 2), ...floats]), 'v.fbin')).toMatchObject({ ...size, values });
    const bytes = Uint8Array.from([...width(2), 1, 200, ...width(2), 3, 4]);
    expect(read(bytes, 'v.bvecs')).toMatchObject({ ...size, areNumbers: true, values: Uint8Array.of(1, 200, 3, 4) });
    expect(readArray('v.fvecs', vecs.subarray(0, 20))).toEqual({
      why: expect.objectContaining({ got: 20 }) as unknown,
    });
  });

  it.each([
    ['<u2', Uint16Array.of(3, 65_535), ['3', '65535']],
    ['<i2', Int16Array.of(3, -2), ['3', '-2']],
    ['|u1', Uint8Array.of(3, 255), ['3', '255']],
    ['|i1', Int8Array.of(3, -2), ['3', '-2']],
    ['<u4', Uint32Array.of(3, 2 ** 31), ['3', '2147483648']],
    ['<i8', BigInt64Array.of(3n, -2n), ['3', '-2']],
    ['>i4', Uint8Array.of(0, 0, 0, 3, 255, 255, 255, 254), ['3', '-2']],
  ])('of one dimension holds ids: %s', (type, ids, texts) => {
    const header = new TextEncoder().encode(`{'descr': '${type}', 'fortran_order': False, 'shape': (2,), }\n`);
    const start = [0x93, ...new TextEncoder().encode('NUMPY'), 1, 0, header.length, 0];
    expect(read(Uint8Array.from([...start, ...header, ...new Uint8Array(ids.buffer)]))).toEqual({ texts });
  });

  it('is refused where reading it would run code, with what to write instead', async () => {
    expect(await problemsOf(new Uint8Array([0x80, 4]), 'v.pkl')).toEqual([expect.stringMatching(/runs code.*npz/)]);
    expect(await problemsOf(new Uint8Array(9), 'v.index')).toEqual([expect.stringMatching(/FAISS.*reconstruct_n/)]);
  });
});

describe('a cell of a vector', () => {
  it.each([
    [
      [1, 2.5],
      [1, 2.5],
    ],
    ['[1, 2.5]', [1, 2.5]],
    ['{1,2.5}', [1, 2.5]],
    ['[ 1.  2.5\n -3]', [1, 2.5, -3]],
    ['AACAPwAAIEA=', [...new Uint8Array(Float32Array.of(1, 2.5).buffer)]],
  ])('is a list, one as text, or base64: %j', (cell, numbers) => {
    expect([...(rowIn(cell) as NumberRow)]).toEqual(numbers);
  });

  it.each([
    [null, 'none'],
    [[], 'none'],
    [[1, null], 'number-missing'],
    ['[1, nan]', 'number-missing'],
    ['[1 2 ... 3]', 'cut'],
    [[[1], [2]], 'several'],
    [{ indices: [1], values: [2] }, 'sparse'],
    ['text-embedding-3', 'text'],
  ])('is none: %j is %s', (cell, flaw) => expect(rowIn(cell)).toBe(flaw));
});

describe('whole numbers of a byte', () => {
  const settledOf = (rows: readonly NumberRow[], named: Encoding | null) => {
    const column = new NumberColumn();
    for (const each of rows) column.add(each);
    return settled(column.finish(), named);
  };
  const row = (of: (i: number) => number) => [Float32Array.from({ length: 64 }, (_, i) => of(i))];
  const spread = (i: number) => (i * 97 + 13) % 256;
  const narrow = (i: number) => ((i * 37) % 121) - 60;

  it.each([
    ['packed bits', row(spread), 'ubinary', true],
    ['packed bits less 128', row((i) => spread(i) - 128), 'binary', true],
    ['numbers with an offset', row((i) => narrow(i) + 128), 'uint8', true],
    ['numbers', row(narrow), 'int8', false],
    ['few numbers', [Float32Array.of(1, 2, 3)], 'float', false],
    ['numbers with a fraction', [...row(narrow), [0.5]], 'float', false],
  ])('are told apart by their spread: %s', (_, rows, encoding, isGuess) => {
    expect(settledOf(rows, null)).toMatchObject({ encoding, isGuess });
  });

  it('are refused where it does not tell, and taken by the name of the field first', () => {
    const rows = row((i) => ((i * 61) % 190) + 33);
    expect(settledOf(rows, null)).toBe('whole');
    expect(settledOf(rows, 'uint8')).toMatchObject({ encoding: 'uint8', isGuess: false });
    for (const misnamed of [[[0.5, 1]], [[-1, 300]], [[-1, 1]]]) expect(settledOf(misnamed, 'uint8')).toBe('misnamed');
  });

  it('are decoded to what has the cosine that is meant', () => {
    const bits = [1, -1, -1, -1, -1, -1, 1, 1];
    const decoded = (values: number[], named: Encoding) => {
      const { vectors } = settledOf([values], named) as Exclude<ReturnType<typeof settled>, string>;
      return [bitsPerNumber(vectors), ...floatRows(vectors, values.length * (bitsPerNumber(vectors) === 1 ? 8 : 1))];
    };
    expect(decoded([131], 'ubinary')).toEqual([1, ...bits]);
    expect(decoded([-125], 'ubinary')).toEqual([1, ...bits]);
    expect(decoded([3], 'binary')).toEqual([1, ...bits]);
    expect(decoded([1, 0, 0, 1], 'binary')).toEqual([8, 1, -1, -1, 1]);
    expect(decoded([0, 128, 255], 'uint8')).toEqual([8, -128, 0, 127]);
    expect(decoded([0, 3, 127], 'float')).toEqual([8, 0, 3, 127]);
    expect(decoded([0, 128, 255], 'float')).toEqual([32, 0, 128, 255]);
  });

  it('of bytes are numbers of single precision where they can be', () => {
    const bytes = new Uint8Array(Float32Array.of(0.25, -1).buffer);
    expect(settledOf([bytes], null)).toMatchObject({ encoding: 'float', vectors: Float32Array.of(0.25, -1) });
    expect(settledOf([Uint8Array.from({ length: 64 }, (_, i) => spread(i))], null)).toMatchObject({
      encoding: 'ubinary',
    });
  });

  it('of bytes are signed by the name of the field, or where they lie around 0', () => {
    const numbers = Array.from({ length: 64 }, (_, i) => narrow(i));
    const bytes = [Uint8Array.from(numbers)];
    const vectors = Int8Array.from(numbers);
    expect(settledOf(bytes, null)).toEqual({ vectors, encoding: 'int8', isGuess: true });
    expect(settledOf(bytes, 'int8')).toEqual({ vectors, encoding: 'int8', isGuess: false });
    const offset = [Uint8Array.from(numbers, (value) => value + 128)];
    expect(settledOf(offset, null)).toEqual({ vectors, encoding: 'uint8', isGuess: true });
  });

  it('before the first that is none are kept with it', () => {
    const { vectors } = settledOf([[1, 200], [-7, 0.5], [3, 4]], null) as Exclude<ReturnType<typeof settled>, string>; // prettier-ignore
    expect(vectors).toEqual(Float32Array.of(1, 200, -7, 0.5, 3, 4));
    expect(settledOf([[1, -2], [200, 3]], null)).toMatchObject({ vectors: Float32Array.of(1, -2, 200, 3) }); // prettier-ignore
  });
});

describe('a table of vectors', () => {
  const ids = ['d1', 'd2'];
  const wanted = {
    kind: 'vectors',
    models: [],
    dimensions: 3,
    values: Float32Array.of(1, 2, 3, 0.5, 0, -1),
  };

  it.each([
    ['JSON Lines', 'a.jsonl', jsonl({ id: 'd1', vector: [1, 2, 3] }, { id: 'd2', vector: [0.5, 0, -1] })],
    ['other names', 'a.jsonl', jsonl({ _id: 'd1', embedding: [1, 2, 3] }, { _id: 'd2', embedding: [0.5, 0, -1] })],
    ['a JSON list', 'a.json', JSON.stringify([{ id: 'd1', vector: [1, 2, 3] }, { id: 'd2', vector: [0.5, 0, -1] }])], // prettier-ignore
    ['CSV', 'a.csv', 'id,vector\nd1,"[1, 2, 3]"\nd2,"[0.5, 0, -1]"\n'],
    [
      'texts beside them, where the name says what is meant',
      'embeddings.jsonl',
      jsonl({ id: 'd1', text: 'x', vector: [1, 2, 3] }, { id: 'd2', text: 'y', vector: [0.5, 0, -1] }),
    ],
    ['columns', 'a.json', JSON.stringify({ _id: ids, embedding: [[1, 2, 3], [0.5, 0, -1]] })], // prettier-ignore
    ['pandas', 'a.json', JSON.stringify({ id: { 0: 'd1', 1: 'd2' }, vector: { 0: [1, 2, 3], 1: [0.5, 0, -1] } })],
    ['a response', 'a.json', JSON.stringify({ data: [{ id: 'd1', embedding: [1, 2, 3] }, { id: 'd2', embedding: [0.5, 0, -1] }] })], // prettier-ignore
    ['words', 'a.txt', 'd1 1 2 3 0 0 0 0 0\nd2 0.5 0 -1 0 0 0 0 0\n'],
  ])('is read from %s', async (_, path, text) => {
    const { fields, values, dimensions, ...rest } = await suppliedIn('vectors', path, text);
    expect(rest).toEqual({ kind: 'vectors', models: [], file: path });
    expect(fields[0]!.values).toEqual(ids);
    const rows = [values.subarray(0, 3), values.subarray(dimensions, dimensions + 3)].map((row) => [...row]);
    expect(rows.flat()).toEqual([...wanted.values]);
  });

  it('is in the order of the numbers that a service gives rows, and names its model', async () => {
    const data = [3, 0, 2, 1].map((index) => ({ index, embedding: [index, 1] }));
    const { fields, index, values, models } = await suppliedIn('vectors', 'a.json', JSON.stringify({ model: 'm', data })); // prettier-ignore
    expect({ fields, index, models, values: [...values] }).toEqual({
      fields: [],
      index: 'index',
      models: ['m'],
      values: [0, 1, 1, 1, 2, 1, 3, 1],
    });
  });

  it('of several vectors a row is as many sets, and those that are no dense ones are named', async () => {
    const row = (id: string, sign: number) => ({
      id,
      vector: { small: [sign, 2], large: [sign, 2, 3], sparse: { indices: [1], values: [1] } },
    });
    const outcome = await outcomeOf({ 'a.jsonl': jsonl(row('d1', 1), row('d2', -1)) });
    const { supplied = [], warnings } = outcome as Extract<typeof outcome, { ok: true }>;
    expect(supplied).toMatchObject([
      { set: 'vector.small', dimensions: 2 },
      { set: 'vector.large', dimensions: 3 },
    ]);
    expect(warnings.map(told)).toEqual([expect.stringContaining('left out: “vector.sparse”')]);
  });

  it.each([
    ['ids.json', '["d2","d1"]'],
    ['ids.txt', 'd2\nd1\n'],
    ['metadata.tsv', 'id\tlabel\nd2\tx\nd1\ty\n'],
  ])('has the ids that lie beside it: %s', async (name, text) => {
    const vectors = '1.5\t0.1\t0.1\t0.1\t0.1\t0.1\t0.1\t0.1\n2.5\t0.1\t0.1\t0.1\t0.1\t0.1\t0.1\t0.1\n';
    const outcome = await outcomeOf({ 'a/vectors.tsv': vectors, [`a/${name}`]: text });
    expect(outcome).toMatchObject({ ok: true, supplied: [{ dimensions: 8 }], warnings: [] });
    const [first] = outcome.ok ? outcome.supplied! : [];
    expect(first?.kind === 'vectors' && first.fields[0]!.values).toEqual(['d2', 'd1']);
    const short = await problemsIn({ 'a/vectors.tsv': vectors, [`a/${name}`]: text.replace(/(,"d1"|\nd1.*)/, '') });
    expect(short.map(told)).toEqual([expect.stringContaining('It has 1 id, and the array beside it 2 rows')]);
  });

  it('is named by what is neither of vectors nor of ids', () => {
    expect(subjectOf('a/doc_embeddings.npy', 'vectors')).toBe(subjectOf('a/doc-ids.json', 'ids'));
    expect(subjectOf('a/doc_embeddings.npy', 'vectors')).not.toBe(subjectOf('b/doc-ids.json', 'ids'));
    expect(subjectOf('a/doc.json', 'ids')).toBeNull();
  });

  it('of more rows than it begins with is read whole', async () => {
    const rows = Array.from({ length: 700 }, (_, i) => ({ id: i, vector: [i + 1, -i] }));
    const { fields, values } = await suppliedIn('vectors', 'a.jsonl', jsonl(...rows));
    expect(fields[0]!.values.length).toBe(700);
    expect([...values.subarray(1398)]).toEqual([700, -699]);
  });

  it('is refused for vectors that nothing could be near to, with their lines', async () => {
    const problems = await problemsIn({
      'v.jsonl': jsonl(
        { id: 'a', vector: [1, 2] },
        { id: 'b', vector: [0, 0] },
        { id: 'd', vector: [1e300, 1] },
        { id: 'e', vector: [1, 2, 3] },
      ),
    });
    expect(placesOf(problems)).toEqual(['bad-vector v.jsonl 2', 'bad-vector v.jsonl 3', 'bad-vector v.jsonl 4']);
    expect(problems.map(told)).toEqual([
      expect.stringContaining('“b”: it is all zeros'),
      expect.stringContaining('“d”: it holds something'),
      expect.stringContaining('“e”: it has 3 numbers, and the first has 2'),
    ]);
  });

  it.each([
    ['[]', /“b”: it is missing/],
    ['null', /“b”: it is missing/],
    ['[1, null]', /“b”: a number is missing/],
    ['[NaN, 1]', /“b”: a number is missing/],
    ['[[1, 2], [3, 4]]', /“b”: there are several/],
  ])('is refused where one is %s', async (vector, message) => {
    const problems = await problemsIn({
      'v.jsonl': `{"id": "a", "vector": [1, 2]}\n{"id": "b", "vector": ${vector}}\n`,
    });
    expect(problems.map((each) => [each.line, told(each)])).toEqual([[2, expect.stringMatching(message)]]);
  });

  it('is refused where each row has a vector, and no field has all', async () => {
    const problems = await problemsIn({
      'v.jsonl': jsonl({ id: 'a', embedding: [1, 2] }, { id: 'b', vector: [1, 2] }, { id: 'c', embedding: [2, 1] }),
    });
    expect(placesOf(problems)).toEqual([
      'bad-vector v.jsonl 2 embedding',
      'bad-vector v.jsonl 1 vector',
      'bad-vector v.jsonl 3 vector',
    ]);
  });

  it('is not what a corpus with vectors beside its texts is taken for, unless another has its texts', async () => {
    const outcome = await outcomeOf({
      'corpus.jsonl': jsonl({ _id: 'd1', title: '', text: 'x', embedding: [1, 2] }),
      'queries.jsonl': jsonl({ _id: 'q1', text: 'which?', embedding: [1, 2] }),
      'qrels/test.tsv': 'query-id\tcorpus-id\tscore\nq1\td1\t1\n',
    });
    expect(outcome).toMatchObject({ ok: true, kind: 'collection', supplied: [] });
  });
});
