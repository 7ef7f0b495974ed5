import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { beforeAll, describe, expect, it } from 'vitest';
import { createModelsPort } from '../../../src/adapters/model-store/port';
import { listDownloads, readModelFile } from '../../../src/adapters/model-store/store';
import { openModelDatabase } from '../../../src/adapters/model-store/schema';
import { DOCUMENTS } from '../../../src/adapters/storage/schema';
import { retiredSystems } from '../../../src/domain/experiment/retired';
import { retiredPlan } from '../../../src/domain/judging/plan';
import { RESULT_VERSION, type ResultRecord } from '../../../src/contract/result';
import type { Ports } from '../../../src/workbench/kernel/ports';
import { createWorkbench, type Workbench } from '../../../src/workbench/workbench';
import { restoreDatabases } from '../../stored/clone-json';
import { dumpOf, DUMPS, recordsOf, savedWorkspace } from '../../stored/dump';
import { openWorkshop, type Workshop, quiet } from './workshop';

it('there is a dump of every version from 4 on that was released, and none of a later one', () => {
  expect(DUMPS).toContain('v4');
  for (const name of DUMPS) expect(Number(name.slice(1))).toBeLessThanOrEqual(DOCUMENTS.migrations.length);
});

/** What each dump holds, counted by hand of what `make-dump.ts` does. */
const FIRST = { collections: 2, acts: 3, runs: 1, brought: 2, results: 2, rows: 3, models: 1, downloads: 1 };
const HOLDS: Readonly<Record<string, typeof FIRST>> = { v4: FIRST, v5: { ...FIRST, results: 3, rows: 5 } };

/** Systems of each result with the parts of each that are retired, newest first. */
const RETIRED: Readonly<Record<string, readonly Readonly<Record<string, readonly string[]>>[]>> = {
  v4: [{}, {}],
  v5: [
    { graph: ['hnsw'], gated: ['gate'], 'for Elasticsearch': ['target', 'rank-window'], 'for OpenSearch': ['target'] },
    { hnsw: ['hnsw'] },
    {},
  ],
};

describe.each(DUMPS)('what %s stored', (version) => {
  const databases = dumpOf(version);
  const names = { hitrate: `documents-${version}`, 'hitrate-models': `models-${version}` };
  let workshop: Workshop;
  let bench: Workbench;
  let id: string;
  let result: ResultRecord;

  beforeAll(async () => {
    await restoreDatabases(databases, names);
    workshop = await openWorkshop(names.hitrate);
    bench = createWorkbench(workshop.ports);
    ({ id } = (await bench.collections.list()).find(({ name }) => name === 'Harbour')!);
    result = (await newest(bench, id))!;
    // Keys of what is cached name the versions that computed it: the same, as where the app is updated and they are not.
    const { versions } = result.manifest as unknown as { readonly versions: Ports['versions'] };
    bench = createWorkbench({ ...workshop.ports, versions });
  });

  it('is what was to be stored', () => {
    for (const [store, count] of Object.entries(HOLDS[version]!))
      expect(recordsOf(databases, store), store).toHaveLength(count);
  });

  it('is migrated to this version with every record of every store', async () => {
    for (const { name, stores } of databases) {
      const db = await openDB(names[name as keyof typeof names]);
      for (const store of stores) expect(await db.count(store.name), store.name).toBe(store.records.length);
      db.close();
    }
  });

  it('has its collections, documents, questions and judgments by hand', async () => {
    const [notes, harbour] = await bench.collections.list();
    expect([notes!.name, harbour!.name]).toEqual(['notes', 'Harbour']);
    const docs = await bench.collections.docs(id);
    expect(docs).toHaveLength(6);
    expect(docs.find(({ id }) => id === 'd3')).toEqual({
      id: 'd3',
      title: '',
      text: 'Torn meshes of a net are tied again with a flat needle of wood.',
      metadata: { year: 1993, tags: ['land', 'work'] },
    });
    expect((await bench.collections.docs(notes!.id)).map((doc) => doc.id).sort()).toEqual([
      'notes/land.md',
      'notes/sea.md',
    ]);
    expect(notes!.documents!.files).toHaveLength(2);
    const acts = await bench.questions.acts(id);
    expect(acts.map(({ grade }) => grade)).toEqual([2, 1, null]);
    const { queries, judgments, judgedActs } = await bench.questions.read(id);
    expect(queries.map(({ text }) => text)[2]).toBe('When is the harbour closed?');
    expect(judgedActs).toBe(3);
    const { query, doc } = acts[0]!;
    expect(judgments).toContainEqual(expect.objectContaining({ query, doc, grade: 2 }));
  });

  it('has its runs, rewrites and vectors', async () => {
    const [run] = await bench.runs.external(id);
    expect(run).toMatchObject({ system: 'other', queries: 6, hits: 12 });
    expect((await workshop.ports.storage.runs.get(id, 'other'))!.rankings.scores[1]).toBe(0.25);
    const supplied = await bench.collections.supplied(id);
    expect(supplied.map(({ kind }) => kind)).toEqual(['rewrites', 'vectors']);
    const vectors = await workshop.ports.storage.supplied.get(id, supplied[1]!.name);
    expect(vectors!.kind === 'vectors' && (await vectors!.readPassages()).slice(3, 6)).toEqual(
      Float32Array.of(Math.cos(1), Math.sin(1), 1 / 7),
    );
  });

  it('has its results, of the form of today or as one of another', async () => {
    const headers = await bench.runs.results(id);
    expect(headers).toHaveLength(HOLDS[version]!.results);
    for (const [i, { key, version: form }] of headers.entries()) {
      const retired = retiredIn(version, i);
      const isOther = form !== RESULT_VERSION || retired.length > 0;
      const read = isOther ? await bench.runs.otherResult(id, key) : await bench.runs.result(id, key);
      expect(read!.systems.length).toBeGreaterThan(2);
      expect(read!.systems[0]!.measures['HitRate@5']).toBeGreaterThan(0);
      expect(read!.version).toBe(form);
      const found = retiredSystems(read!.spec).map(({ system, parts }) => [system, parts.map(({ part }) => part)]);
      expect(found).toEqual(retired);
      // They have figures, as the others have.
      for (const [system] of retired)
        expect(read!.systems.find((each) => each.id === system)!.measures['HitRate@1'], system).toBeGreaterThanOrEqual(
          0,
        );
    }
  });

  it('is asked of a retired part by name where its experiment is run again', async () => {
    for (const [i, { spec }] of (await bench.runs.results(id)).entries())
      for (const [system] of retiredIn(version, i))
        await expect(bench.runs.run(id, spec!, quiet)).rejects.toMatchObject({
          code: 'experiment-invalid',
          data: {
            problems: expect.arrayContaining([
              { path: 'systems', code: 'parts-retired', data: expect.objectContaining({ system }) },
            ]),
          },
        });
  });

  it.runIf(version !== 'v4')('has its plan of judging, with what it says of passages that were drawn', async () => {
    const plan = await bench.questions.judgingPlan(id);
    expect(retiredPlan(plan!)).toMatchObject({ queue: 'passages', sample: 6, drawn: { measure: 'nDCG@10' } });
  });

  it('has all of it in a workspace, as that version and this one save it, which is opened in another profile', async () => {
    const now = await bench.workspaces.save(id, { vectors: true, settings: {}, ...quiet });
    const then = version === 'v4' ? [] : [new Blob([new Uint8Array(savedWorkspace(version))])];
    const of = async (from: Workbench, collection: string) =>
      Promise.all(
        (await from.runs.results(collection)).map(async ({ key }) => {
          const read = (await from.runs.result(collection, key)) ?? (await from.runs.otherResult(collection, key));
          return { ...read, collection: null };
        }),
      );
    for (const file of [now, ...then]) {
      const other = await openWorkshop();
      const opened = createWorkbench(other.ports);
      const report = await opened.workspaces.read({ path: 'saved.hitrate', file }, quiet);
      expect(report).toMatchObject({ problems: [], lost: [] });
      const { record } = await opened.workspaces.open(quiet.signal);
      expect(await of(opened, record.id)).toEqual(await of(bench, id));
      expect((await opened.blind.all(record.id)).length).toBe((await bench.blind.all(id)).length);
    }
  });

  it('has its lists, and the ranker that was learned', async () => {
    for (const system of result.systems) {
      const lists = await bench.inspect.rankings(result, system.id);
      expect(lists!.size, system.id).toBe(result.queries.length);
    }
    expect(result.chunkings).toEqual([{ chunker: null, passages: 6, characters: 357 }]);
    if (result.systems.some((system) => system.id === 'list-net'))
      expect(await bench.inspect.learned(result, 'list-net')).not.toBeNull();
  });

  it('has its models, whole and begun', async () => {
    const open = () => openModelDatabase(names['hitrate-models']);
    const [model] = await createModelsPort([], open).stored();
    const db = await open();
    for (const { path, bytes } of model!.files) expect((await readModelFile(db, model!.id, path))!.size).toBe(bytes);
    expect(await listDownloads(db)).toHaveLength(1);
    db.close();
  });

  it('is evaluated again from what is cached: no text is embedded, no pair is scored, only words have other tokens now', async () => {
    const before = await bench.questions.read(id);
    // Other cuts of the same lists: another result, made of the same parts.
    const again = await bench.runs.run(id, { ...result.spec, ks: [1, 2] }, quiet);
    expect(workshop.work).toEqual({ embedded: 0, scored: 0 });
    for (const { stage, computed, reused } of again.counts) {
      if (['fuse', 'score', 'lexical-index', 'lexical-search', 'learn'].includes(stage)) continue;
      expect(computed, stage).toBe(0);
      expect(reused, stage).toBeGreaterThan(0);
    }
    // Judgments by hand came after the first of them.
    if (result.questionsKey === again.questionsKey)
      for (const [i, { id: system, measures }] of again.systems.entries())
        expect(measures['MRR@10'], system).toBe(result.systems[i]!.measures['MRR@10']);
    expect(await bench.questions.read(id)).toEqual(before);
    // The very same experiment is not run at all, unless questions were judged since.
    if (result.questionsKey !== again.questionsKey) return;
    const same = await bench.runs.run(id, again.spec, quiet);
    expect(same.key).toBe(again.key);
    expect(same.counts.every(({ computed }) => computed === 0)).toBe(true);
  });
});

const retiredIn = (version: string, result: number) => Object.entries(RETIRED[version]![result]!);

/** The newest that can be run again. */
async function newest(bench: Workbench, id: string): Promise<ResultRecord | null> {
  const headers = await bench.runs.results(id);
  const header = headers.find(({ spec, version }) => version !== RESULT_VERSION || retiredSystems(spec).length === 0);
  return bench.runs.result(id, header!.key);
}
