import { beforeEach, describe, expect, it } from 'vitest';
import type { ResultRecord } from '../../../../src/contract/result';
import type { CollectionRecord } from '../../../../src/contract/storage';
import { DEFAULT_SETTINGS, buildExperiment, type Settings } from '../../../../src/domain/experiment/settings';
import { docId, queryId, type Dataset } from '../../../../src/base/types';
import { createWorkbench, type Workbench } from '../../../../src/workbench/workbench';
import { externalRun as made, keep, madeUp, MODELS, openWorkshop, type Workshop, quiet } from '../workshop';

let workshop: Workshop;
let bench: Workbench;
let collection: CollectionRecord;

beforeEach(async () => {
  workshop = await openWorkshop();
  bench = createWorkbench(workshop.ports);
});

async function evaluate(id: string, settings: Partial<Settings>, documents: boolean): Promise<ResultRecord> {
  const runs = await bench.runs.external(id);
  const spec = buildExperiment({ ...DEFAULT_SETTINGS, ...settings }, MODELS, { documents, runs });
  return bench.runs.run(id, spec, quiet);
}

describe('an external run', () => {
  beforeEach(async () => {
    collection = await keep(workshop, madeUp(300, 240));
  });

  it('is evaluated beside those made here, without a model', async () => {
    await bench.runs.addExternal(collection.id, [made({ q0: ['d9', 'd0'], q1: ['d1'] }, 'other')]);
    const { systems, warnings } = await evaluate(collection.id, { systems: ['bm25'] }, true);
    expect(systems.map(({ id, file }) => [id, file])).toEqual([
      ['bm25', null],
      ['other', 'other.run'],
    ]);
    expect(workshop.work).toEqual({ embedded: 0, scored: 0 });
    const other = systems[1]!;
    expect(other.perQuery['MRR@10']!.slice(0, 3)).toEqual(Float64Array.of(0.5, 1, 0));
    expect(other).toMatchObject({ timings: null, answered: 2, depth: 2 });
    expect(warnings.map(({ code }) => code)).toContain('unanswered');
  });

  it('is not cut at the depth of the lists made here', async () => {
    const deep = Array.from({ length: 200 }, (_, i) => `d${(i + 1) % 300}`);
    await bench.runs.addExternal(collection.id, [made({ q0: [...deep, 'd0'] }, 'deep')]);
    const { systems } = await evaluate(collection.id, { systems: ['bm25'], depth: 10, measures: ['MRR'] }, true);
    expect(systems[1]!.depth).toBe(201);
    expect(systems[1]!.perQuery['MRR']![0]).toBeCloseTo(1 / 201, 12);
  });

  it('keeps its name from a system that has it, and is not kept twice', async () => {
    const run = made({ q0: ['d0'] }, 'bm25', 'folder/mine.run');
    await bench.runs.addExternal(collection.id, [run]);
    const runs = await bench.runs.addExternal(collection.id, [run, made({ q0: ['d1'] }, 'second')]);
    expect(runs.map(({ system }) => system)).toEqual(['mine.run', 'second']);
  });

  it('reports documents that the collection does not have', async () => {
    await bench.runs.addExternal(collection.id, [made({ q0: ['d0', 'elsewhere'] }, 'other')]);
    const { warnings } = await evaluate(collection.id, { systems: ['bm25'] }, true);
    expect(warnings).toContainEqual({ code: 'unknown-documents', data: { system: 'other', documents: 1 } });
  });

  it('is another experiment when it is another run under the same name', async () => {
    await bench.runs.addExternal(collection.id, [made({ q0: ['d0'] }, 'other')]);
    const first = await evaluate(collection.id, { systems: ['bm25'] }, true);
    await bench.runs.removeExternal(collection.id, 'other');
    await bench.runs.addExternal(collection.id, [made({ q0: ['d1'] }, 'other')]);
    const second = await evaluate(collection.id, { systems: ['bm25'] }, true);
    expect(second.key).not.toBe(first.key);
    expect(second.systems[1]!.measures['HitRate@1']).toBe(0);
  });

  it('gives its lists back whole, as those made here', async () => {
    await bench.runs.addExternal(collection.id, [made({ q0: ['d9', 'd0'] }, 'other')]);
    const result = await evaluate(collection.id, { systems: ['bm25'] }, true);
    const other = await bench.inspect.rankings(result, 'other');
    expect(other!.get(queryId('q0'))!.map(({ id }) => id)).toEqual(['d9', 'd0']);
    const bm25 = await bench.inspect.rankings(result, 'bm25');
    const [first, firstKept] = [bm25!.get(queryId('q5'))!, result.systems[0]!.top];
    expect(first.length).toBeGreaterThan(20);
    const [from] = firstKept.offsets.slice(5);
    expect(first[0]).toEqual({ id: result.docs[firstKept.docs[from!]!], score: firstKept.scores[from!] });
  });
});

describe('judgments without documents', () => {
  const dataset: Dataset = {
    docs: [],
    queries: ['q1', 'q2', 'q3'].map((id) => ({ id: queryId(id), text: '' })),
    judgments: ['q1', 'q2', 'q3'].map((id) => ({ query: queryId(id), doc: docId('a'), grade: 1 })),
  };
  const runs = [made({ q1: ['a', 'b'], q2: ['b', 'a'] }, 'one'), made({ q1: ['b'], q2: ['a'], q3: ['a'] }, 'two')];

  beforeEach(async () => {
    collection = await keep(workshop, dataset, 'judged', runs);
  });

  it('evaluate the runs beside them', async () => {
    const { systems } = await evaluate(collection.id, {}, false);
    expect(systems.map(({ id, measures }) => [id, measures['MRR@10']])).toEqual([
      ['one', 0.5],
      ['two', 2 / 3],
    ]);
  });

  it('leave questions without results out of the mean where that is asked for', async () => {
    const { systems } = await evaluate(collection.id, { missing: 'skip' }, false);
    expect(systems[0]!.measures['MRR@10']).toBe(0.75);
    expect(systems[0]!.perQuery['MRR@10']![2]).toBeNaN();
  });

  it('count unjudged passages of those that were retrieved within k, not of k places', async () => {
    // One of the two that q1 has is unjudged, one of two of q2, none of one of q3: 2 of 5, where k is 10.
    await bench.runs.addExternal(collection.id, [made({ q1: ['a', 'b'], q2: ['c', 'a'], q3: ['a'] }, 'short')]);
    const { systems } = await evaluate(collection.id, { ks: [1, 10] }, false);
    expect(systems.find(({ id }) => id === 'short')!.unjudged).toEqual({ 1: 1 / 3, 10: 2 / 5 });
  });
});

it('needs make recall count what is met, and are part of the experiment', async () => {
  const plain: Dataset = {
    docs: [],
    queries: [{ id: queryId('q1'), text: '' }],
    judgments: ['a', 'b', 'c'].map((id) => ({ query: queryId('q1'), doc: docId(id), grade: 1 })),
  };
  const needs = [{ docs: [docId('a'), docId('b')] }, { docs: [docId('c')] }];
  const run = made({ q1: ['b', 'x'] }, 'one');
  const loose = await keep(workshop, plain, 'loose', [run]);
  const strict = await keep(workshop, { ...plain, requirements: [{ query: queryId('q1'), needs }] }, 'strict', [run]);
  const [a, b] = [await evaluate(loose.id, {}, false), await evaluate(strict.id, {}, false)];
  expect(a.systems[0]!.measures['Recall@10']).toBeCloseTo(1 / 3, 12);
  expect(b.systems[0]!.measures['Recall@10']).toBe(0.5);
  expect(b.systems[0]!.measures['P@10']).toBe(a.systems[0]!.measures['P@10']);
  expect(b.questionsKey).not.toBe(a.questionsKey);
});
