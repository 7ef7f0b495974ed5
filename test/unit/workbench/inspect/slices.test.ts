import { describe, expect, it } from 'vitest';
import { type Dataset, docId, type QueryId, queryId } from '../../../../src/base/types';
import { createWorkbench } from '../../../../src/workbench/workbench';
import { experiment, keep, madeUp, openWorkshop } from '../workshop';

const quiet = () => ({ signal: new AbortController().signal, progress: () => undefined });
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

async function run(dataset: Dataset) {
  const workshop = await openWorkshop();
  const bench = createWorkbench(workshop.ports);
  const { id } = await keep(workshop, dataset);
  return { bench, id, workshop, result: await bench.runs.run(id, experiment(), quiet()) };
}

describe('slices of a result', () => {
  it('compares stages with those before, and all with the best, in slices of its questions', async () => {
    const dataset = divided();
    const { bench, result } = await run(dataset);
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

  it('finds topics by the vectors that the run left', async () => {
    const { bench, result, workshop } = await run(madeUp(60, 44));
    const before = workshop.work.embedded;
    const report = (await bench.inspect.slices(result, { measure: MEASURE, best: 'bm25' }))!;
    expect(report.best).toBe('bm25');
    expect(workshop.work.embedded).toBe(before);
    const words = { ...result, spec: { ...result.spec, systems: result.spec.systems.slice(0, 1) } };
    const topics = (id: string, from: typeof report): unknown => from.dimensions.find((each) => each.id === id)?.slices;
    expect(topics('topic', report)).not.toEqual(
      topics('topic', (await bench.inspect.slices(words, { measure: MEASURE, best: 'bm25' }))!),
    );
  });

  it('gives the same digits again, and none where there is nothing to compare', async () => {
    const { bench, result } = await run(divided());
    const once = await bench.inspect.slices(result, { measure: MEASURE });
    expect(await bench.inspect.slices(result, { measure: MEASURE })).toEqual(once);
    const one = { ...result, systems: result.systems.slice(0, 1) };
    expect(await bench.inspect.slices(one, { measure: MEASURE })).toBeNull();
  });

  it('knows no text of a question that was deleted since', async () => {
    const { bench, id, result } = await run(divided());
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
