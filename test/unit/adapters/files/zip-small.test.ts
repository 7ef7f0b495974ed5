import { describe, expect, it } from 'vitest';
import { BlobBlocks } from '../../../../src/adapters/files/blob-blocks';
import { crc32 } from '../../../../src/adapters/files/zip-small';
import { zipSources } from '../../../../src/adapters/files/zip';
import { zipOf, type Contents } from './make';

/** Counts how often it is asked for some of its bytes. */
class CountedBlob extends Blob {
  reads = 0;

  override slice(...range: Parameters<Blob['slice']>): Blob {
    this.reads++;
    return super.slice(...range);
  }
}

async function textsIn(zip: Uint8Array<ArrayBuffer>): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const source of await zipSources('a.zip', new Blob([zip]))) {
    const parts: BlobPart[] = [];
    try {
      for await (const chunk of source.chunks()) parts.push(chunk as Uint8Array<ArrayBuffer>);
      texts[source.path] = await new Blob(parts).text();
    } catch (error) {
      texts[source.path] = `failed: ${(error as Error).message}`;
    }
  }
  return texts;
}

/** Offsets in the archive of the records of its directory. */
function recordsIn(zip: Uint8Array): number[] {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  return Array.from({ length: zip.length - 4 }, (_, at) => at).filter((at) => view.getUint32(at, true) === 0x02014b50);
}

const contents = (count: number): Contents =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`f/${i}.txt`, `text ${i} `.repeat((i % 50) + 1)]));

describe('an archive of many small files', () => {
  it('is read in a few pieces, not file by file', async () => {
    const zip = await zipOf(contents(600));
    const blob = new CountedBlob([zip]);
    for (const source of await zipSources('a.zip', blob)) for await (const _ of source.chunks());
    // A piece has 256 KiB; the directory is looked for at the end first.
    expect(blob.reads).toBeLessThan(zip.length / 2 ** 18 + 20);
  });

  it('gives what is in it', async () => {
    const all = contents(120);
    const texts = await textsIn(await zipOf({ ...all, 'empty.txt': '', 'large.txt': 'words '.repeat(4_000_000) }));
    for (const [path, text] of Object.entries(all)) expect(texts[`a.zip/${path}`]).toBe(text);
    expect(texts['a.zip/empty.txt']).toBe('');
    expect(texts['a.zip/large.txt']).toHaveLength(24_000_000);
  });

  it('tells of two that lie in each other', async () => {
    const zip = await zipOf({ 'a.txt': 'first text', 'b.txt': 'second text', 'c.txt': 'third text' });
    const [first, second] = recordsIn(zip);
    // The directory says that the second is where the first is: the offset stands at byte 42 of a record.
    zip.copyWithin(second! + 42, first! + 42, first! + 46);
    const texts = await textsIn(zip);
    expect(texts['a.zip/b.txt']).toMatch(/^failed: .*broken/);
    expect(texts['a.zip/c.txt']).toBe('third text');
  });

  it.each([
    ['another size', 24],
    ['another checksum', 16],
  ])('tells of one that has %s than the directory says', async (_name, field) => {
    const zip = await zipOf({ 'a.txt': 'first text '.repeat(20), 'b.txt': 'second text' });
    const at = recordsIn(zip)[0]! + field;
    zip[at] = zip[at]! ^ 1;
    const texts = await textsIn(zip);
    expect(texts['a.zip/a.txt']).toMatch(/^failed: /);
    expect(texts['a.zip/b.txt']).toBe('second text');
  });
});

describe('a blob that is read by blocks', () => {
  it('gives the bytes of any range', async () => {
    const bytes = Uint8Array.from({ length: 700_000 }, (_, i) => (i * 7919) >> 5);
    const blocks = new BlobBlocks(new Blob([bytes]));
    for (const [from, length] of [
      [0, 10],
      [262_140, 10],
      [100, 300_000],
      [1000, 262_144],
      [699_990, 100],
      [700_000, 5],
    ] as const)
      expect(Buffer.from(bytes.slice(from, from + length)).equals(await blocks.readUint8Array(from, length))).toBe(
        true,
      );
  });
});

describe('CRC-32', () => {
  it('has the check value of its definition', () => {
    expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
    expect(crc32(new Uint8Array())).toBe(0);
  });
});
