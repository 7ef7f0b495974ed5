import { describe, expect, it } from 'vitest';
import { readNpy } from '../../../../../src/domain/dataset/supplied/vectors';
import { ProblemLog } from '../../../../../src/domain/dataset/problem';
import golden from '../../../../golden/npy.json';
import { jsonl, outcomeOf, placesOf, problemsIn, suppliedIn, told } from '../make';

const bytesOf = (name: keyof typeof golden.files): Uint8Array =>
  Uint8Array.from(atob(golden.files[name]), (unit) => unit.charCodeAt(0));

function read(bytes: Uint8Array) {
  const log = new ProblemLog();
  return { table: readNpy(bytes, 'v.npy', log), problems: log.problems.map(told) };
}

describe('an array that NumPy saved', () => {
  it.each(['<f4', '>f4', '<f8', 'fortran', 'version2'] as const)('is read row by row: %s', (name) => {
    const { table, problems } = read(bytesOf(name));
    expect(problems).toEqual([]);
    expect(table).toEqual({
      rows: 2,
      columns: 3,
      values: Float32Array.from(golden.values.flat()),
      isRounded: name === '<f8',
    });
  });

  it.each(['<f2', '>f2'] as const)('is read in half precision as NumPy reads it: %s', (name) => {
    const { table } = read(bytesOf(name));
    // The last is below 2^-14, the least normal number of half precision.
    expect(table!.values).toEqual(Float32Array.from(golden.half.flat()));
  });

  it('keeps what is no number of half precision', () => {
    expect([...read(bytesOf('special')).table!.values]).toEqual([NaN, Infinity, 1, -Infinity, 0, -0]);
  });

  it('is read from the middle of a larger buffer', () => {
    const bytes = bytesOf('<f4');
    const larger = new Uint8Array(bytes.length + 7);
    larger.set(bytes, 3);
    const { table } = read(larger.subarray(3, 3 + bytes.length));
    expect(table!.values).toEqual(Float32Array.from(golden.values.flat()));
  });

  it.each([
    ['whole numbers', bytesOf('int'), /type <i4, and not floating-point/],
    ['one dimension', bytesOf('flat'), /1 dimensions, and not two/],
    ['three dimensions', bytesOf('cube'), /3 dimensions, and not two/],
    ['no rows', bytesOf('empty'), /empty: 0 × 3/],
    ['a lost end', bytesOf('<f4').slice(0, -4), /promises 2 × 3 numbers in 24 bytes, and there are 20 bytes/],
    ['more than it says', new Uint8Array([...bytesOf('<f4'), 0]), /in 24 bytes, and there are 25/],
    ['a lost header', bytesOf('<f4').slice(0, 20), /header cannot be read/],
    ['no bytes', new Uint8Array(), /It is empty\./],
    ['the name alone', new TextEncoder().encode('NUMPY'), /not begin as/],
    ['no array at all', new TextEncoder().encode('{"id": "d1", "vector": [1]}'), /not begin as an array of numpy.save/],
  ])('is refused with %s', (_, bytes, message) => {
    const { table, problems } = read(bytes);
    expect(table).toBeNull();
    expect(problems).toEqual([expect.stringMatching(message)]);
  });
});

describe('a table of vectors', () => {
  const wanted = {
    kind: 'vectors',
    ids: ['d1', 'd2'],
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
  ])('is read from %s', async (_, path, text) => {
    expect(await suppliedIn('vectors', path, text)).toEqual({ ...wanted, file: path });
  });

  it('of more rows than it begins with is read whole', async () => {
    const rows = Array.from({ length: 700 }, (_, i) => ({ id: i, vector: [i + 1, -i] }));
    const { ids, values } = await suppliedIn('vectors', 'a.jsonl', jsonl(...rows));
    expect(ids!.length).toBe(700);
    expect([...values.subarray(1398)]).toEqual([700, -699]);
  });

  it('is refused for vectors that nothing could be near to, with their lines', async () => {
    const problems = await problemsIn({
      'v.jsonl': jsonl(
        { id: 'a', vector: [1, 2] },
        { id: 'b', vector: [0, 0] },
        { id: 'c', vector: [1, null] },
        { id: 'd', vector: [1e300, 1] },
        { id: 'e', vector: [1, 2, 3] },
        { id: 'f', vector: [] },
        { id: 'g', vector: 'x' },
        { vector: [1, 2] },
        { id: 'a', vector: [3, 4] },
      ),
    });
    expect(placesOf(problems)).toEqual([
      'bad-vector v.jsonl 2',
      'bad-vector v.jsonl 3',
      'bad-vector v.jsonl 4',
      'bad-vector v.jsonl 5',
      'wrong-shape v.jsonl 6 vector',
      'wrong-shape v.jsonl 7 vector',
      'wrong-shape v.jsonl 8 id',
      'wrong-shape v.jsonl 9',
    ]);
    expect(told(problems[0]!)).toContain('all zeros');
    expect(told(problems[3]!)).toContain('3 numbers, and the first has 2');
  });

  it('is not what a corpus with vectors beside its texts is taken for', async () => {
    const outcome = await outcomeOf({
      'corpus.jsonl': jsonl({ _id: 'd1', title: '', text: 'x', embedding: [1, 2] }),
      'queries.jsonl': jsonl({ _id: 'q1', text: 'which?', embedding: [1, 2] }),
      'qrels/test.tsv': 'query-id\tcorpus-id\tscore\nq1\td1\t1\n',
    });
    expect(outcome).toMatchObject({ ok: true, kind: 'collection', supplied: [] });
  });
});
