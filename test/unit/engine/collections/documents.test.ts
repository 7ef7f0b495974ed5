import { describe, expect, it } from 'vitest';
import { readDocuments as readFiles } from '../../../../src/adapters/files/documents/read';
import type { SourceFile } from '../../../../src/contract/workers';
import { NO_PREPARATION, type Preparation } from '../../../../src/domain/documents/preparation';
import { docId, queryId, type Judgment } from '../../../../src/base/types';
import { createWorkbench } from '../../../../src/engine/create-workbench';
import type { Workbench } from '../../../../src/engine/workbench';
import { openWorkshop } from '../workshop';

const file = (path: string, text: string): SourceFile => ({ path, file: new Blob([text]) });
const still = { signal: new AbortController().signal, progress: () => undefined };
const q = queryId('q');

/** A workbench with the real reader, and the paths that it parsed, and that it knew, in its last reading. */
async function open() {
  const { ports } = await openWorkshop();
  let parsed: string[] = [];
  let known: string[] = [];
  const importer = {
    with: () => ({
      read: () => Promise.reject(new Error('not used here')),
      stopReading: () => Promise.resolve(),
      readDocuments: async (input: Parameters<typeof readFiles>[0]) => {
        const read = await readFiles(input, () => undefined);
        known = Object.keys(input.known ?? {});
        parsed = read.files.filter(({ status }) => status === 'read').map(({ path }) => path);
        return read;
      },
    }),
    release: () => undefined,
  };
  const kept = async (): Promise<string[]> => (await ports.storage.collections.list()).map(({ id }) => id);
  return { workbench: createWorkbench({ ...ports, importer }), ports, parsed: () => parsed, known: () => known, kept };
}

async function keep(workbench: Workbench, files: readonly SourceFile[], preparation: Preparation = NO_PREPARATION) {
  const read = await workbench.collections.readDocuments(files, still);
  return workbench.collections.keepDocuments(read, preparation, ' My folder ');
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
    expect(record.documents!.files.map(({ path, status }) => [path, status])).toEqual([
      ['docs/a.txt', 'read'],
      ['docs/b.md', 'read'],
      ['docs/c.txt', 'empty'],
    ]);
    expect(await kept()).toEqual([record.id]);
    expect(Object.keys(await texts(workbench, record.id))).toEqual(['docs/a.txt', 'docs/b.md']);
  });

  it('does what was chosen, and tells before what it would do', async () => {
    const { workbench } = await open();
    const files = [file('a.txt', 'Two  blanks'), file('b.txt', 'two blanks'), file('c.txt', 'Ｏther')];
    const read = await workbench.collections.readDocuments(files, still);
    const effects = await workbench.collections.previewPreparation(read, NO_PREPARATION, still.signal);
    expect(effects.whiteSpace.docs).toBe(1);
    expect(effects.nfkc.docs).toBe(1);
    expect(effects.duplicates.map(({ kept, others }) => [kept, others.length])).toEqual([['a.txt', 1]]);
    const { id } = await workbench.collections.keepDocuments(
      read,
      { nfkc: true, whiteSpace: true, boilerplate: false, duplicates: 'drop' },
      'x',
    );
    expect(await texts(workbench, id)).toEqual({ 'a.txt': 'Two blanks', 'c.txt': 'Other' });
  });

  it('refuses files of which none has text', async () => {
    const { workbench, kept } = await open();
    await expect(keep(workbench, [file('c.txt', '')])).rejects.toMatchObject({ code: 'no-readable-document' });
    expect(await kept()).toEqual([]);
  });
});

describe('reading that is stopped', () => {
  it('asks the importer for what was read so far, once', async () => {
    const { ports } = await openWorkshop();
    const stop = new AbortController();
    let stopped = 0;
    const read = { name: 'x', docs: [], files: [], tables: [], languages: [] };
    const importer = {
      with: () => ({
        read: () => Promise.reject(new Error('not used here')),
        stopReading: () => Promise.resolve(void stopped++),
        readDocuments: async () => {
          stop.abort();
          return Promise.resolve(read);
        },
      }),
      release: () => undefined,
    };
    const workbench = createWorkbench({ ...ports, importer });
    expect(await workbench.collections.readDocuments(FILES, { ...still, stop: stop.signal })).toBe(read);
    expect(stopped).toBe(1);
  });
});

describe('reading a folder again', () => {
  const judgment = (text: string, part: string): Judgment => {
    const start = text.indexOf(part);
    return { query: q, doc: docId('docs/a.txt'), grade: 2, span: { start, end: start + part.length } };
  };

  async function judged(preparation?: Preparation) {
    const opened = await open();
    const { id } = await keep(opened.workbench, FILES, preparation);
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
    const refresh = await workbench.collections.refreshDocuments(id, now, { ...still, whole: true });
    expect(parsed()).toEqual(['docs/a.txt', 'docs/d.txt']);
    expect(refresh.changes.map(({ path, kind }) => [path, kind])).toEqual([
      ['docs/a.txt', 'changed'],
      ['docs/d.txt', 'added'],
      ['docs/c.txt', 'removed'],
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

  it('finds nothing to do where nothing changed', async () => {
    const { workbench, parsed, id } = await judged();
    const refresh = await workbench.collections.refreshDocuments(id, FILES, { ...still, whole: true });
    expect(parsed()).toEqual([]);
    expect(refresh).toMatchObject({ changes: [], changedDocs: 0, removedDocs: 0, unchanged: 3 });
    expect(refresh.docs).toEqual(await workbench.collections.docs(id));
  });

  it('leaves files alone that are not given, unless the whole folder is', async () => {
    const { workbench, id } = await judged();
    const one = [file('docs/b.md', '# Pumps\n\nChanged.')];
    const part = await workbench.collections.refreshDocuments(id, one, { ...still, whole: false });
    expect(part.changes.map(({ path, kind }) => [path, kind])).toEqual([['docs/b.md', 'changed']]);
    expect(part.docs).toHaveLength(2);
    const whole = await workbench.collections.refreshDocuments(id, one, { ...still, whole: true });
    expect(whole.changes.map(({ kind }) => kind)).toEqual(['changed', 'removed', 'removed']);
    expect(whole.relocated.lost).toHaveLength(2);
  });

  it('reads merged files again, so that a copy that is no copy any more is a document', async () => {
    const { workbench, id } = await (async () => {
      const opened = await open();
      const copies = [file('a.txt', 'Same text here'), file('b.txt', 'Same text here'), file('c.txt', 'Another')];
      const { id } = await keep(opened.workbench, copies, { ...NO_PREPARATION, duplicates: 'merge' });
      return { ...opened, id };
    })();
    expect((await workbench.collections.docs(id))[0]!.metadata).toEqual({ also: ['b.txt'] });
    const now = [file('a.txt', 'Now it is its own'), file('b.txt', 'Same text here'), file('c.txt', 'Another')];
    const refresh = await workbench.collections.refreshDocuments(id, now, { ...still, whole: true });
    expect(refresh.changes.map(({ path }) => path)).toEqual(['a.txt']);
    const record = await workbench.collections.confirmRefresh(refresh);
    expect(await texts(workbench, id)).toEqual({
      'a.txt': 'Now it is its own',
      'b.txt': 'Same text here',
      'c.txt': 'Another',
    });
    expect(record.metadata).toBeUndefined();
  });

  it('tries files again that could not be read, though their bytes are the same', async () => {
    const { workbench, known, id } = await judged();
    const refresh = await workbench.collections.refreshDocuments(id, FILES, { ...still, whole: true });
    // A map of characters that could not be loaded is there when the network is.
    expect(known()).toEqual(['docs/a.txt', 'docs/b.md']);
    expect(refresh).toMatchObject({ changes: [], unchanged: 3 });
  });

  it('is refused where something was judged since, which would be of other text then', async () => {
    const { workbench, id } = await judged();
    const refresh = await workbench.collections.refreshDocuments(id, [FILES[1]!], { ...still, whole: true });
    const act = { query: q, doc: docId('docs/a.txt'), span: { start: 0, end: 9 }, grade: 1 };
    await workbench.questions.addActs(id, [{ ...act, round: 1, note: '', milliseconds: 0, at: 0 }]);
    await expect(workbench.collections.confirmRefresh(refresh)).rejects.toThrow(/changed/);
    expect((await workbench.questions.read(id)).judgments).toHaveLength(3);
  });

  it('keeps a name that was given meanwhile', async () => {
    const { workbench, id } = await judged();
    const refresh = await workbench.collections.refreshDocuments(id, [FILES[0]!], { ...still, whole: true });
    await workbench.collections.rename(id, 'Valves');
    expect(await workbench.collections.confirmRefresh(refresh)).toMatchObject({ name: 'Valves', revision: 2 });
  });

  it('leaves no tab judging the text of before', async () => {
    const { workbench, ports, id } = await judged();
    const other = createWorkbench(ports);
    await other.collections.docs(id);
    const act = { query: q, doc: docId('docs/a.txt'), span: { start: 0, end: 9 }, grade: 1 };
    const acts = [{ ...act, round: 1, note: '', milliseconds: 0, at: 0 }];
    const changed = [file('docs/a.txt', 'Other text, in which the same offsets are something else.')];
    await workbench.collections.confirmRefresh(
      await workbench.collections.refreshDocuments(id, changed, { ...still, whole: false }),
    );
    await expect(other.questions.addActs(id, acts)).rejects.toMatchObject({ code: 'documents-changed' });
    expect(await other.questions.acts(id)).toEqual([]);
    await other.collections.docs(id);
    expect(await other.questions.addActs(id, acts)).toBe(1);
  });

  it('is refused where questions were saved since', async () => {
    const { workbench, id } = await judged();
    const refresh = await workbench.collections.refreshDocuments(id, [FILES[0]!], { ...still, whole: true });
    await workbench.questions.read(id);
    await workbench.questions.save(id, { queries: [], judgments: [] });
    await expect(workbench.collections.confirmRefresh(refresh)).rejects.toThrow(/changed/);
    expect(await workbench.collections.docs(id)).toHaveLength(2);
  });
});
