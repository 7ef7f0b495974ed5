import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import type { ResultRecord } from '../../../../src/contract/result';
import { type Dataset, type Doc, docId, type Judgment, queryId, type Requirement } from '../../../../src/base/types';
import { type ChunkerSpec, DEFAULT_CHUNKER } from '../../../../src/domain/chunk/chunker-spec';
import { locateAll } from '../../../../src/domain/documents/locate';
import { CHUNK_SIZES } from '../../../../src/domain/experiment/templates';
import { buildExperiment, DEFAULT_SETTINGS } from '../../../../src/domain/experiment/settings';
import { BUDGET_MEASURES, firstMeasure, LEADING_BUDGET } from '../../../../src/domain/measures/first-measure';
import { budgetTable, isBudgetRecall } from '../../../../src/ui/results/chunking-table';
import { experiment, externalRun, madeUp, MODELS, openBench, quiet } from '../workshop';
import { HitrateError } from '../../../../src/contract/errors';
import { type ComposedSystem, composedSystem } from '../../../../src/domain/experiment/composed';
import type { ExperimentSpec } from '../../../../src/domain/experiment/experiment';
import {
  DEFAULT_VECTOR_SEARCHES,
  type VectorSearchSpec,
} from '../../../../src/domain/retrieval/dense/vector-search-spec';
import { resultsJson } from '../../../../src/domain/report/results-json';

const SIZES = CHUNK_SIZES.map((size): ChunkerSpec => ({ ...DEFAULT_CHUNKER, size, overlap: Math.round(size / 10) }));
const WHOLE: ChunkerSpec = { kind: 'whole' };

/** The second article's text and questions: twelve, with ground-truth texts in one chapter each. */
function novel(): Dataset {
  const folder = join(import.meta.dirname, '../../../../public/samples/the-breakwater');
  const docs: Doc[] = readdirSync(folder)
    .filter((name) => name.endsWith('.txt'))
    .map((name) => ({ id: docId(name), title: '', text: readFileSync(join(folder, name), 'utf8') }));
  const rows = Papa.parse(readFileSync(join(folder, 'questions.csv'), 'utf8').trimEnd()).data.slice(1) as string[][];
  const judgments: Judgment[] = [];
  const requirements: Requirement[] = [];
  const queries = rows.map(([question, , texts], i) => {
    const query = queryId(`q${i}`);
    const needs = locateAll(JSON.parse(texts!) as string[], docs).map((found) => ({
      docs: found!.matches.map(({ doc }) => doc),
      places: found!.matches,
    }));
    requirements.push({ query, needs });
    for (const { places } of needs)
      for (const { doc, start, end } of places) judgments.push({ query, doc, grade: 1, span: { start, end } });
    return { id: query, text: question! };
  });
  return { docs, queries, judgments, requirements };
}

it('whole documents, first at k by their size, are not first in a budget of text: of the novel of the second article', async () => {
  const { bench, collection } = await openBench(novel());
  const spec = experiment({
    systems: ['bm25'],
    // Whole documents are the last chunking.
    chunkings: [...SIZES, WHOLE],
    families: ['HitRate', 'Recall'],
    ks: [1, 5],
  });
  const result = await bench.runs.run(collection.id, spec, quiet);
  const isHighest = (measure: string): boolean => {
    const values = result.systems.map(({ measures }) => measures[measure]!);
    return values.at(-1) === Math.max(...values);
  };
  for (const measure of ['HitRate@1', 'HitRate@5', 'Recall@1', 'Recall@5']) expect(isHighest(measure)).toBe(true);
  for (const measure of BUDGET_MEASURES) expect(isHighest(measure)).toBe(false);
  for (const { perQuery } of result.systems)
    for (const measure of BUDGET_MEASURES) expect(perQuery[measure]).toHaveLength(result.queries.length);
  // 512 and 1,000 characters, or 1,000 and 2,000, change places between the budgets: the page says so.
  expect(budgetTable(result)!.reversed).not.toEqual([]);
});
describe('a budget of text', () => {
  it('is not measured where documents are cut in one way', () => {
    expect(experiment({ systems: ['bm25'] }).measures.some(isBudgetRecall)).toBe(false);
    expect(firstMeasure(experiment({ chunkings: SIZES }).measures)).toBe(LEADING_BUDGET);
  });

  it('is not measured where whole documents alone are judged: it would say how much of them is shown', () => {
    const sources = { documents: true, runs: [], judgesPlaces: false };
    const { measures } = buildExperiment({ ...DEFAULT_SETTINGS, chunkings: SIZES }, MODELS, sources);
    expect([measures.some(isBudgetRecall), firstMeasure(measures)]).toEqual([false, 'nDCG@10']);
  });

  it('of tokens counts those of the passages that it reaches, of every list', async () => {
    const text = 'abcdefghij '.repeat(40);
    const docs = ['a', 'b'].map((id) => ({ id: docId(id), title: '', text: `${id} ${text}` }));
    const query = queryId('q');
    const judgments = [{ query, doc: docId('a'), grade: 1, span: { start: 0, end: 100 } }];
    const { bench, collection } = await openBench({ docs, queries: [{ id: query, text: 'a' }], judgments });
    // The tokens of the workshop are characters.
    const measures = ['SpanRecall(chars=60)', 'SpanRecall(tokens=60)', 'SpanRecall(tokens=200)'];
    const chunkings: ChunkerSpec[] = [{ kind: 'window', size: 50, overlap: 0, context: 'none' }, WHOLE];
    const spec = experiment({ systems: ['bm25', 'embedding'], chunkings, families: [], measures });
    const { systems } = await bench.runs.run(collection.id, spec, quiet);
    for (const { measures: found } of systems) {
      expect(found['SpanRecall(tokens=60)']).toBe(found['SpanRecall(chars=60)']);
      expect(found['SpanRecall(tokens=200)']).toBeGreaterThanOrEqual(found['SpanRecall(tokens=60)']!);
    }
    expect(systems.find(({ id }) => id === 'bm25 · whole')!.measures['SpanRecall(tokens=60)']).toBe(0.6);
  });

  it('reads the places of the passages that a run from elsewhere names, and documents as a whole', async () => {
    const [doc, query] = [docId('d'), queryId('q')];
    const text = 'abcdefghij'.repeat(10);
    const dataset = {
      docs: [{ id: doc, title: '', text }],
      queries: [{ id: query, text: 'x' }],
      judgments: [{ query, doc, grade: 1, span: { start: 20, end: 40 } }],
    };
    const { bench, collection } = await openBench(dataset);
    const names = ['d#30-60', 'd', 'gone#30-60'];
    const headers = await bench.runs.addExternal(
      collection.id,
      names.map((name) => externalRun({ [query]: [name] }, name)),
    );
    const measures = ['SpanRecall(chars=30)', 'SpanPrecision'];
    const sources = { documents: false, runs: headers };
    const spec = buildExperiment({ ...DEFAULT_SETTINGS, families: [], measures }, MODELS, sources);
    const { systems } = await bench.runs.run(collection.id, spec, quiet);
    const found = systems.map((system) => measures.map((measure) => system.measures[measure]!));
    expect(found).toEqual([
      [0.5, 1 / 3],
      [0.5, 0.2],
      [0, 0],
    ]);
  });
});

const { nearest, quantised, mmr } = DEFAULT_VECTOR_SEARCHES;
const searched = (id: string, search: VectorSearchSpec): ComposedSystem =>
  composedSystem(id, [{ kind: 'vectors', search }]);
const of = (...composed: ComposedSystem[]): ExperimentSpec => experiment({ systems: [], composed });

const cheaper = [
  searched('half', { ...nearest, dimensions: 13 }),
  searched('int8', quantised),
  searched('binary', { ...quantised, precision: 'binary' }),
  searched('binary-rescored', { ...quantised, precision: 'binary', rescore: 3 }),
];

describe('a search that is not exact', async () => {
  // Of 300 passages, so that lists of 100 do not hold them all.
  const { workshop, bench, collection } = await openBench(madeUp(300, 120));
  const run = (spec: ExperimentSpec) => bench.runs.run(collection.id, spec, quiet);
  const searches = [nearest, quantised, { ...quantised, precision: 'binary' as const }];
  const both: ComposedSystem = {
    ...composedSystem(
      'both',
      searches.map((search) => ({ kind: 'vectors' as const, search })),
    ),
    fusion: { method: 'rrf', constant: 60, weights: [1, 1, 1] },
  };
  const exact = [searched('exact', nearest), searched('mmr', { ...mmr, dimensions: 13 })];
  const result = await run(of(...exact, both, ...cheaper));

  it('is reported beside exact search: recall, bytes and times, over all blocks of questions', () => {
    const others = result.systems.slice(3);
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
    // The time to build what is searched is time of the index.
    for (const { timings, vectorSearch } of others)
      expect(timings!.indexMilliseconds).toBeGreaterThanOrEqual(vectorSearch![0]!.buildMilliseconds);
  });

  it('is reported for each retriever of a system, and not for what is exact', () => {
    const retrievers = result.systems.slice(0, 3).map((each) => each.vectorSearch?.map(({ retriever }) => retriever));
    expect(retrievers).toEqual([undefined, undefined, [2, 3]]);
  });

  it('is in the results as JSON, with the same numbers when its lists come from the cache', async () => {
    workshop.ports.vectors.release();
    const again = await run(of(...cheaper));
    const report = { ...again, ks: again.spec.ks, measureTexts: again.spec.measures };
    const { systems } = JSON.parse(resultsJson(report)) as Pick<ResultRecord, 'systems'>;
    expect(systems.map((each) => each.vectorSearch)).toEqual(result.systems.slice(3).map((each) => each.vectorSearch));
  });

  it('says which dimensions there are, where a system asks for more', async () => {
    const failure = await run(of(searched('wide', { ...nearest, dimensions: 27 }))).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(HitrateError);
    expect(failure).toMatchObject({
      code: 'system-dimensions',
      data: { asked: 27, dimensions: 26, vectors: { model: 'hitrate-embedding' } },
    });
  });
});
