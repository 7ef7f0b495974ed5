import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createDocuments } from '../../../../src/adapters/documents/documents';
import { readDocuments } from '../../../../src/adapters/files/documents/read';
import { openDatabase } from '../../../../src/adapters/storage/schema';
import type { DocumentsApi, SourceFile } from '../../../../src/contract/workers';
import { NO_PREPARATION, type Preparation } from '../../../../src/domain/documents/preparation';
import { docId, queryId, type Judgment } from '../../../../src/base/types';
import { createWorkbench, type Workbench } from '../../../../src/workbench/workbench';
import { inProcess, openWorkshop, quiet } from '../workshop';
import { act } from '../../domain/judging/make';

const file = (path: string, text: string): SourceFile => ({ path, file: new Blob([text]) });
const q = queryId('q');

/** A workbench, and the paths that were parsed, and that were known, in its last reading. */
async function open() {
  const { ports, database } = await openWorkshop();
  let [parsed, known]: string[][] = [[], []];
  const readNow: Parameters<typeof createDocuments>[1] = async (input, progress, stop) => {
    const read = await readDocuments(input, progress, { stop });
    known = Object.keys(input.known ?? {});
    parsed = read.files.filter(({ status }) => status === 'read').map(({ path }) => path);
    return read;
  };
  const documents = () => inProcess(() => createDocuments(() => openDatabase(database), readNow));
  const kept = async (): Promise<string[]> => (await ports.storage.collections.list()).map(({ id }) => id);
  return {
    workbench: createWorkbench({ ...ports, documents }),
    ports,
    parsed: () => parsed,
    known: () => known,
    kept,
  };
}

async function keep(workbench: Workbench, files: readonly SourceFile[], preparation: Preparation = NO_PREPARATION) {
  const session = await workbench.collections.readDocuments(files, quiet);
  return session.keep(preparation, ' My folder ').finally(() => session.close());
}

const texts = async (workbench: Workbench, id: string): Promise<Record<string, string>> =>
  Object.fromEntries((await workbench.collections.docs(id)).map(({ id: doc, text }) => [doc, text]));

const FILES = [
  file('docs/a.txt', 'The valve opens at ten bar.\nAnd the pump runs.'),
  file('docs/b.md', '# Pumps\n\nA pump has a rotor.'),
  file('docs/c.txt', ''),
];

describe('keeping documents', () => {
  it('makes a collection without questions, that knows its files', async () => {
    const { workbench, kept } = await open();
    const record = await keep(workbench, FILES);
    expect(record).toMatchObject({ name: 'My folder', counts: { docs: 2, queries: 0, judgments: 0 } });
    expect(record.summary).toMatchObject({ format: 'documents', files: ['docs/a.txt', 'docs/b.md'] });
    const files = record.documents!.files.map(({ path, status }) => [path, status].join(' '));
    expect(files).toEqual(['docs/a.txt read', 'docs/b.md read', 'docs/c.txt empty']);
    expect(await kept()).toEqual([record.id]);
    expect(Object.keys(await texts(workbench, record.id))).toEqual(['docs/a.txt', 'docs/b.md']);
  });

  it('does what was chosen, and says before what it would do', async () => {
    const { workbench } = await open();
    const files = [file('a.txt', 'Two  blanks'), file('b.txt', 'two blanks'), file('c.txt', 'Ｏther')];
    const session = await workbench.collections.readDocuments(files, quiet);
    const effects = (await session.effects(NO_PREPARATION))!;
    expect(effects.whiteSpace.docs).toBe(1);
    expect(effects.nfkc.docs).toBe(1);
    expect(effects.duplicates.map(({ kept, others }) => [kept, others.length])).toEqual([['a.txt', 1]]);
    const { id } = await session.keep({ nfkc: true, whiteSpace: true, boilerplate: false, duplicates: 'drop' }, 'x');
    expect(await texts(workbench, id)).toEqual({ 'a.txt': 'Two blanks', 'c.txt': 'Other' });
  });

  it('refuses files of which none has text', async () => {
    const { workbench, kept } = await open();
    await expect(keep(workbench, [file('c.txt', '')])).rejects.toMatchObject({ code: 'no-readable-document' });
    expect(await kept()).toEqual([]);
  });
});

it('reading that is stopped asks the worker for what was read so far, once', async () => {
  const { ports } = await openWorkshop();
  const stop = new AbortController();
  let stopped = 0;
  const found = { name: 'x', docs: 0, characters: 0, files: [], tables: [], languages: [] };
  const worker = {
    stopReading: () => Promise.resolve(void stopped++),
    read: async () => {
      stop.abort();
      return Promise.resolve(found);
    },
  } as Partial<DocumentsApi> as DocumentsApi;
  const workbench = createWorkbench({
    ...ports,
    documents: () => ({ with: () => worker, release: () => undefined }),
  });
  const session = await workbench.collections.readDocuments(FILES, { ...quiet, stop: stop.signal });
  expect(session.found).toBe(found);
  expect(stopped).toBe(1);
});

describe('a worker that has what was read', () => {
  const table = file('d/t.csv', 'name,text\nn,Row text\n');

  it('ends with its session, and where reading is cancelled or fails', async () => {
    const { ports } = await openWorkshop();
    let running = 0;
    const documents = () => {
      running++;
      const port = ports.documents();
      return { with: () => port.with(), release: () => (running--, port.release()) };
    };
    const workbench = createWorkbench({ ...ports, documents });
    const session = await workbench.collections.readDocuments([table], quiet);
    expect(running).toBe(1);
    session.close();
    expect(running).toBe(0);
    const abort = new AbortController();
    const reading = workbench.collections.readDocuments([table], { ...quiet, signal: abort.signal });
    abort.abort();
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
    expect(running).toBe(0);
  });

  it('reads a table again by other columns, and keeps what it had where that is cancelled', async () => {
    const { workbench } = await open();
    const session = await workbench.collections.readDocuments([table, file('d/a.txt', 'Text')], quiet);
    const choose = (text: string, signal = quiet.signal) =>
      session.readTable('d/t.csv', { text: [text], title: null, id: null }, { ...quiet, signal });
    expect((await choose('name')).characters).toBe('n'.length + 'Text'.length);
    const abort = new AbortController();
    const again = choose('text', abort.signal);
    abort.abort();
    await expect(again).rejects.toMatchObject({ name: 'AbortError' });
    expect(session.found.characters).toBe('n'.length + 'Text'.length);
    const { id } = await session.keep(NO_PREPARATION, '');
    expect(Object.values(await texts(workbench, id)).sort()).toEqual(['Text', 'n']);
  });

  it('says what the latest preparation does, and nothing of those before it', async () => {
    const { workbench } = await open();
    const session = await workbench.collections.readDocuments([file('a.txt', 'Two  blanks')], quiet);
    const [first, second] = await Promise.all([
      session.effects(NO_PREPARATION),
      session.effects({ ...NO_PREPARATION, whiteSpace: true }),
    ]);
    expect([first, second?.whiteSpace.docs]).toEqual([null, 1]);
  });
});

describe('reading a folder again', () => {
  const acts = [act('q', 'docs/a.txt', 1, { span: { start: 0, end: 9 } })];
  const judgment = (text: string, part: string): Judgment => {
    const start = text.indexOf(part);
    return { query: q, doc: docId('docs/a.txt'), grade: 2, span: { start, end: start + part.length } };
  };

  async function judged() {
    const opened = await open();
    const { id } = await keep(opened.workbench, FILES);
    const { 'docs/a.txt': text } = await texts(opened.workbench, id);
    await opened.workbench.questions.read(id);
    await opened.workbench.questions.save(id, {
      queries: [{ id: q, text: 'When does the valve open?' }],
      judgments: [judgment(text!, 'The valve opens at ten bar.'), judgment(text!, 'the pump runs')],
    });
    return { ...opened, id };
  }

  it('parses what changed alone, and changes nothing before it is confirmed', async () => {
    const { workbench, parsed, id } = await judged();
    const before = await workbench.collections.docs(id);
    const now = [
      file('docs/a.txt', 'New first line.\nThe valve opens at ten bar.\nNothing else.'),
      FILES[1]!,
      file('docs/d.txt', 'Added.'),
    ];
    const refresh = await workbench.collections.refreshDocuments(id, now, { ...quiet, whole: true });
    expect(parsed()).toEqual(['docs/a.txt', 'docs/d.txt']);
    expect(refresh.changes.map(({ path, kind }) => [path, kind].join(' '))).toEqual([
      'docs/a.txt changed',
      'docs/d.txt added',
      'docs/c.txt removed',
    ]);
    expect(refresh).toMatchObject({ unchanged: 1, changedDocs: 2, removedDocs: 0 });
    expect(refresh.relocated.found).toBe(1);
    expect(refresh.relocated.lost).toEqual([{ query: q, doc: 'docs/a.txt', grade: 2, text: 'the pump runs' }]);
    expect(await workbench.collections.docs(id)).toEqual(before);
    expect((await workbench.questions.read(id)).judgments).toHaveLength(2);

    const record = await workbench.collections.confirmRefresh(refresh);
    expect(record).toMatchObject({ revision: 2, counts: { docs: 3, queries: 1, judgments: 1, judgedQueries: 1 } });
    const { judgments, queries } = await workbench.questions.read(id);
    expect(queries).toHaveLength(1);
    expect(judgments).toEqual([{ query: q, doc: 'docs/a.txt', grade: 2, span: { start: 16, end: 43 } }]);
    expect(record.corpusKey).not.toBe(refresh.collection.corpusKey);
  });

  it('leaves files alone that are not given, unless the whole folder is', async () => {
    const { workbench, id } = await judged();
    const one = [file('docs/b.md', '# Pumps\n\nChanged.')];
    const part = await workbench.collections.refreshDocuments(id, one, { ...quiet, whole: false });
    expect(part.changes.map(({ path, kind }) => [path, kind])).toEqual([['docs/b.md', 'changed']]);
    expect(part.docs).toHaveLength(2);
    const whole = await workbench.collections.refreshDocuments(id, one, { ...quiet, whole: true });
    expect(whole.changes.map(({ kind }) => kind)).toEqual(['changed', 'removed', 'removed']);
    expect(whole.relocated.lost).toHaveLength(2);
  });

  it('reads merged files again, so that a copy that is no copy any more is a document', async () => {
    const { workbench } = await open();
    const copies = [file('a.txt', 'Same text here'), file('b.txt', 'Same text here'), file('c.txt', 'Another')];
    const { id } = await keep(workbench, copies, { ...NO_PREPARATION, duplicates: 'merge' });
    expect((await workbench.collections.docs(id))[0]!.metadata).toEqual({ also: ['b.txt'] });
    const now = [file('a.txt', 'Now it is its own'), ...copies.slice(1)];
    const refresh = await workbench.collections.refreshDocuments(id, now, { ...quiet, whole: true });
    expect(refresh.changes.map(({ path }) => path)).toEqual(['a.txt']);
    const record = await workbench.collections.confirmRefresh(refresh);
    expect(await texts(workbench, id)).toEqual({
      'a.txt': 'Now it is its own',
      'b.txt': 'Same text here',
      'c.txt': 'Another',
    });
    expect(record.metadata).toBeUndefined();
  });

  it('finds nothing to do where nothing changed, but tries files again that could not be read', async () => {
    const { workbench, parsed, known, id } = await judged();
    const refresh = await workbench.collections.refreshDocuments(id, FILES, { ...quiet, whole: true });
    expect(parsed()).toEqual([]);
    // A map of characters that could not be loaded is there when the network is.
    expect(known()).toEqual(['docs/a.txt', 'docs/b.md']);
    expect(refresh).toMatchObject({ changes: [], changedDocs: 0, removedDocs: 0, unchanged: 3 });
    expect(refresh.docs).toEqual(await workbench.collections.docs(id));
  });

  it('is refused where something was judged since, which would be of other text then, or questions were saved', async () => {
    const { workbench, id } = await judged();
    const refresh = (of: SourceFile) => workbench.collections.refreshDocuments(id, [of], { ...quiet, whole: true });
    const judgedSince = await refresh(FILES[1]!);
    await workbench.questions.addActs(id, acts);
    await expect(workbench.collections.confirmRefresh(judgedSince)).rejects.toThrow(/changed/);
    expect((await workbench.questions.read(id)).judgments).toHaveLength(3);
    const savedSince = await refresh(FILES[0]!);
    await workbench.questions.save(id, { queries: [], judgments: [] });
    await expect(workbench.collections.confirmRefresh(savedSince)).rejects.toThrow(/changed/);
    expect(await workbench.collections.docs(id)).toHaveLength(2);
  });

  it('leaves no tab judging the text of before', async () => {
    const { workbench, ports, id } = await judged();
    const other = createWorkbench(ports);
    await other.collections.docs(id);
    const changed = [file('docs/a.txt', 'Other text, in which the same offsets are something else.')];
    await workbench.collections.confirmRefresh(
      await workbench.collections.refreshDocuments(id, changed, { ...quiet, whole: false }),
    );
    await expect(other.questions.addActs(id, acts)).rejects.toMatchObject({ code: 'documents-changed' });
    expect(await other.questions.acts(id)).toEqual([]);
    await other.collections.docs(id);
    expect(await other.questions.addActs(id, acts)).toBe(1);
  });
});

describe('the bundled sample of documents', () => {
  const folder = 'public/samples/the-breakwater';

  async function openSample() {
    const { ports } = await openWorkshop();
    let fetched = 0;
    const documentsSample = () => {
      fetched++;
      const names = readdirSync(folder).filter((name) => name !== 'README.md');
      return Promise.resolve(names.map((name) => file(name, readFileSync(`${folder}/${name}`, 'utf8'))));
    };
    return { workbench: createWorkbench({ ...ports, documentsSample }), fetched: () => fetched };
  }

  it('is the same collection when it is asked for again', async () => {
    const { workbench, fetched } = await openSample();
    const first = await workbench.collections.documentsSample();
    expect(await workbench.collections.documentsSample()).toEqual(first);
    expect(fetched()).toBe(1);
    await workbench.collections.remove(first.id);
    expect(await workbench.collections.documentsSample()).toMatchObject({ id: first.id, counts: { queries: 12 } });
  });

  it('gets its questions again where they were deleted, and nothing that was judged and deleted with them', async () => {
    const { workbench } = await openSample();
    const { id } = await workbench.collections.documentsSample();
    const { queries, judgments } = await workbench.questions.read(id);
    const { doc, query } = judgments[0]!;
    await workbench.questions.addActs(id, [act(query, doc, 3)]);
    const judged = await workbench.questions.read(id);
    expect(judged.judgments).toHaveLength(judgments.length + 1);
    await workbench.questions.save(id, { ...judged, queries: [], judgments: [], requirements: [] });
    expect((await workbench.collections.documentsSample()).counts.queries).toBe(12);
    const again = await workbench.questions.read(id);
    expect([again.queries, again.judgments]).toEqual([queries, judgments]);
  });
});
