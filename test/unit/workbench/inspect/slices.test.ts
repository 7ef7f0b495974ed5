import { describe, expect, it } from 'vitest';
import { type Dataset, docId, type QueryId, queryId } from '../../../../src/base/types';
import { openDatabase } from '../../../../src/adapters/storage/schema';
import { experiment, madeUp, openBench, quiet } from '../workshop';
import { resultWithin } from '../../../../src/workbench/inspect/within';
import { blindComparison, type BlindList } from '../../../../src/domain/learning/blind-comparison';
import type { ExperimentSpec } from '../../../../src/domain/experiment/experiment';
import { firstWeights, type LearningList, weightLearning } from '../../../../src/domain/learning/weight-learning';

describe('slices of a result', () => {
  const MEASURE = 'nDCG@10';

  /** Half of the documents in one folder and colour, half in another. */
  function divided(): Dataset {
    const { docs, queries, judgments } = madeUp(60, 44);
    const folder = (id: string): string => `${Number(id.slice(1)) % 2 === 0 ? 'even' : 'odd'}/${id}`;
    return {
      docs: docs.map((doc) => ({
        ...doc,
        id: docId(folder(doc.id)),
        metadata: { colour: Number(doc.id.slice(1)) % 2 === 0 ? 'red' : 'blue' },
      })),
      queries: queries.map((query, i) => ({ ...query, origin: i % 3 === 0 ? 'written' : 'imported' })),
      judgments: judgments.map((judgment) => ({ ...judgment, doc: docId(folder(judgment.doc)) })),
    };
  }

  const dataset = divided();
  const ran = openBench(dataset).then(async ({ workshop, bench, collection: { id } }) => {
    return { bench, id, workshop, result: await bench.runs.run(id, experiment(), quiet) };
  });

  it('compares stages with those before, and all with the best, in slices of its questions', async () => {
    const { bench, result } = await ran;
    const tags = new Map<QueryId, readonly string[]>(result.queries.slice(0, 15).map((query) => [query, ['hard']]));
    const report = (await bench.inspect.slices(result, { measure: MEASURE, tags }))!;
    expect(report).toMatchObject({ measure: MEASURE, questions: result.queries.length, seed: 42 });
    expect(report.contrasts.filter(({ kind }) => kind === 'stage')).toEqual([
      { kind: 'stage', system: 'ensemble-rerank', reference: 'ensemble' },
      { kind: 'stage', system: 'ensemble-rrf-rerank', reference: 'ensemble-rrf' },
    ]);
    const kinds = report.dimensions.map(({ id }) => id);
    // The colour divides as the folder does.
    expect(kinds).toEqual(expect.arrayContaining(['origin', 'folder', 'tag']));
    expect(kinds).not.toContain('metadata:colour');
    const origin = report.dimensions.find(({ id }) => id === 'origin')!;
    const written = new Set(dataset.queries.filter((query) => query.origin === 'written').map(({ id }) => id));
    const [first] = origin.slices.filter(({ id }) => id === 'origin:written');
    expect(first!.questions.map((q) => result.queries[q])).toEqual(result.queries.filter((id) => written.has(id)));
    const best = result.systems.find(({ id }) => id === report.best)!;
    const values = first!.questions.map((q) => best.perQuery[MEASURE]![q]!);
    expect(first!.best).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / values.length, 9);
    const tagged = report.dimensions.find(({ id }) => id === 'tag')!.slices;
    expect(tagged.map(({ id, counted }) => [id, counted])).toEqual([
      ['tag:hard', 15],
      ['tag: untagged', result.queries.length - 15],
    ]);
  });

  it('finds the same topics whatever vectors the machine has that opens the run', async () => {
    const { bench, result, workshop } = await ran;
    const topics = async () =>
      (await bench.inspect.slices(result, { measure: MEASURE, best: 'bm25' }))!.dimensions.find(
        ({ id }) => id === 'topic',
      );
    const found = await topics();
    expect(found!.slices.length).toBeGreaterThan(1);
    const db = await openDatabase(workshop.database);
    await db.clear('rows');
    db.close();
    expect(await topics()).toEqual(found);
  });

  it('knows no text of a question that was deleted since', async () => {
    const { bench, id, result } = await ran;
    const { queries, judgments } = await bench.questions.read(id);
    const gone = queryId(result.queries[0]!);
    await bench.questions.save(id, {
      queries: queries.filter((query) => query.id !== gone),
      judgments: judgments.filter((judgment) => judgment.query !== gone),
    });
    const report = (await bench.inspect.slices(result, { measure: MEASURE }))!;
    expect(report.questions).toBe(result.queries.length);
    const folder = report.dimensions.find((each) => each.id === 'folder')!;
    expect(folder.slices.flatMap(({ questions }) => questions)).not.toContain(0);
  });
});

describe('a result within some of its questions', async () => {
  const { bench, collection } = await openBench(madeUp(60, 44));
  const result = await bench.runs.run(collection.id, experiment({ measures: ['MAP', 'num_rel'] }), quiet);

  it('has the means of these questions, added up one by one', async () => {
    const positions = [...result.queries.keys()].filter((q) => q % 3 === 1);
    const within = resultWithin(result, positions);
    expect(within.queries).toEqual(positions.map((q) => result.queries[q]));
    result.systems.forEach((system, s) => {
      for (const [text, all] of Object.entries(system.perQuery)) {
        const own = within.systems[s]!;
        expect([...own.perQuery[text]!]).toEqual(positions.map((q) => all[q]!));
        let total = 0;
        for (const q of positions) total += all[q]!;
        expect(own.measures[text]).toBeCloseTo(text === 'num_rel' ? total : total / positions.length, 12);
        // Not those of all questions.
        if (all.some((value) => value !== all[0])) expect(own.perQuery[text]).not.toHaveLength(all.length);
      }
      expect([...within.systems[s]!.firstRelevant]).toEqual(positions.map((q) => system.firstRelevant[q]));
    });
    const moved = result.systems.filter(
      ({ measures }, s) => Math.abs(measures['nDCG@10']! - within.systems[s]!.measures['nDCG@10']!) > 1e-6,
    );
    expect(moved).not.toEqual([]);
  });

  it('has the lists of these questions, and counts those without results', async () => {
    const [system] = result.systems;
    const { top } = system!;
    // The third question has no results.
    const gone = top.offsets[3]! - top.offsets[2]!;
    const offsets = top.offsets.map((offset, i) => (i > 2 ? offset - gone : offset));
    const docs = Uint32Array.from([...top.docs.slice(0, offsets[2]), ...top.docs.slice(top.offsets[3])]);
    const scores = Float64Array.from([...top.scores.slice(0, offsets[2]), ...top.scores.slice(top.offsets[3])]);
    const holed = { ...result, systems: [{ ...system!, top: { offsets, docs, scores } }] };
    const [own] = resultWithin(holed, [1, 2, 40]).systems;
    expect(own!.answered).toBe(2);
    const list = (q: number) => [...top.docs.slice(top.offsets[q], top.offsets[q + 1])];
    expect([...own!.top.docs]).toEqual([...list(1), ...list(40)]);
    expect([...own!.top.offsets]).toEqual([0, list(1).length, list(1).length, list(1).length + list(40).length]);
    expect(own!.top.scores).toHaveLength(own!.top.docs.length);
  });

  it('says nothing that is known of all questions together only, and is kept apart from them', async () => {
    const within = resultWithin(result, [0, 1, 2]);
    expect(within.warnings).toEqual([]);
    for (const { ties, unjudged } of within.systems) expect([ties, unjudged]).toEqual([{}, {}]);
    const keys = [result.key, within.key, resultWithin(result, [0, 12]).key, resultWithin(result, [0, 1]).key];
    expect(new Set(keys).size).toBe(4);
  });
});

const two = ({ systems, ...rest }: ExperimentSpec): ExperimentSpec => ({
  ...rest,
  systems: systems.filter(({ id }) => id === 'bm25' || id === 'embedding'),
});

const comparing = (spec: ExperimentSpec) =>
  blindComparison({ ...SESSION, id: 'c', spec, method: 'probabilistic', margin: 0.1 });

const dataset = madeUp(60, 12);
const SESSION = { createdAt: 1, depth: 10, seed: 5, questions: 'collection' } as const;

it('a list is stored before it is shown, with both rankings as the systems give them', async () => {
  const { bench, collection } = await openBench(dataset);
  const { id } = collection;
  const comparison = comparing(two(experiment()));
  await bench.blind.add(id, comparison);
  const question = dataset.queries[3]!;
  const asked = { comparison, question: question.text, number: 0 };
  const shown = (await bench.blind.next(id, asked, quiet)) as BlindList;
  expect(await bench.blind.lists(id, 'c')).toEqual([shown]);
  expect(shown).toMatchObject({ question: { id: question.id, text: question.text }, marks: [], doneAt: null });
  expect(shown.list.shown).toHaveLength(10);
  const tried = await bench.inspect.tryQuestion(id, comparison.spec, question.text, quiet);
  for (const [i, system] of tried.systems.entries()) {
    if (!system.ok) throw new Error('asked');
    expect(shown.list.systems[i]!.id).toBe(system.id);
    expect(shown.list.systems[i]!.ranking.flat()).toEqual(system.lists.passages.map((passage) => passage.id));
  }
  // Another tab has shown it.
  await expect(bench.blind.next(id, asked, quiet)).rejects.toMatchObject({ code: 'changed-elsewhere' });
});

it('a list for weights is drawn from all passages that any of the lists has, and is stored with what it was drawn by', async () => {
  const { bench, collection } = await openBench(dataset);
  const { id } = collection;
  const spec = experiment();
  const features = ['bm25', 'embedding'].map((name) => ({
    name,
    retriever: spec.systems.find((system) => system.id === name)!.retrievers[0]!,
  }));
  const learning = weightLearning({ ...SESSION, id: 'w', norm: 'min-max', spec, features });
  await bench.blind.add(id, learning);
  const question = dataset.queries[3]!;
  const asked = { learning, weights: learning.start, question: question.text, number: 0 };
  const shown = (await bench.blind.next(id, asked, quiet)) as LearningList;
  expect(await bench.blind.lists(id, 'w')).toEqual([shown]);
  expect(shown).toMatchObject({ question: { id: question.id, text: question.text }, marks: [], doneAt: null });
  expect(shown.list.weights).toEqual(firstWeights(2));
  expect(shown.list.shown).toHaveLength(10);
  // Whole lists, not their first ten: the embedding finds every passage.
  expect(shown.list.passages).toHaveLength(60);
  expect(shown.list.features.every((row) => row.length === 2)).toBe(true);
  await expect(bench.blind.next(id, asked, quiet)).rejects.toMatchObject({ code: 'changed-elsewhere' });
  const again = (await bench.blind.next(id, { ...asked, number: 1 }, quiet)) as LearningList;
  expect(again.list.seed).not.toBe(shown.list.seed);
  expect(again.list.features).toEqual(shown.list.features);
});

it('notes systems that are taken into the new run, one after the other', async () => {
  const { bench, collection } = await openBench(madeUp(60, 12));
  const { id } = collection;
  const comparison = comparing(two(experiment()));
  await bench.blind.add(id, comparison);
  const [system] = comparison.spec.systems;
  const evidence = { kind: 'learned', lists: 3, marks: 4, moved: 0.1 } as const;
  for (const at of [1, 2]) await bench.blind.keep(id, 'c', { at, system: system!, evidence });
  expect(await bench.blind.all(id)).toMatchObject([{ id: 'c', kept: [{ at: 1 }, { at: 2, system, evidence }] }]);
  await expect(bench.blind.keep(id, 'none', { at: 3, system: system!, evidence })).rejects.toMatchObject({
    code: 'changed-elsewhere',
  });
});
