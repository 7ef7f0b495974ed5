import { beforeEach, describe, expect, it } from 'vitest';
import type { ResultRecord, WarningData } from '../../../../src/contract/result';
import { uniform } from '../../../../src/domain/statistics/random';
import { messageOf } from '../../../../src/ui/shared/messages/message-of';
import type { CollectionRecord } from '../../../../src/contract/storage';
import { DEFAULT_SETTINGS, buildExperiment, type Settings } from '../../../../src/domain/experiment/settings';
import { docId, queryId, type Dataset } from '../../../../src/base/types';
import { createWorkbench, type Workbench } from '../../../../src/workbench/workbench';
import { externalRun as made, keep, madeUp, MODELS, openWorkshop, type Workshop, quiet } from '../workshop';
import type { SystemSpec } from '../../../../src/domain/experiment/experiment';
import { bareSystem, LIST_CHANGING_PARTS } from '../../system-parts';

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

  it('say which run is no better than a random order, or turned round', async () => {
    const ids = Array.from({ length: 200 }, (_, i) => `q${i}`);
    const random = uniform(7);
    /** The relevant one of eight where `place` says. */
    const lists = (place: () => number) =>
      Object.fromEntries(ids.map((id) => [id, 'bcdefgh'.split('').toSpliced(place(), 0, 'a')] as const));
    const answers = { queries: ids.map((id) => ({ id: queryId(id), text: '' })), docs: [] };
    const judgments = ids.map((id) => ({ query: queryId(id), doc: docId('a'), grade: 1 }));
    collection = await keep(workshop, { ...answers, judgments }, 'orders', [
      made(lists(() => Math.floor(random() ** 2 * 8)), 'true'), // prettier-ignore
      made(lists(() => Math.floor(random() * 8)), 'random'), // prettier-ignore
      made(lists(() => 7 - Math.floor(random() ** 2 * 8)), 'reversed'), // prettier-ignore
      made({ q1: ['x', 'y'] }, 'of others'),
    ]);
    const { warnings } = await evaluate(collection.id, {}, false);
    const told = warnings.find(({ code }) => code === 'random-order') as { data: WarningData['random-order'] };
    expect(told.data.systems.map(({ id, isReversed }) => [id, isReversed])).toEqual([
      ['random', false],
      ['reversed', true],
    ]);
    expect(messageOf(told as Parameters<typeof messageOf>[0])).toMatch(
      /\(random and reversed, which is worse than random\)/,
    );
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

describe('a fusion of runs', () => {
  /** By ranx 0.3.21, ties as in trec_eval. Without X and b, or with the ranks that are left then, Y is first by `isr`. */
  const FUSED: readonly (readonly [SystemSpec['fusion'], order: string, scores: readonly number[]])[] = [
    [{ method: 'rrf', constant: 60, weights: [1, 1] }, 'YbXca', [2 / 63, 1 / 61, 1 / 61, 1 / 62, 1 / 62]],
    [{ method: 'isr' }, 'bXYca', [1, 1, 4 / 9, 1 / 4, 1 / 4]],
    [{ method: 'mnz', norm: 'min-max', absent: 'zero' }, 'bXcaY', [1, 1, 0.5, 0.5, 0]],
    [{ method: 'wsum', norm: 'min-max', absent: 'zero', weights: [0.7, 0.3] }, 'XabcY', [0.7, 0.35, 0.3, 0.15, 0]],
    [{ method: 'sum', norm: 'zmuv', absent: 'zero' }, 'bXcaY', [1.224745, 1.224745, 0, 0, -2.44949]],
    [{ method: 'bordafuse' }, 'bXYca', [6.5, 6.5, 6, 5.5, 5.5]],
  ];
  const lists = [made({ q1: ['X', 'a', 'Y'] }, 'dense'), made({ q1: ['b', 'c', 'Y'] }, 'sparse')];

  async function fused(docs: string, systems: readonly Partial<SystemSpec>[]) {
    const [id, doc] = [queryId('q1'), docId('Y')];
    const dataset: Dataset = {
      docs: [...docs].map((each) => ({
        id: docId(each),
        title: '',
        text: `text ${each}`,
        metadata: { category: each },
      })),
      queries: [{ id, text: 'text' }],
      judgments: [{ query: id, doc, grade: 1 }],
    };
    const { id: collection } = await keep(workshop, dataset, docs, lists);
    const runs = await bench.runs.external(collection);
    const retrievers = runs.map(({ system: name, hash }) => ({ kind: 'run' as const, name, hash }));
    const alone = buildExperiment({ ...DEFAULT_SETTINGS, measures: ['MRR'] }, MODELS, { documents: false, runs });
    const joined = systems.map((each, i) => ({ ...bareSystem, retrievers, ...each, id: `fused ${i}` }));
    const result = await bench.runs.run(collection, { ...alone, systems: joined }, quiet);
    const found = await Promise.all(joined.map((each) => bench.inspect.rankings(result, each.id)));
    return { result, rankings: found.map((each) => each!.get(id)!) };
  }

  it.each([
    ['judgments alone', ''],
    ['a collection without what is first in each', 'acY'],
  ])('on %s keeps every hit and its rank', async (_, docs) => {
    const { result, rankings } = await fused(
      docs,
      FUSED.map(([fusion]) => ({ fusion })),
    );
    for (const [i, [, order, scores]] of FUSED.entries()) {
      expect(rankings[i]!.map(({ id }) => id).join('')).toBe(order);
      for (const [j, { score }] of rankings[i]!.entries()) expect(score).toBeCloseTo(scores[j]!, 5);
      expect(result.systems[i]!.measures['MRR']).toBe(1 / (order.indexOf('Y') + 1));
    }
  });

  it('leaves to what reads texts those that the collection has, and is refused without any', async () => {
    const { fusion, rerank } = { ...LIST_CHANGING_PARTS, fusion: FUSED[0]![0] };
    const boost = { ...LIST_CHANGING_PARTS.filter, weight: 0.5 };
    const { rankings } = await fused('acY', [
      { fusion, rerank: { ...rerank, revision: 'r1' } },
      { fusion, boost },
    ]);
    const found = rankings.map((ranking) => ranking.map(({ id }) => id).join(''));
    expect([[...found[0]!].sort().join(''), found[1]]).toEqual(['Yac', 'YabXc']);
    await expect(fused('', [{ fusion, rerank }])).rejects.toMatchObject({ code: 'system-no-texts' });
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
