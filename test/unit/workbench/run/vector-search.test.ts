import { describe, expect, it } from 'vitest';
import { HitrateError } from '../../../../src/contract/errors';
import type { ComposedSystem } from '../../../../src/domain/experiment/composed';
import { composedSystem } from '../../../../src/domain/experiment/composed';
import type { ExperimentSpec } from '../../../../src/domain/experiment/experiment';
import {
  DEFAULT_VECTOR_SEARCHES,
  type VectorSearchSpec,
} from '../../../../src/domain/retrieval/dense/vector-search-spec';
import { resultsJson } from '../../../../src/domain/report/results-json';
import { createWorkbench } from '../../../../src/workbench/workbench';
import { experiment, keep, madeUp, openWorkshop } from '../workshop';

const { nearest, quantised, mmr } = DEFAULT_VECTOR_SEARCHES;
const searched = (id: string, search: VectorSearchSpec): ComposedSystem =>
  composedSystem(id, [{ kind: 'vectors', search }]);
const of = (...composed: ComposedSystem[]): ExperimentSpec => experiment({ systems: [], composed });

/** Of 300 passages, so that lists of 100 do not hold them all. */
async function opened() {
  const workshop = await openWorkshop();
  const bench = createWorkbench(workshop.ports);
  const { id } = await keep(workshop, madeUp(300, 120));
  const run = (spec: ExperimentSpec) =>
    bench.runs.run(id, spec, { signal: new AbortController().signal, progress: () => undefined });
  return { workshop, bench, run };
}

const cheaper = [
  searched('half', { ...nearest, dimensions: 13 }),
  searched('int8', quantised),
  searched('binary', { ...quantised, precision: 'binary' }),
  searched('binary-rescored', { ...quantised, precision: 'binary', rescore: 3 }),
];

describe('a search that is not exact', () => {
  it('is reported beside exact search: recall, bytes and times, over all blocks of questions', async () => {
    const { run } = await opened();
    const result = await run(of(searched('exact', nearest), searched('mmr', { ...mmr, dimensions: 13 }), ...cheaper));
    const [exact, diverse, ...others] = result.systems;
    expect([exact!.vectorSearch, diverse!.vectorSearch]).toEqual([undefined, undefined]);
    const reports = new Map(others.map(({ id, vectorSearch }) => [id, vectorSearch![0]!]));
    for (const [id, report] of reports) {
      expect(report, id).toMatchObject({ retriever: 1, depth: 100, questions: 120, exactBytes: 300 * 26 * 4 });
      for (const value of [report.recallAt10, report.recallAtDepth]) {
        expect(value, id).toBeGreaterThan(0.1);
        expect(value, id).toBeLessThanOrEqual(1);
      }
      expect(report.exactQueryMilliseconds, id).toBeGreaterThan(0);
      expect(report.queryMilliseconds, id).toBeGreaterThan(0);
      expect(report.buildMilliseconds, id).toBeGreaterThan(0);
    }
    const bytes = [...reports.values()].map((report) => report.bytes);
    expect(bytes).toEqual([300 * 13 * 4, 300 * 26 + 26 * 8, 300 * 4, 300 * 4]);
    // Three times 100 are all passages.
    expect(reports.get('binary-rescored')!.recallAtDepth).toBe(1);
    expect(reports.get('binary')!.recallAt10).toBeLessThan(reports.get('int8')!.recallAt10);
  });

  it('embeds passages and questions once for all of them', async () => {
    const { workshop, run } = await opened();
    await run(of(searched('exact', nearest)));
    const { embedded } = workshop.work;
    await run(of(...cheaper, searched('quarter', { ...nearest, dimensions: 6 })));
    expect(workshop.work.embedded).toBe(embedded);
  });

  it('is reported with the same numbers when its lists come from the cache', async () => {
    const { run, workshop } = await opened();
    const first = await run(of(...cheaper));
    workshop.ports.vectors.release();
    // Another experiment, so that the result is not that of before.
    const again = await run({ ...of(...cheaper, searched('exact', nearest)) });
    for (const [i, system] of first.systems.entries())
      expect(again.systems[i]!.vectorSearch).toEqual(system.vectorSearch);
  });

  it('is reported for each retriever of a system, and not for what is exact', async () => {
    const { run } = await opened();
    const both = composedSystem('both', [
      { kind: 'vectors', search: nearest },
      { kind: 'vectors', search: quantised },
      { kind: 'vectors', search: { ...quantised, precision: 'binary' } },
    ]);
    const [system] = (await run(of({ ...both, fusion: { method: 'rrf', constant: 60, weights: [1, 1, 1] } }))).systems;
    expect(system!.vectorSearch!.map(({ retriever }) => retriever)).toEqual([2, 3]);
  });

  it('is in the results as JSON', async () => {
    const { run } = await opened();
    const result = await run(of(cheaper[1]!));
    const report = { ...result, ks: result.spec.ks, measureTexts: result.spec.measures };
    const read = JSON.parse(resultsJson(report)) as { systems: { vectorSearch: unknown }[] };
    expect(read.systems[0]!.vectorSearch).toEqual(result.systems[0]!.vectorSearch);
  });

  it('counts the time to build what it searches as time of the index', async () => {
    const { run } = await opened();
    const [system] = (await run(of(cheaper[1]!))).systems;
    expect(system!.timings!.indexMilliseconds).toBeGreaterThanOrEqual(system!.vectorSearch![0]!.buildMilliseconds);
  });
});

it('says which dimensions there are, where a system asks for more', async () => {
  const { run } = await opened();
  const failure = await run(of(searched('wide', { ...nearest, dimensions: 27 }))).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(HitrateError);
  expect(failure).toMatchObject({
    code: 'system-dimensions',
    data: { asked: 27, dimensions: 26, vectors: { model: 'hitrate-embedding' } },
  });
});
