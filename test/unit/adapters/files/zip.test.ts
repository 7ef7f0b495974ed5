import { describe, expect, it } from 'vitest';
import { BlobBlocks } from '../../../../src/adapters/files/byte-source';
import { zipSources } from '../../../../src/adapters/files/zip';
import { zipOf, type Contents, beirFiles, imported, llamaIndexJson, problemsOf, read, utf16, without } from './make';
import { encodedAs } from './documents/encodings';
import { importMessages } from '../../../../src/ui/shared/messages/importing';
import { say } from '../../../../src/ui/shared/messages/say';

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

const indexOf = (zip: Uint8Array, text: string, from: number): number =>
  new TextDecoder('latin1').decode(zip).indexOf(text, from);

const inCodePage437 = (name: string): Uint8Array =>
  Uint8Array.from(name, (letter) => ({ è: 0x8a, Ä: 0x8e, ö: 0x94, ß: 0xe1 })[letter] ?? letter.charCodeAt(0));

const contents = (count: number): Contents =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`f/${i}.txt`, `text ${i} `.repeat((i % 50) + 1)]));

describe('an archive of many small files', () => {
  it('is read in a few pieces, not file by file', async () => {
    const zip = await zipOf(contents(400));
    const blob = new CountedBlob([zip]);
    for (const source of await zipSources('a.zip', blob)) for await (const _ of source.chunks());
    // A piece has 256 KiB; the directory is looked for at the end first.
    expect(blob.reads).toBeLessThan(zip.length / 2 ** 18 + 20);
  });

  it('gives what is in it', async () => {
    const all = contents(120);
    const texts = await textsIn(await zipOf({ ...all, 'empty.txt': '', 'large.txt': 'words '.repeat(300_000) }));
    for (const [path, text] of Object.entries(all)) expect(texts[`a.zip/${path}`]).toBe(text);
    expect(texts['a.zip/empty.txt']).toBe('');
    expect(texts['a.zip/large.txt']).toHaveLength(1_800_000);
  });

  it.each([
    ['shift_jis', '資料/表紙.txt', '資料/設置 v2.txt'],
    ['gb18030', '说明书.txt', '第一章 安装.txt'],
    ['big5', '說明書/第一章 安裝.txt', '說明書/附錄.txt'],
    ['euc-kr', '설명서.txt', '제1장 설치.txt'],
    ['ibm866', 'Инструкция.txt', 'Глава 1.txt'],
    ['utf-8', '資料.txt', 'Übung.txt'],
    ['ibm437', 'crème.txt', 'Äpfel größer.txt'],
  ])('names its files where they are written in %s', async (encoding, ...names) => {
    // A letter for each byte, which is put in its place.
    const raw = names.map((name) => (encoding === 'ibm437' ? inCodePage437(name) : encodedAs(encoding, name)));
    const zip = await zipOf(Object.fromEntries(raw.map(({ length }, i) => ['ab'[i]!.repeat(length), 'x'])));
    for (const [i, bytes] of raw.entries())
      for (let at = 0; (at = indexOf(zip, 'ab'[i]!.repeat(bytes.length), at)) >= 0;) zip.set(bytes, at);
    const flags = recordsIn(zip).map((at) => at + 8);
    for (const at of flags) zip[at + 1]! &= ~0x08;
    expect(Object.keys(await textsIn(zip))).toEqual(names.map((name) => `a.zip/${name}`));
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

it('a blob that is read by blocks gives the bytes of any range', async () => {
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
    expect(Buffer.from(bytes.slice(from, from + length)).equals(await blocks.readUint8Array(from, length))).toBe(true);
});

const under = (folder: string, files: Contents): Contents =>
  Object.fromEntries(Object.entries(files).map(([path, content]) => [`${folder}/${path}`, content]));

describe('a zip file', () => {
  it('is read without a top folder, and names the collection', async () => {
    const { dataset, summary } = await imported({ 'scifact.zip': await zipOf(beirFiles()) });
    expect(dataset).toEqual((await imported(beirFiles())).dataset);
    expect(summary).toMatchObject({ name: 'scifact', split: 'test' });
    expect(summary.files[0]).toBe('scifact.zip/corpus.jsonl');
  });

  it('is read with a top folder, beside what systems leave in it', async () => {
    const files = { ...under('SciFact', beirFiles()), '__MACOSX/SciFact/._corpus.jsonl': 'x', 'SciFact/readme.md': '' };
    const { summary } = await imported({ 'dir/download.ZIP': await zipOf({ ...files, 'SciFact/.DS_Store': 'x' }) });
    expect(summary.name).toBe('SciFact');
    expect(summary.files).toHaveLength(3);
  });

  it('may hold backslashes, LlamaIndex JSON, UTF-16', async () => {
    const backslashes = Object.fromEntries(Object.entries(beirFiles()).map(([p, c]) => [p.replaceAll('/', '\\'), c]));
    expect((await imported({ 'a.zip': await zipOf(backslashes) })).summary.split).toBe('test');
    const json = await zipOf({ 'b.json': utf16(llamaIndexJson(), 'le', true) });
    expect((await imported({ 'a.zip': json })).summary).toMatchObject({ name: 'b', format: 'llamaindex' });
  });

  it('says where in it a problem is', async () => {
    const zip = await zipOf(under('s', beirFiles({ 'qrels/test.tsv': 'q1\td1\tx\n' })));
    expect(await problemsOf({ 'a.zip': zip })).toMatchObject([
      { code: 'bad-grade', file: 'a.zip/s/qrels/test.tsv', line: 1 },
    ]);
    const incomplete = await zipOf(without(under('s', beirFiles()), 's/queries.jsonl'));
    expect(await problemsOf({ 'a.zip': incomplete })).toMatchObject([
      { code: 'missing-file', file: 'a.zip/s/queries.jsonl' },
    ]);
  });
});

describe('a zip file that is broken', () => {
  it.each([
    ['no archive', () => new TextEncoder().encode('hello, this is no archive at all, not by any means')],
    ['empty', () => new Uint8Array()],
    ['cut short', async () => (await zipOf(beirFiles())).slice(0, -40)],
  ])('is told: %s', async (_name, bytes) => {
    const problems = await problemsOf({ 'a.zip': await bytes() });
    expect(problems).toMatchObject([{ code: 'bad-archive', file: 'a.zip' }]);
    expect(say(importMessages, problems[0]!)).toMatch(/broken or is not a zip file/);
  });

  it('is told: locked by a password', async () => {
    const problems = await problemsOf({ 'a.zip': await zipOf(beirFiles(), { password: 'x' }) });
    expect(problems[0]).toMatchObject({ code: 'bad-archive', file: 'a.zip/corpus.jsonl' });
    expect(say(importMessages, problems[0]!)).toMatch(/password/);
  });
});

describe('a zip file with a path that leads out of it', () => {
  it.each([
    ['xx/a.jsonl', '../a.jsonl'],
    ['x/xx/xx/a', 'x/../../a'],
    ['xa.jsonl', '/a.jsonl'],
    ['xx/a.jsonl', 'C:/a.jsonl'],
  ])('is refused with the entry: %s as %s', async (written, outside) => {
    const archive = await zipOf(beirFiles({ [written]: 'words' }));
    const [from, to] = [new TextEncoder().encode(written), new TextEncoder().encode(outside)];
    for (let at = 0; at < archive.length; at++)
      if (from.every((byte, i) => archive[at + i] === byte)) archive.set(to, at);
    const problems = await problemsOf({ 'a.zip': archive });
    expect(problems).toMatchObject([{ code: 'bad-archive', file: 'a.zip' }]);
    expect(say(importMessages, problems[0]!)).toContain(`The path of the entry “${outside}” leads out of the archive`);
  });
});

describe('a zip file that unpacks to too much', () => {
  const bomb = () => zipOf(beirFiles({ 'corpus.jsonl': ' '.repeat(3 * 2 ** 20) }));

  it('is not unpacked where it says so', async () => {
    const outcome = await read({ 'a.zip': await bomb() }, undefined, 2 ** 20);
    expect(outcome).toMatchObject({ ok: false, problems: [{ code: 'too-large', file: 'a.zip' }] });
    expect(!outcome.ok && say(importMessages, outcome.problems[0]!)).toMatch(/There are 3 MiB to read.*up to 1 MiB/);
  });

  it('is not unpacked further than it says', async () => {
    const zip = await bomb();
    const view = new DataView(zip.buffer);
    // Sizes in the directory at the end and before the data: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
    for (let at = 0; at < zip.length - 30; at++) {
      const signature = view.getUint32(at, true);
      if (signature === 0x02014b50 && view.getUint32(at + 24, true) > 2 ** 20) view.setUint32(at + 24, 1000, true);
      if (signature === 0x04034b50 && view.getUint32(at + 22, true) > 2 ** 20) view.setUint32(at + 22, 1000, true);
    }
    const problems = await problemsOf({ 'a.zip': zip });
    expect(problems[0]).toMatchObject({ code: 'bad-archive', file: 'a.zip/corpus.jsonl' });
  });

  it('counts only what is read', async () => {
    const files = beirFiles({ 'vectors.bin': new Uint8Array(3 * 2 ** 20) });
    expect(await read({ 'a.zip': await zipOf(files) }, undefined, 2 ** 20)).toMatchObject({ ok: true });
  });
});
