import { problem } from '../../../../src/domain/dataset/problem';
import { describe, expect, it, vi } from 'vitest';
import { createDocuments } from '../../../../src/adapters/documents/documents';
import { type FileParser, parseFile } from '../../../../src/adapters/files/documents/registry';
import { readDocuments as readFiles } from '../../../../src/adapters/files/documents/read';
import type { SourceFile } from '../../../../src/contract/workers';
import type { CollectionRecord } from '../../../../src/contract/storage';
import { NO_PREPARATION } from '../../../../src/domain/documents/preparation';
import { readDocuments, type Refresh } from '../../../../src/workbench/collections/documents';
import type { ImportOutcome } from '../../../../src/domain/dataset/outcome';
import type { Ports } from '../../../../src/workbench/kernel/ports';
import { addFiles, readAsDocuments } from '../../../../src/ui/importing/add-files';
import { DocumentsState, RefreshState } from '../../../../src/ui/documents/documents.svelte';
import { ImportState } from '../../../../src/ui/importing/importing.svelte';
import { noPreferences } from '../preferences';

const file = (path: string, text: string): SourceFile => ({ path, file: new Blob([text]) });
const record = { id: 'c', name: 'Docs', counts: {} } as unknown as CollectionRecord;

const noMaps = () => Promise.reject(new Error('not used here'));

type DocumentsBench = ConstructorParameters<typeof DocumentsState>[0]['collections'];

/** The real reader and the real preparation, without workers. @param parser what parses, where that is not the usual one */
const reader = (parser?: FileParser): DocumentsBench['readDocuments'] => {
  const noDatabase = () => Promise.reject(new Error('not used here'));
  const documents = () => {
    const worker = createDocuments(noDatabase, (input, progress, stop) =>
      readFiles(input, progress, { stop, ...(parser && { parser }) }),
    );
    return { with: () => worker, release: () => undefined };
  };
  return async (files, options) => ({
    ...(await readDocuments({ documents } as unknown as Ports, files, options)),
    keep,
  });
};
const keep = vi.fn(() => Promise.resolve(record));
/** @param readDocuments where it is not the usual reader */
const opened = (readDocuments = reader(), onKept = vi.fn()): DocumentsState =>
  new DocumentsState({ collections: { readDocuments } }, noPreferences, onKept);

describe('adding documents', () => {
  const files = [
    file('d/a.txt', 'Two  blanks'),
    file('d/b.txt', ''),
    file('d/t.csv', 'name,text,more\nn,Row text,x\n'),
  ];

  it('shows what was read so far where it is stopped, and can keep it', async () => {
    const stopping = reader({ parse: (request) => (state.stop(), parseFile(request, noMaps)) });
    const state: DocumentsState = opened(stopping);
    const reading = state.read([file('d/a.md', '# One'), file('d/b.md', '# Two')]);
    await vi.waitFor(() => expect(state.phase).toBe('preview'));
    await reading;
    expect(state.found!.files.map(({ path, status }) => [path, status])).toEqual([
      ['d/a.md', 'read'],
      ['d/b.md', 'stopped'],
    ]);
    expect([state.ready, state.stoppable]).toEqual([true, false]);
  });

  it('shows again what was there before, where reading a table again is cancelled', async () => {
    const state = opened();
    await state.read(files);
    const before = state.found!;
    const again = state.chooseColumns(before.tables[0]!, { text: ['name'], title: null, id: null });
    expect([state.phase, state.stoppable]).toEqual(['reading', false]);
    state.cancel();
    await again;
    expect([state.phase, state.ready, state.failure]).toEqual(['preview', true, null]);
    expect(state.found).toBe(before);
  });

  it('counts questions in the documents as they are prepared', async () => {
    const questionsIn = vi.fn(() => Promise.resolve({ ok: true, questions: [], warnings: [] } as const));
    const state = opened(async (...given) => ({ ...(await reader()(...given)), questionsIn }));
    const table = { file: 'q.csv', fields: [], proposed: { question: 'q', answer: 'a' } };
    await state.read([files[0]!, file('q.csv', 'q,a\nWhich?,this\n')], [table]);
    const preparation = { ...NO_PREPARATION, whiteSpace: true };
    state.prepare(preparation);
    await vi.waitFor(() =>
      expect(questionsIn).toHaveBeenLastCalledWith([expect.anything()], expect.objectContaining({ preparation })),
    );
  });

  it('cannot be stopped any more where it was discarded', async () => {
    const never: DocumentsBench['readDocuments'] = () => new Promise(() => undefined);
    const state = opened(never);
    void state.read(files);
    await vi.waitFor(() => expect(state.stoppable).toBe(true));
    state.discard();
    expect(state.stoppable).toBe(false);
  });
});

describe('dropped files', () => {
  const readers = () => {
    const problems = [problem('unrecognised-files', { file: '' }, [], [])];
    const readFiles = vi.fn((): Promise<ImportOutcome> => Promise.resolve({ ok: false, problems, more: 0 }));
    const tables = (): Promise<[]> => Promise.resolve([]);
    const collections = { readFiles, tables, keep: vi.fn(), addSupplied: vi.fn() };
    const surroundings = {
      target: () => null,
      onRuns: vi.fn(),
      onStored: vi.fn(),
      onKept: vi.fn(),
      onAdded: vi.fn(),
    };
    const importing = new ImportState(
      {
        collections,
        runs: { addExternal: vi.fn(), readResults: vi.fn() },
        questions: {} as never,
      },
      surroundings,
      noPreferences,
    );
    const documents = opened();
    return { importing, documents, opening: { read: vi.fn() }, readFiles };
  };

  it('are told where they cannot be gathered', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { readFiles: _, ...states } = readers();
    await addFiles(states, Promise.reject(new Error('The folder is gone')));
    expect(states.importing.failure!.message).toContain('The folder is gone');
    log.mockRestore();
  });

  it.each([
    ['can be nothing else, whatever is hidden beside them', 0, { 'd/a.md': 'Text', 'd/.DS_Store': 'x' }],
    ['are plain texts and no collection', 1, { 'd/a.md': 'Text', 'd/b.txt': 'Text too' }],
    [
      'surely are, at least some, and none is part of a collection',
      1,
      { 'd/a.html': '<p>Text', 'd/t.csv': 'text\nRow\n' },
    ],
  ])('are documents where they %s', async (_, asked, files) => {
    const { readFiles, ...states } = readers();
    await addFiles(states, Promise.resolve(Object.entries(files).map(([path, text]) => file(path, text))));
    expect(readFiles).toHaveBeenCalledTimes(asked);
    expect([states.importing.phase, states.documents.phase]).toEqual(['idle', 'preview']);
    const read = states.documents.found!.files.map(({ path }) => path);
    expect(read).toEqual(Object.keys(files).filter((path) => path !== 'd/.DS_Store'));
  });

  it('are asked about where tables are among others, and are documents when that is chosen', async () => {
    const { readFiles: _, ...states } = readers();
    await addFiles(states, Promise.resolve([file('d/a.md', 'Text'), file('d/t.csv', 'text\nRow\n')]));
    expect([states.importing.phase, states.documents.phase]).toEqual(['failed', 'idle']);
    await readAsDocuments(states);
    expect([states.importing.phase, states.documents.found!.docs]).toEqual(['idle', 2]);
  });

  it('are no documents where a file of a collection is broken beside one', async () => {
    const { readFiles, ...states } = readers();
    const broken = problem('empty-id', { file: 'd/corpus.jsonl', line: 3 }, 'document');
    readFiles.mockResolvedValueOnce({ ok: false, problems: [broken], more: 0 });
    await addFiles(states, Promise.resolve([file('d/about.html', 'Text'), file('d/corpus.jsonl', '{}')]));
    expect([states.importing.refused?.problems, states.documents.phase]).toEqual([[broken], 'idle']);
  });
});

describe('reading files again', () => {
  const known = { ...record, documents: { preparation: NO_PREPARATION, files: [{ path: 'd/a.txt' }, { path: 'd/x/b.txt' }, { path: 'd/y/b.txt' }] } } as unknown as CollectionRecord; // prettier-ignore
  const opened = (changes: number, done = vi.fn()) => {
    const found = {
      collection: known,
      changes: Array.from({ length: changes }),
      changedDocs: 0,
      removedDocs: 0,
      docs: [{}],
    };
    const collections = {
      refreshDocuments: vi.fn((_: string, _files: readonly SourceFile[]) =>
        Promise.resolve(found as unknown as Refresh),
      ),
      confirmRefresh: vi.fn(() => Promise.resolve(record)),
    };
    return { state: new RefreshState({ collections }, done), ...collections };
  };

  it('has nothing to replace where nothing changed', async () => {
    const { state } = opened(0);
    await state.read(known, [file('d/a.txt', 'x')], true);
    expect([state.phase, state.ready]).toEqual(['preview', false]);
  });

  it('takes a single file for the one of its name, unless there are several', async () => {
    const { state, refreshDocuments } = opened(1);
    await state.read(known, [file('a.txt', 'x'), file('b.txt', 'x'), file('new.txt', 'x')], false);
    expect(refreshDocuments.mock.calls[0]![1].map(({ path }) => path)).toEqual(['d/a.txt', 'b.txt', 'new.txt']);
  });
});
