import { describe, expect, it } from 'vitest';
import { docId, queryId } from '../../../../src/base/types';
import type { ResultRecord } from '../../../../src/contract/result';
import type { RunComparison, RunListComparison } from '../../../../src/workbench/inspect/run-comparison';
import { experiment, keep, madeUp, type OpenBench, openBench } from '../workshop';

const run = { signal: new AbortController().signal, progress: () => undefined };
const spec = experiment({ systems: ['bm25', 'embedding'] });
const options = { measure: 'nDCG@10', margin: 0.02, judgments: 'run' } as const;

function compared(comparison: RunComparison) {
  if (!comparison.comparable) throw new Error(comparison.problem.code);
  return comparison;
}

function comparedLists(comparison: RunListComparison) {
  if (!comparison.comparable) throw new Error(comparison.problem.code);
  return comparison;
}

/** Judges, rewords, adds and removes questions. */
async function edit({ bench, collection }: OpenBench): Promise<void> {
  const { queries, judgments } = await bench.questions.read(collection.id);
  await bench.questions.save(collection.id, {
    queries: [
      ...queries.slice(0, -1).map((query, i) => (i === 2 ? { ...query, text: 'amber delta fjord number 2' } : query)),
      { id: queryId('new'), text: 'kelp moss' },
    ],
    judgments: [
      ...judgments.slice(0, -1).map((each, i) => (i === 4 || i === 5 ? { ...each, grade: 2 } : each)),
      { query: queryId('new'), doc: docId('d3'), grade: 1 },
    ],
  });
}

async function edited(): Promise<OpenBench & { before: ResultRecord; after: ResultRecord }> {
  const open = await openBench(madeUp(30, 24));
  const before = await open.bench.runs.run(open.collection.id, spec, run);
  await edit(open);
  const after = await open.bench.runs.run(open.collection.id, { ...spec, depth: 50 }, run);
  return { ...open, before, after };
}

describe('two results', () => {
  it('are compared on the questions that they share, judged alike', async () => {
    const { bench, before, after } = await edited();
    const { questions, systems } = compared(await bench.inspect.compareRuns({ before, after }, options));
    expect(questions).toMatchObject({ removed: ['q23'], added: ['new'], edited: ['q2'], unknown: 0 });
    expect(questions.rejudged).toEqual(['q4', 'q5']);
    expect(questions.queries).toHaveLength(20);
    expect(systems.map(({ after: id, questions: n, finding }) => [id, n, finding].join(' '))).toEqual(['bm25 20 identical', 'embedding 20 identical']);
  });

  it('are both scored by the judgments of now where that is asked', async () => {
    const { bench, before, after } = await edited();
    const now = { ...options, judgments: 'now' } as const;
    const { questions, systems } = compared(await bench.inspect.compareRuns({ before, after }, now));
    expect(questions).toMatchObject({ rejudged: [], edited: ['q2'] });
    expect(questions.queries).toHaveLength(22);
    expect(systems[0]!.finding).toBe('identical');
  });

  it('say what else changed', async () => {
    const { bench, before, after } = await edited();
    const { origin, judgments, judgmentsChanged } = await bench.inspect.runChanges({ before, after });
    expect(origin.settings).toEqual([{ systems: [], setting: ['depth'], before: 100, after: 50 }]);
    expect(origin).toMatchObject({ documentsChanged: false, models: [], versions: [] });
    expect(judgmentsChanged).toBe(true);
    expect(judgments!.changed.map(({ judgment, before: grade }) => [judgment.query, grade].join(' '))).toEqual(['q4 1', 'q5 1']);
    expect([judgments!.added.length, judgments!.removed.length]).toEqual([1, 1]);
  });

  it('of any two systems have the difference of these', async () => {
    const { bench, collection } = await openBench(madeUp(30, 24));
    const result = await bench.runs.run(collection.id, spec, run);
    const systems = [{ before: 'bm25', after: 'embedding' }];
    const pair = compared(await bench.inspect.compareRuns({ before: result, after: result, systems }, options));
    const [bm25, embedding] = result.systems.map(({ measures }) => measures['nDCG@10']!);
    expect(pair.systems[0]!.difference).toBeCloseTo(embedding! - bm25!, 12);
    const { pairs } = await bench.inspect.compare(result, 'nDCG@10');
    expect(pair.systems[0]!.p).toBe(pairs[0]!.p.randomisation);
  });

  it('have their change by slice, of the questions that they share', async () => {
    const { bench, before, after } = await edited();
    const comparison = compared(await bench.inspect.compareRuns({ before, after }, options));
    const [removed, tagged] = [queryId('q23'), comparison.questions.queries.slice(0, 10)];
    const tags = new Map([removed, ...tagged].map((query) => [query, ['odd']]));
    const of = (measure: string) => bench.inspect.runSlices({ before, after }, comparison, { measure, tags });
    const slices = (await of('nDCG@10'))!;
    expect(slices).toMatchObject({ systems: ['bm25', 'embedding'], questions: 20 });
    const tag = slices.dimensions.find(({ kind }) => kind === 'tag')!;
    expect(tag.slices.map(({ id, counted }) => [id, counted])).toContainEqual(['tag:odd', 10]);
    expect(tag.slices[0]!.changes).toMatchObject([{ mean: 0, certainty: 'tie' }, { mean: 0 }]);
    expect(await of('num_ret')).toBeNull();
  });

  it('are compared by their lists, without judgments', async () => {
    const { bench, before, after } = await edited();
    const { questions, systems } = comparedLists(await bench.inspect.compareRunLists({ before, after }, { k: 10 }));
    expect(questions.queries).toHaveLength(22);
    expect(systems[0]).toMatchObject({ after: 'bm25', questions: 22, unchanged: 22, firstChanged: 0, cutAt: null });
    const across = { before, after, systems: [{ before: 'bm25', after: 'embedding' }] };
    const other = comparedLists(await bench.inspect.compareRunLists(across, { k: 10 }));
    expect(other.systems[0]!.meanOverlap).toBeLessThan(1);
    // Lists that one run cut are cut in both: what is missing there did not change.
    const short = { before: { ...before, key: 'elsewhere' }, after };
    const cut = comparedLists(await bench.inspect.compareRunLists(short, { k: 10 }));
    expect(cut.systems[1]).toMatchObject({ cutAt: 20, unchanged: 22 });
  });

  it('are refused with the reason where nothing can be compared', async () => {
    const open = await edited();
    const { workshop, bench, before, after } = open;
    const problem = async (...input: Parameters<typeof bench.inspect.compareRuns>) => {
      const comparison = await bench.inspect.compareRuns(...input);
      return comparison.comparable ? null : comparison.problem;
    };
    const measure = (name: string) => ({ ...options, measure: name });
    expect(await problem({ before, after }, measure('num_ret'))).toMatchObject({ code: 'measure-not-paired' });
    expect(await problem({ before, after }, measure('RBP(p=0.5)'))).toEqual({
      code: 'run-lacks-measure',
      data: { run: 'before', measure: 'RBP(p=0.5)' },
    });
    expect(await problem({ before, after, systems: [{ before: 'bm25', after: 'bm52' }] }, options)).toEqual({
      code: 'run-lacks-system',
      data: { run: 'after', system: 'bm52' },
    });
    const [first, second] = before.systems;
    const apart = { before: { ...before, systems: [first!] }, after: { ...after, systems: [second!] } };
    expect(await problem(apart, options)).toMatchObject({ code: 'runs-share-no-system' });
    // Another collection may have the same ids for other questions.
    const other = madeUp(30, 24);
    const dataset = { ...other, queries: other.queries.map((query) => ({ ...query, text: `${query.text} else` })) };
    const elsewhere = await keep(workshop, dataset);
    const foreign = await bench.runs.run(elsewhere.id, spec, run);
    expect(await problem({ before, after: foreign }, options)).toEqual({
      code: 'runs-share-no-question',
      data: { before: 24, after: 24, edited: 24, rejudged: 0 },
    });
    // Made by an earlier version, which kept no questions: what the collections hold now tells.
    const unkept = { before: { ...before, questionsKey: 'a' }, after: { ...foreign, questionsKey: 'b' } };
    expect(await problem(unkept, options)).toMatchObject({ data: { edited: 24 } });
  });
});
