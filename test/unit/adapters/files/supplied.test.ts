import { importMessages } from '../../../../src/ui/shared/messages/importing';
import { say } from '../../../../src/ui/shared/messages/say';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import golden from '../../../golden/npy.json';
import { beirFiles, type Content, problemsOf, read } from './make';

const vectors = join(import.meta.dirname, '../../../fixtures/vectors');
const file = (name: string): Uint8Array<ArrayBuffer> => Uint8Array.from(readFileSync(join(vectors, name)));
const npy = Uint8Array.from(atob(golden.files['<f4']), (unit) => unit.charCodeAt(0));

async function suppliedIn(contents: Record<string, Content>) {
  const outcome = await read(contents);
  if (!outcome.ok) expect.fail(JSON.stringify(outcome.problems));
  return outcome.supplied;
}

describe('arrays of NumPy', () => {
  const values = Float32Array.from(golden.values.flat());

  it('are read as vectors without ids', async () => {
    expect(await suppliedIn({ 'p.npy': npy })).toEqual([
      { kind: 'vectors', file: 'p.npy', fields: [], models: [], dimensions: 3, values },
    ]);
  });

  it('beside a collection come with it; one that cannot be read is left out with a warning', async () => {
    const outcome = await read(beirFiles({ 'p.npy': npy, 'broken.npy': npy.slice(0, 90) }));
    expect(outcome).toMatchObject({ ok: true, kind: 'collection', supplied: [{ file: 'p.npy' }] });
    expect(outcome.ok && outcome.warnings.map((each) => [each.code, each.file])).toEqual([['bad-array', 'broken.npy']]);
  });

  it('that cannot be read are refused where they are alone', async () => {
    expect((await problemsOf({ 'empty.npy': '' })).map(({ code }) => code)).toEqual(['bad-array']);
    expect((await problemsOf({ 'text.npy': 'id,vector' })).map(({ code }) => code)).toEqual(['bad-array']);
  });
});

describe('Parquet files', () => {
  it('keep all digits of ids, and say which row has a number that is too large', async () => {
    const [problem, ...others] = await problemsOf({ 'i.parquet': file('integers.parquet') });
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ code: 'bad-vector', field: '[1]' });
  });

  it('of every usual compression are read', async () => {
    expect(await suppliedIn({ 'z.parquet': file('zstd.parquet') })).toMatchObject([{ kind: 'vectors' }]);
  });

  it('that hold nothing known, or are damaged, are named with what was seen', async () => {
    const [unknown] = await problemsOf({ 't.parquet': file('texts.parquet') });
    expect(say(importMessages, unknown!)).toMatch(/t\.parquet/);
    const damaged = await problemsOf({ 't.parquet': 'PAR1 nothing PAR1' });
    expect(damaged.map(({ code }) => code)).toContain('bad-table');
  });
});
