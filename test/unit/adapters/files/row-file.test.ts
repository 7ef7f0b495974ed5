import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { blobSource } from '../../../../src/adapters/files/byte-source';
import { unpackedLz4 } from '../../../../src/adapters/files/lz4';
import { RowFile } from '../../../../src/adapters/files/row-file';
import { Meter } from '../../../../src/adapters/files/text';
import { importMessages } from '../../../../src/ui/shared/messages/importing';
import { say } from '../../../../src/ui/shared/messages/say';
import { problemsOf, read, zipOf } from './make';

const fixture = (name: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(readFileSync(join(import.meta.dirname, '../../../fixtures/tables', name)));

const opened = (name: string, maxBytes = 2 ** 30): Promise<RowFile> =>
  RowFile.open(blobSource(name, new Blob([fixture(name)])), new Meter(2 ** 30, () => {}), maxBytes);

async function rowsOf(file: RowFile, columns: readonly string[]) {
  const all: Readonly<Record<string, unknown>>[] = [];
  for await (const rows of file.rows(columns)) all.push(...rows);
  return all;
}

/** As tools/fixtures/make-tables.py writes it. */
const row = (i: number) => ({
  id: String(2n ** 53n + BigInt(i)),
  text: `row ${i} é ${'the same words '.repeat(i % 50)}`,
  language: i === 7 ? null : ['ja', 'en'][i % 2],
  spans: Array.from({ length: i % 3 }, () => ({ start: String(i), end: String(i + 2) })),
  vector: [i, -0.5],
  half: i / 4,
  view: `${i} of a view that is longer than twelve`,
});

describe('a file of Arrow', () => {
  it.each([
    ['lz4.feather', 300],
    ['zstd.feather', 300],
    ['stream.arrow', 20],
  ])('is read as rows: %s', async (name, count) => {
    const file = await opened(name);
    const rows: unknown[] = [];
    for await (const { text, firstLine } of file.blocks()) {
      expect(firstLine).toBe(rows.length + 1);
      rows.push(
        ...text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as unknown),
      );
    }
    expect(rows).toEqual(Array.from({ length: count }, (_, i) => row(i)));
    const [{ id, vector }] = [row(count - 1)];
    const last = (await rowsOf(file, ['vector', 'id'])).at(-1)!;
    expect({ id: String(last['id']), vector: [...(last['vector'] as Float32Array)] }).toEqual({ id, vector });
    expect(await file.head()).toBe(
      rows
        .slice(0, 20)
        .map((each) => `${JSON.stringify(each)}\n`)
        .join(''),
    );
  });

  it.each(['lz4.feather', 'zstd.feather', 'pieces.parquet'])('is not unpacked without end: %s', async (name) => {
    await expect(opened(name, 10_000)).rejects.toThrow(/too-large/);
  });

  it('is not taken out of an archive that says that it is too large', async () => {
    const large = { 'a.zip': await zipOf({ 'a.feather': ' '.repeat(3000), 'b.xlsx': ' '.repeat(3000) }) };
    const problems = ['a.zip/a.feather', 'a.zip/b.xlsx'].map((file) => ({ code: 'too-large', file }));
    expect(await read(large, undefined, 2000)).toMatchObject({ ok: false, problems });
  });

  it('has a limit where its values are repeated', async () => {
    const file = await opened('pieces.parquet', 5_000_000);
    const reading = (async () => {
      for await (const _ of file.blocks());
    })();
    await expect(reading).rejects.toThrow(/too-large/);
  });

  it.each<[string, string, (whole: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>]>([
    ['without its end', 'lz4.feather', (whole) => whole.slice(0, -1)],
    ['without its last batch', 'stream.arrow', (whole) => whole.slice(0, -8)],
    ['empty', 'stream.arrow', () => new Uint8Array()],
    ['of the first version of Feather', 'lz4.feather', () => new TextEncoder().encode('FEA1 words FEA1')],
  ])('that is broken is told: %s', async (_name, file, harm) => {
    const problems = await problemsOf({ [file]: harm(fixture(file)) });
    expect(problems).toMatchObject([{ code: 'bad-table', file }]);
    expect(say(importMessages, problems[0]!)).toMatch(/^This Arrow file cannot be read \(it is cut short/);
  });
});

it('large row groups of Parquet are read in pieces, each row once', async () => {
  const file = await opened('pieces.parquet');
  const [ids, lengths]: [string[], number[]] = [[], []];
  for await (const { text, firstLine } of file.blocks()) {
    expect(firstLine).toBe(ids.length + 1);
    ids.push(...Array.from(text.matchAll(/"id":"(\d+)","text":"(?:the same words ){6}"/g), ([, id]) => id!));
    lengths.push(text.length);
  }
  expect(ids).toEqual(Array.from({ length: 120_000 }, (_, i) => String(i)));
  expect(Math.max(...lengths)).toBeLessThan(6e6);
  expect((await rowsOf(file, ['id'])).map(({ id }) => String(id))).toEqual(ids);
});

describe('LZ4', () => {
  const frame = (...blocks: readonly number[]) =>
    Uint8Array.of(4, 0x22, 0x4d, 0x18, 0x40, 0x40, 0, ...blocks, 0, 0, 0, 0);

  it('copies what overlaps, also of blocks before, and long pieces', () => {
    const unpacked = unpackedLz4(frame(2, 0, 0, 0x80, 97, 98, 6, 0, 0, 0, 0x1f, 99, 2, 0, 1, 0x00), 23);
    expect(new TextDecoder().decode(unpacked)).toBe('abc' + 'bc'.repeat(10));
  });

  it.each([
    ['another frame', Uint8Array.of(1, 2, 3, 4, 0, 0, 0)],
    ['a copy of what is before the text', frame(4, 0, 0, 0, 0x10, 99, 2, 0)],
    ['a block cut short', frame(90, 0, 0, 0, 0x10)],
    ['more than it should', frame(3, 0, 0, 0, 0x20, 99, 99)],
    ['no end', frame(3, 0, 0, 0, 0x20, 99, 99).slice(0, -4)],
  ])('is refused: %s', (_name, packed) => {
    expect(() => unpackedLz4(packed, 1)).toThrow();
  });
});
