import { beforeEach, describe, expect, it, vi } from 'vitest';
import { HitrateError } from '../../../../src/contract/errors';
import type { CollectionRecord } from '../../../../src/contract/storage';
import type {
  ImportedCollection,
  ImportedRun,
  ImportedRuns,
  ImportOutcome,
  ImportProblem,
} from '../../../../src/domain/dataset/outcome';
import { DEFAULT_CHUNKER } from '../../../../src/domain/chunk/chunker-spec';
import { docId, queryId } from '../../../../src/base/types';
import { failureOf } from '../../../../src/ui/shared/failure';
import { ImportState } from '../../../../src/ui/importing/importing.svelte';
import { SettingsState } from '../../../../src/ui/settings/settings.svelte';
import { DEFAULT_DRAFT } from '../../../../src/ui/settings/settings-draft';
import { SYSTEM_IDS } from '../../../../src/domain/experiment/system-ids';
import { CARDS } from '../result';
import { noPreferences } from '../preferences';

const record = { id: 'c', name: 'Tea', counts: {} } as unknown as CollectionRecord;
const QUESTIONS = {
  ...{ read: vi.fn(), save: vi.fn(), changeAutomaticJudges: vi.fn() },
  ...{ readFiles: vi.fn(), readJudges: vi.fn(), judges: vi.fn(), changeJudges: vi.fn() },
};
const available = { documents: true, runs: [], leftOut: 0 };

describe('importing', () => {
  const files = [{ path: 'a.json', file: new Blob(['{}']) }];
  const found: ImportedCollection = {
    ok: true,
    kind: 'collection',
    dataset: { docs: [], queries: [], judgments: [] },
    summary: { name: 'a', format: 'llamaindex', files: ['a.json'], splits: [], split: null, languages: [] },
    runs: [],
    warnings: [],
  };
  type Bench = ConstructorParameters<typeof ImportState>[0];
  const read = (): Promise<ImportOutcome> => Promise.resolve(found);
  const bench = (own: Partial<Bench['collections']> = {}, addExternal: Bench['runs']['addExternal'] = vi.fn()) => ({
    collections: { readFiles: read, tables: () => Promise.resolve([]), keep: vi.fn(), addSupplied: vi.fn(), ...own },
    runs: { addExternal, readResults: vi.fn() },
    questions: QUESTIONS,
  });
  type Surroundings = ConstructorParameters<typeof ImportState>[1];
  /** Over a workbench, with what is not as usual around it. */
  const opened = (of: Bench, own: Partial<Surroundings> = {}) =>
    new ImportState(
      of,
      {
        target: () => null,
        onRuns: vi.fn(),
        onStored: vi.fn(),
        onKept: vi.fn(),
        onAdded: vi.fn(),
        ...own,
      },
      noPreferences,
    );

  it('keeps nothing before the person says so', async () => {
    const keep = vi.fn(() => Promise.resolve(record));
    const kept = vi.fn();
    const state = opened(bench({ keep }), { onKept: kept });
    await state.read(files);
    expect([state.phase, state.name]).toEqual(['preview', 'a']);
    expect(keep).not.toHaveBeenCalled();
    state.name = ' Tea ';
    await state.keep();
    expect(keep).toHaveBeenCalledWith(found, 'Tea');
    expect(kept).toHaveBeenCalledWith(record, 1);
    expect(state.phase).toBe('idle');
  });

  it('is silent when it is cancelled, even where the reader finishes all the same', async () => {
    let finish = (_: ImportOutcome): void => undefined;
    const readFiles = (): Promise<ImportOutcome> => new Promise((resolve) => (finish = resolve));
    const state = opened(bench({ readFiles }));
    const reading = state.read(files);
    await Promise.resolve();
    await Promise.resolve();
    state.discard();
    finish(found);
    await reading;
    expect([state.phase, state.failure, state.found]).toEqual(['idle', null, null]);
  });

  it('adds each task of a set but those that cannot be read, and after a full disk only the rest', async () => {
    const beside = { code: 'clicks-beside', file: 'log', data: null } as unknown as ImportProblem;
    const tooDeep = { code: 'too-deep', file: 'B', data: [500] } satisfies ImportProblem;
    const splits = ['A', 'B', 'C'];
    const warned = { ...tooDeep, file: 'C' };
    const readFiles = vi.fn((_: unknown, { split = 'A' }: { split?: string | undefined }): Promise<ImportOutcome> => {
      if (split === 'B') return Promise.resolve({ ok: false, problems: [tooDeep], more: 0, tasks: splits });
      const summary = { ...found.summary, name: split, splits, split, areTasks: true };
      const warnings = split === 'C' ? [beside, warned] : [beside];
      return Promise.resolve({ ...found, summary, warnings });
    });
    const kept: string[] = [];
    const keep = vi.fn((_: ImportedCollection, name: string) => {
      if (keep.mock.calls.length === 2) return Promise.reject(new HitrateError('lists-missing', 'Delete something.'));
      kept.push(name);
      return Promise.resolve({ ...record, name });
    });
    const [onKept, onStored] = [vi.fn(), vi.fn()];
    const state = opened(bench({ readFiles, keep }), { onKept, onStored });
    await state.read(files);
    expect(state.found).toMatchObject({
      kind: 'tasks',
      tasks: [
        { task: 'A', counts: { docs: 0 }, problems: [] },
        { task: 'B', counts: null, problems: [tooDeep] },
        { task: 'C', counts: { docs: 0 }, problems: [warned] },
      ],
      warnings: [beside],
    });
    state.rename('A', ' ');
    expect(state.ready).toBe(false);
    state.rename('A', 'Arguments');
    await state.keep();
    expect([state.phase, state.failure?.message, onKept.mock.calls]).toEqual(['preview', 'Delete something.', []]);
    expect(onStored).toHaveBeenCalledExactlyOnceWith({ ...record, name: 'Arguments' });
    await state.keep();
    expect([kept, state.phase]).toEqual([['Arguments', 'C'], 'idle']);
    expect(onKept).toHaveBeenCalledExactlyOnceWith({ ...record, name: 'C' }, 1);
  });

  it('reads one task, ids for the same and roles together: no choice forgets another', async () => {
    const summary = { ...found.summary, splits: ['A', 'B'], split: 'A', areTasks: true };
    const readFiles = vi.fn((): Promise<ImportOutcome> => Promise.resolve({ ...found, summary }));
    const state = opened(bench({ readFiles }));
    await state.read(files);
    state.roles.take([{ file: 'a.json', fields: [], proposed: { document: 'id', text: 'body' } }] as never);
    await state.readByRoles();
    await state.chooseSplit('B');
    state.name = 'Mine';
    await state.takeForSame('case');
    const mappings = { 'a.json': { document: 'id', text: 'body' } };
    expect(readFiles).toHaveBeenLastCalledWith(files, expect.objectContaining({ split: 'B', match: 'case', mappings }));
    expect(state.name).toBe('Mine');
  });

  describe('of runs alone', () => {
    const runOf = (file: string, query: string): ImportedRun => ({
      file,
      format: 'trec-run',
      tag: null,
      run: {
        queries: [queryId(query)],
        docs: [docId('d')],
        rankings: { offsets: Uint32Array.of(0, 1), docs: Uint32Array.of(0), scores: Float64Array.of(1) },
      },
    });
    const runs: ImportedRuns = {
      ok: true,
      kind: 'runs',
      runs: [runOf('a.run', 'q'), runOf('b.run', 'x')],
      warnings: [],
    };
    const readFiles = (): Promise<ImportOutcome> => Promise.resolve(runs);
    const ground = { judged: new Set([queryId('q')]), docs: null, taken: ['a.run'] };
    const corpus = { docs: [docId('d')], queries: [{ id: queryId('q'), text: 'which?' }] };
    const target = {
      collection: record,
      ground,
      corpus: { ...corpus, docsById: new Map(), judgments: [] },
      unsaved: false,
    };

    it('adds those of which a question is judged to the open collection, under a free name', async () => {
      const addRuns = vi.fn(() => Promise.resolve([]));
      const onAdded = vi.fn();
      const state = opened(bench({ readFiles }, addRuns), { target: () => target, onAdded });
      await state.read(files);
      expect(state.runs?.map(({ name, judged }) => [name, judged].join(' '))).toEqual(['a.run (2) 1', 'b.run 0']);
      expect(state.ready).toBe(true);
      await state.keep();
      expect(addRuns).toHaveBeenCalledWith('c', [{ ...runs.runs[0], tag: 'a.run (2)' }]);
      expect(onAdded).toHaveBeenCalledWith(record, expect.objectContaining({ runs: [], supplied: null, clicks: null }));
    });

    it('adds rewrites beside them that fit, and says which file does not', async () => {
      const entries = (question: string) => [{ question, texts: ['what?'] }];
      const supplied = [
        { kind: 'rewrites', file: 'a.json', entries: entries('which?') },
        { kind: 'rewrites', file: 'b.json', entries: entries('another') },
      ] as const;
      const alone: ImportedRuns = { ...runs, runs: [], supplied };
      const addSupplied = vi.fn(() => Promise.resolve([]));
      const onAdded = vi.fn();
      const state = opened(bench({ readFiles: () => Promise.resolve(alone), addSupplied }), {
        target: () => target,
        onAdded,
      });
      await state.read(files);
      expect(state.fitting?.items.map((each) => each.files)).toEqual([['a.json']]);
      expect(state.fitting?.problems.map(({ file }) => file)).toEqual(['b.json']);
      expect(state.ready).toBe(true);
      await state.keep();
      expect(addSupplied).toHaveBeenCalledWith('c', supplied);
      expect(onAdded).toHaveBeenCalledWith(record, expect.objectContaining({ runs: null, supplied: [], clicks: null }));
    });

    it('says what is wrong in results that cannot be read', async () => {
      const problems = [{ code: 'nameless-lists', file: 'r.json', data: [2, []] } satisfies ImportProblem];
      const alone: ImportedRuns = { ...runs, runs: [], results: ['r.json'] };
      const own = bench({ readFiles: () => Promise.resolve(alone) });
      own.runs.readResults.mockResolvedValueOnce({ ok: false, problems, more: 0 });
      const state = opened(own, { target: () => target });
      await state.read(files);
      expect(own.runs.readResults).toHaveBeenCalledWith('c', files, expect.anything());
      expect([state.phase, state.refused?.problems]).toEqual(['failed', problems]);
    });

    it('adds nothing where no collection is open', async () => {
      const own = bench({ readFiles });
      const state = opened(own);
      await state.read(files);
      expect([state.phase, state.ready]).toEqual(['preview', false]);
      await state.keep();
      expect(own.runs.addExternal).not.toHaveBeenCalled();
    });
  });
});

describe('settings', () => {
  const stored = new Map<string, unknown>();
  const preferences = {
    read: (key: string): unknown => stored.get(key) ?? null,
    write: (key: string, value: unknown): void => void stored.set(key, value),
  };
  const opened = (collection: string): SettingsState =>
    new SettingsState(
      () => CARDS,
      preferences,
      () => available,
      collection,
    );
  beforeEach(() => stored.clear());

  it('are remembered, and block the run while a field is wrong', () => {
    const state = opened('a');
    expect(state.isDefault).toBe(true);
    state.set({ depth: 50 });
    expect(opened('a').spec?.depth).toBe(50);
    state.set({ depth: NaN });
    expect([state.spec, state.settings.depth]).toEqual([null, 50]);
    state.reset();
    expect(state.isDefault).toBe(true);
  });

  it('belong to their collection: another starts with the usual ones', () => {
    const state = opened('a');
    state.set({ chunkings: [DEFAULT_CHUNKER], lists: 'k', families: ['HitRate', 'MRR'], systems: ['bm25'], k1: 2 });
    expect([opened('a').draft, state.chunkings]).toEqual([state.draft, [DEFAULT_CHUNKER]]);
    const other = opened('b');
    expect([other.draft, other.chunkings]).toEqual([DEFAULT_DRAFT, [{ kind: 'whole' }]]);
    // What finds the best system is not what a template left.
    const usual = { ...other.spec, systems: expect.any(Array) as unknown };
    expect(state.standard).toEqual(usual);
    expect(state.standard!.systems.map(({ id }) => id)).toEqual(SYSTEM_IDS);
    expect(state.standard!.systems[0]!.retrievers).toMatchObject([{ k1: 2 }]);
  });

  it('of earlier versions go to the first collection that is changed, with the chunkings of each', () => {
    stored.set('settings', { ...DEFAULT_DRAFT, depth: 50 });
    stored.set('chunkings', { b: [DEFAULT_CHUNKER] });
    opened('a').set({ k1: 2 });
    expect([opened('a').draft, opened('b').draft]).toEqual([
      { ...DEFAULT_DRAFT, depth: 50, k1: 2 },
      { ...DEFAULT_DRAFT, chunkings: [DEFAULT_CHUNKER] },
    ]);
  });
});

it('tells expected failures, bugs and cancelling apart', async () => {
  const silent = vi.spyOn(console, 'error').mockReturnValue();
  expect(await failureOf(new DOMException('', 'AbortError'))).toBeNull();
  expect(await failureOf(new HitrateError('lists-missing', 'Reload.'))).toEqual({ expected: true, message: 'Reload.' });
  expect((await failureOf(new TypeError('x is undefined')))?.message).toContain('x is undefined');
  expect(silent).toHaveBeenCalledOnce();
  silent.mockRestore();
});
