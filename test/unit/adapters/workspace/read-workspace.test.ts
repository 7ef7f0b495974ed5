import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { unzipSync, zipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ReadWorkspace, readWorkspace } from '../../../../src/adapters/workspace/read-workspace';
import { openDatabase } from '../../../../src/adapters/storage/schema';
import { WRITTEN_STORES } from '../../../../src/adapters/workspace/contents';
import { hashText } from '../../../../src/base/hash';
import { typedJson } from '../../../../src/base/typed-json';
import { docId } from '../../../../src/base/types';
import { rankingsKey } from '../../../../src/domain/run/kept-keys';
import { packRankings } from '../../../../src/domain/run/packed';
import type { WorkspaceManifest } from '../../../../src/domain/workspace/manifest';
import { describeDocs } from '../../../../src/domain/dataset/corpus';
import { madeUp } from '../../workbench/workshop';
import { emptyProfile, type MadeWorkspace, madeWorkspace, open, read, saved } from './made-workspace';

let made: MadeWorkspace;
let bytes: Uint8Array<ArrayBuffer>;
let whole: ReadWorkspace;

const readBytesOf = (file: Uint8Array<ArrayBuffer>): Promise<ReadWorkspace> =>
  readWorkspace({ path: 'dir/a.hitrate', file: new Blob([file]) }, () => undefined);

beforeAll(async () => {
  made = await madeWorkspace(madeUp(40, 12));
  bytes = new Uint8Array(await (await saved(made, true)).arrayBuffer());
  whole = await readBytesOf(bytes);
});

/** Where the bytes of an entry begin, and how many there are. */
function placeOf(path: string): { start: number; length: number } {
  const view = new DataView(bytes.buffer);
  for (let at = 0; view.getUint32(at, true) === 0x04034b50;) {
    const nameLength = view.getUint16(26 + at, true);
    const start = at + 30 + nameLength;
    const length = view.getUint32(18 + at, true);
    if (new TextDecoder().decode(bytes.subarray(at + 30, start)) === path) return { start, length };
    at = start + length;
  }
  throw new Error(path);
}

const flipped = (at: number, bit = 1): Uint8Array<ArrayBuffer> => bytes.with(at, bytes[at]! ^ bit);
const inside = (path: string): number => placeOf(path).start + Math.floor(placeOf(path).length / 2);
const codes = ({ report }: ReadWorkspace) => report.problems.map(({ code }) => code);

/** The file with some entries replaced, and the manifest by what a function makes of it. */
function rezipped(
  change: (manifest: WorkspaceManifest) => unknown,
  entries: Readonly<Record<string, Uint8Array | null>> = {},
): Uint8Array<ArrayBuffer> {
  const files: Record<string, Uint8Array> = { ...unzipSync(bytes) };
  for (const [path, content] of Object.entries(entries)) {
    if (content) files[path] = content;
    else delete files[path];
  }
  const manifest = JSON.parse(new TextDecoder().decode(files['manifest.json'])) as WorkspaceManifest;
  files['manifest.json'] = encoded(JSON.stringify(change(manifest)));
  return zipSync(files) as Uint8Array<ArrayBuffer>;
}

const encoded = (text: string): Uint8Array => new TextEncoder().encode(text);
const same = (manifest: WorkspaceManifest): WorkspaceManifest => manifest;

/** With an entry replaced and its hash with it, as a file that was made so. */
function readWith(path: string, content: string): Promise<ReadWorkspace> {
  const listed = { path, bytes: encoded(content).length, sha256: hashText(content) };
  const listing = ({ entries, ...rest }: WorkspaceManifest): WorkspaceManifest => {
    return { ...rest, entries: entries.map((entry) => (entry.path === path ? listed : entry)) };
  };
  return readBytesOf(rezipped(listing, { [path]: encoded(content) }));
}

describe('a workspace file that is whole', () => {
  it('has no problems', () => {
    expect(whole.report).toMatchObject({ problems: [], lost: [], holds: { docs: 40, results: 2, vectors: true } });
  });

  it('may be unpacked and packed again by another program', async () => {
    const again = await readBytesOf(rezipped(same));
    expect(again.report).toEqual(whole.report);
    expect(isDeepStrictEqual(again.contents, whole.contents)).toBe(true);
  });
});

describe('what is no workspace of this version', () => {
  it('is refused: another file, another zip, another format', async () => {
    for (const file of [
      encoded('not a zip'),
      new Uint8Array(),
      zipSync({ 'corpus.jsonl': encoded('{}') }),
      zipSync({ 'manifest.json': encoded('{"format":"other"}') }),
      zipSync({ 'manifest.json': encoded('[]') }),
    ]) {
      const { report, contents } = await readBytesOf(file as Uint8Array<ArrayBuffer>);
      expect(report).toMatchObject({ problems: [{ code: 'workspace-foreign' }], holds: null });
      expect(contents).toBeNull();
    }
  });

  it('is refused with the version of the app that wrote it, where that is later', async () => {
    const { report, contents } = await readBytesOf(rezipped((manifest) => ({ ...manifest, version: 2, app: '3.4.5' })));
    expect(report.problems).toEqual([{ code: 'workspace-newer', data: { app: '3.4.5', version: 2, known: 1 } }]);
    expect(contents).toBeNull();
  });

  it('is refused where it would unpack to more than fits', async () => {
    const huge = (manifest: WorkspaceManifest) => ({
      ...manifest,
      entries: manifest.entries.map((entry) => ({ ...entry, bytes: 2 ** 31 })),
    });
    expect(codes(await readBytesOf(rezipped(huge)))).toEqual(['workspace-bytes']);
  });

  it('is not read where an entry has other content of the listed size, though the zip is sound', async () => {
    const documents = unzipSync(bytes)['documents.jsonl']!;
    const { report } = await readBytesOf(rezipped(same, { 'documents.jsonl': documents.with(20, documents[20]! ^ 1) }));
    expect(report.problems).toEqual([{ code: 'entry-altered', data: { path: 'documents.jsonl' } }]);
  });

  it('is not read on where an entry unpacks to more than is listed', async () => {
    const bomb = rezipped(same, { 'documents.jsonl': new Uint8Array(5_000_000) });
    const { report } = await readBytesOf(bomb);
    expect(report.problems).toEqual([{ code: 'entry-altered', data: { path: 'documents.jsonl' } }]);
    expect(report.holds).toBeNull();
  });

  it('is refused where its list names a path of its own making, or one twice', async () => {
    for (const path of ['../../x', '/etc/passwd', 'results/1/../x', 'documents.jsonl']) {
      const more = ({ entries, ...rest }: WorkspaceManifest) => ({
        ...rest,
        entries: [...entries, { ...entries[0]!, path }],
      });
      expect(codes(await readBytesOf(rezipped(more)))).toContain('workspace-manifest');
    }
  });

  it('takes nothing from entries that are not listed, and says where one leads out of the file', async () => {
    const more = await readBytesOf(rezipped(same, { 'extra.txt': encoded('x') }));
    expect(more.report).toEqual(whole.report);
    const out = await readBytesOf(rezipped(same, { '../../x': encoded('x') }));
    expect(codes(out)).toEqual(['workspace-unsafe']);
    expect(out.contents).toBeNull();
  });

  it('is refused where an entry is not what its path says, whatever its hash', async () => {
    for (const [path, content] of [
      ['documents.jsonl', '{"id":1,"title":"","text":""}\n'],
      ['collection.json', '{"counts":{}}\n'],
      ['documents.jsonl', '{"id":"a"'],
    ] as const) {
      const { report, contents } = await readWith(path, content);
      expect(report.problems.length).toBeGreaterThan(0);
      expect(contents).toBeNull();
    }
    const hits = '{"docs":["a"]}\n{"query":"q0","hits":[[7,1]]}\n';
    const beyond = await readWith('results/1/rankings-1.jsonl', hits);
    const lists = { path: 'results/1/rankings-1.jsonl', line: 2, field: 'hits' };
    expect(beyond.report.problems).toMatchObject([{ code: 'entry-invalid', data: lists }]);
    expect(beyond.report.lost).toEqual([{ part: 'results', count: 1 }]);
    const roles = '{"roles-of-fields":{"[\\"a\\"]":{"question":7}}}\n';
    const odd = await readWith('settings.json', roles);
    const field = 'roles-of-fields.["a"].question';
    expect(odd.report.problems).toMatchObject([{ code: 'entry-invalid', data: { path: 'settings.json', field } }]);
    expect(odd.contents?.settings).toEqual({});
  });
});

it('what a collection says of its documents is computed again, and a difference is said', async () => {
  const { report, contents } = await readWith('documents.jsonl', '{"id":"a","title":"","text":"xy"}\n');
  expect(report.problems.map(({ code, data }) => [code, (data as { field: string }).field])).toEqual([
    ['figure-corrected', 'counts.docs'],
    ['figure-corrected', 'counts.characters'],
    ['figure-corrected', 'corpusKey'],
  ]);
  expect(contents!.record).toMatchObject({
    counts: { docs: 1, queries: 12, characters: 2 },
    corpusKey: describeDocs(contents!.docs).key,
  });
});

it('lists of a run that was left before its result was kept are saved, and none that pass for those of a result', async () => {
  const { ports } = made.workshop;
  const ranking = packRankings([[{ doc: 0, score: 1 }]]);
  const left = { docs: [docId('d0')], rankings: ranking };
  const key = rankingsKey('of no result', 'bm25');
  await ports.storage.artifacts.put(made.collection.id, key, left);
  const { report, contents } = await readBytesOf(new Uint8Array(await (await saved(made, true)).arrayBuffer()));
  expect(report).toMatchObject({ problems: [], lost: [] });
  expect(contents!.artifacts.get(key)).toEqual(left);
  const taken = rankingsKey(whole.contents!.results[0]!.key, 'bm25');
  const forged = await readWith('stages.jsonl', `${typedJson({ key: taken, value: left })}\n`);
  expect(forged.report.problems).toMatchObject([{ data: { path: 'stages.jsonl', line: 1, field: 'key' } }]);
  expect(forged.contents!.artifacts.get(taken)).toEqual(whole.contents!.artifacts.get(taken));
});

describe('what is damaged', () => {
  it('is named, and what is left can be opened: a result', async () => {
    const altered = await readBytesOf(flipped(inside('results/2/result.jsonl')));
    expect(altered.report.problems).toEqual([{ code: 'entry-altered', data: { path: 'results/2/result.jsonl' } }]);
    expect(altered.report.lost).toEqual([{ part: 'results', count: 1 }]);
    expect(altered.report.holds).toMatchObject({ docs: 40, queries: 12, results: 1 });
    expect(altered.contents!.results.length).toBe(whole.contents!.results.length - 1);
  });

  it('is named, and what is left can be opened: questions, and with them what is about them', async () => {
    const altered = await readBytesOf(flipped(inside('judgments.jsonl')));
    const lost = altered.report.lost.map(({ part }) => part);
    expect(lost).toEqual(['questions', 'results', 'scored-by', 'notes', 'stages']);
    expect(altered.contents).toMatchObject({ questions: { queries: [], judgments: [] }, acts: [], results: [] });
    expect(altered.contents!.record.counts).toMatchObject({ docs: 40, queries: 0, judgments: 0, judgedQueries: 0 });
    expect(altered.contents!.runs.length).toBe(1);
  });

  it('loses the notes on runs that are lost', async () => {
    const altered = await readBytesOf(flipped(inside('results/1/result.jsonl')));
    const kept = new Set(altered.contents!.results.map(({ key }) => key));
    const notes = altered.contents!.artifacts.get('run-notes') as { runs: object; baseline: string | null };
    expect(Object.keys(notes.runs).every((key) => kept.has(key))).toBe(true);
    expect(notes.baseline === null || kept.has(notes.baseline)).toBe(true);
  });

  it('is named, and nothing is left without the documents or the list', async () => {
    const documents = await readBytesOf(flipped(inside('documents.jsonl')));
    expect(documents.report).toMatchObject({ holds: null, problems: [{ code: 'entry-altered' }] });
    const altered = await readBytesOf(flipped(inside('manifest.json')));
    expect(altered.report).toMatchObject({ name: 'a', written: null, holds: null });
    expect(codes(altered)).toEqual(['workspace-manifest']);
  });
});

describe('a file that is cut', () => {
  it('is refused, and says what is lost with it', async () => {
    const { start, length } = placeOf('results/1/result.jsonl');
    for (const file of [bytes.slice(0, start + length), bytes.slice(0, -10)]) {
      const { report, contents } = await readBytesOf(file);
      expect(contents).toBeNull();
      expect(report).toMatchObject({ name: whole.report.name, problems: [{ code: 'workspace-cut' }], holds: null });
      expect(report.lost).toContainEqual({ part: 'results', count: 2 });
    }
    const [short] = [await readBytesOf(bytes.slice(0, placeOf('manifest.json').start + 40))];
    expect(short.report).toMatchObject({ problems: [{ code: 'workspace-cut' }], lost: [] });
  });

  it('is never taken for whole, wherever it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: bytes.length - 1 }), async (length) => {
        const { report } = await readBytesOf(bytes.slice(0, length));
        expect(report.problems.length).toBeGreaterThan(0);
      }),
      { numRuns: 12, seed: 1 },
    );
  });
});

it('a file with any bit flipped has the same contents, or says what is wrong and gives nothing else', async () => {
  const entries = new Map(Object.entries(whole.contents!));
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: bytes.length - 1 }), fc.integer({ min: 0, max: 7 }), async (at, bit) => {
      const { report, contents } = await readBytesOf(flipped(at, 1 << bit));
      if (isDeepStrictEqual(contents, whole.contents)) return;
      expect(report.problems.length).toBeGreaterThan(0);
      if (!contents) return;
      expect(report.lost.length).toBeGreaterThan(0);
      // What is kept is as it was.
      expect(isDeepStrictEqual(contents.docs, entries.get('docs'))).toBe(true);
      for (const result of contents.results)
        expect(whole.contents!.results.some((each) => isDeepStrictEqual(each, result))).toBe(true);
      if (contents.questions.queries.length > 0)
        expect(isDeepStrictEqual(contents.questions, whole.contents!.questions)).toBe(true);
    }),
    { numRuns: 20, seed: 1 },
  );
});

it('the directory and headers of the zip, byte by byte: the same contents, or what is wrong', async () => {
  const end = bytes.length - 22;
  const directory = new DataView(bytes.buffer).getUint32(end + 16, true);
  const step = Math.max(1, Math.floor((bytes.length - directory) / 25));
  for (let at = directory; at < bytes.length; at += step) {
    const { report, contents } = await readBytesOf(flipped(at, 0x41));
    if (!isDeepStrictEqual(contents, whole.contents)) expect(report.problems.length).toBeGreaterThan(0);
  }
});

it('storing leaves nothing where it fails half-way', async () => {
  const other = await emptyProfile();
  await read(other.bench, new Blob([bytes]));
  const { put } = IDBObjectStore.prototype;
  let puts = 0;
  IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...input: Parameters<typeof put>) {
    if (this.name === 'results' && ++puts === 2) throw new DOMException('full', 'QuotaExceededError');
    return put.apply(this, input);
  };
  try {
    await expect(open(other.bench)).rejects.toMatchObject({ code: 'storage-full' });
  } finally {
    IDBObjectStore.prototype.put = put;
  }
  const db = await openDatabase(other.workshop.database);
  for (const store of WRITTEN_STORES) expect(await db.count(store), store).toBe(0);
  db.close();
});
