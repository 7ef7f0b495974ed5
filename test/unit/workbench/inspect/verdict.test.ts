import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type Dataset, docId, queryId } from '../../../../src/base/types';
import { parseTypedJson } from '../../../../src/base/typed-json';
import type { ResultRecord } from '../../../../src/contract/result';
import type { ComparedVerdict, Verdict } from '../../../../src/domain/verdict/types';
import { experiment, keep, madeUp, openBench, quiet } from '../workshop';
import type { RunComparison, RunListComparison } from '../../../../src/workbench/inspect/run-comparison';

describe('verdict', () => {
  const options = { measure: 'nDCG@10', margin: 0.02, baseline: 'bm25' };

  function compared(verdict: Verdict): ComparedVerdict {
    if (verdict.kind === 'none' || verdict.kind === 'single') throw new Error(verdict.kind);
    return verdict;
  }

  /** The collection that ships with the app, with the result that does. */
  const sample = (async () => {
    const file = (name: string): string =>
      readFileSync(new URL(`../../../../public/samples/hitrate-sample/${name}`, import.meta.url), 'utf8');
    const lines = (name: string) => file(name).trim().split('\n');
    const entries = (name: string) =>
      lines(name).map((line) => JSON.parse(line) as { _id: string; title?: string; text: string });
    const dataset: Dataset = {
      docs: entries('corpus.jsonl').map(({ _id, title = '', text }) => ({ id: docId(_id), title, text })),
      queries: entries('queries.jsonl').map(({ _id, text }) => ({ id: queryId(_id), text })),
      judgments: lines('qrels/test.tsv')
        .slice(1)
        .map((line) => {
          const [query, doc, grade] = line.split('\t') as [string, string, string];
          return { query: queryId(query), doc: docId(doc), grade: Number(grade) };
        }),
    };
    const bytes = readFileSync(new URL('../../../../public/samples/hitrate-sample/result.bin', import.meta.url));
    const { workshop, bench, collection } = await openBench(dataset);
    const shipped = parseTypedJson(gunzipSync(bytes).toString('utf8')) as ResultRecord;
    return { workshop, bench, result: { ...shipped, collection: collection.id } };
  })();

  describe('the verdict of a result', () => {
    it('is that of the sample: four hybrids tie, and the plain one gains over BM25', async () => {
      const { bench, result } = await sample;
      const verdict = compared(await bench.inspect.verdict(result, options));
      expect(verdict.kind).toBe('tie');
      expect(verdict.best).toEqual(['ensemble', 'ensemble-rrf', 'ensemble-rerank', 'ensemble-rrf-rerank']);
      expect(verdict.recommended).toMatchObject({ system: 'ensemble', reason: 'highest' });
      expect(verdict.recommended.slower.map(({ system, test }) => [system, test.finding].join(' '))).toEqual([
        'ensemble-rerank open',
        'ensemble-rrf-rerank open',
      ]);
      expect(verdict.recommended.slower.every(({ times }) => times > 10)).toBe(true);
      const gain = verdict.gain!;
      expect(gain.difference).toBeCloseTo(0.082, 3);
      expect(gain.interval!.map((end) => Number(end.toFixed(3)))).toEqual([0.054, 0.116]);
      expect(gain).toMatchObject({ finding: 'better', comparisons: 5 });
      const { questions, judgments, saturation } = verdict.badges;
      expect(questions).toMatchObject({ state: 'amber', causes: ['few'], questions: 156, generated: 0 });
      expect(questions.detectable).toBeCloseTo((2.8016 * 0.238) / Math.sqrt(156), 3);
      expect(judgments).toMatchObject({ state: 'amber', cause: 'bounds', k: 10 });
      expect(judgments.unjudged).toBeCloseTo(0.84, 2);
      expect(saturation).toMatchObject({ state: 'ok', questions: 156, causes: [] });
      // On judged passages alone the gain over BM25 stays, and embedding is not behind.
      const alone = new Map(judgments.alone.map(({ system, test }) => [system, test]));
      expect(alone.get('bm25')).toMatchObject({ finding: 'better', comparisons: 5 });
      expect(alone.get('embedding')!.finding).toBe('open');
      expect(await bench.inspect.verdict(result, options)).toEqual(verdict);
    });

    it('cannot bound a measure that reads deeper than lists are kept, and knows where questions come from', async () => {
      const made = madeUp(30, 24);
      const queries = made.queries.map((query) => ({ ...query, origin: 'cloze' as const }));
      const { bench, collection } = await openBench({ ...made, queries });
      const result = await bench.runs.run(collection.id, experiment({ systems: ['bm25', 'embedding'] }), quiet);
      const { badges } = compared(await bench.inspect.verdict(result, { ...options, measure: 'MAP' }));
      expect(badges.judgments).toMatchObject({ state: 'amber', cause: 'unbounded', alone: [], k: 10 });
      expect(badges.questions).toMatchObject({ state: 'amber', generated: 24 });
      expect(badges.questions.causes).toContain('all-generated');
      const bounded = compared(await bench.inspect.verdict(result, { ...options, measure: 'HitRate@5' }));
      expect(bounded.badges.judgments.cause).not.toBe('unbounded');
    });
  });

  it('the planning of a result is by the differences of a pair, and by the pace of the acts', async () => {
    const { workshop, bench, result } = await sample;
    const asked = {
      measure: 'nDCG@10',
      margin: 0.02,
      pair: ['ensemble', 'ensemble-rerank'],
      comparisons: 3,
    } as const;
    const first = await bench.inspect.planning(result, asked);
    expect(first).toMatchObject({ completed: 156, pace: null });
    expect(first.once!.questions).toBeGreaterThan(156);
    expect(first.always!.questions).toBeGreaterThan(100);
    const query = result.queries[0]!;
    const act = (doc: number, milliseconds: number) => ({
      ...{ query, doc: docId(result.docs[doc]!), span: null, grade: 1, round: 1, note: '', at: 1 },
      milliseconds,
    });
    await workshop.ports.storage.questions.addActs(result.collection, [act(0, 4000), act(1, 9000), act(1, 0)]);
    const { pace, once } = await bench.inspect.planning(result, asked);
    expect(pace).toEqual({ milliseconds: 6500, judgmentsPerQuestion: 2 });
    expect(once).toEqual(first.once);
    expect((await bench.inspect.planning(result, { ...asked, margin: 0 })).always).toBeNull();
  });
});

describe('two results', async () => {
  const spec = experiment({ systems: ['bm25', 'embedding'] });
  const { workshop, bench, collection } = await openBench(madeUp(30, 24));
  const before = await bench.runs.run(collection.id, spec, quiet);
  // Between them questions are judged, reworded, added and removed.
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
  const after = await bench.runs.run(collection.id, { ...spec, depth: 50 }, quiet);
  const options = { measure: 'nDCG@10', margin: 0.02, judgments: 'run' } as const;

  function compared<Found extends RunComparison | RunListComparison>(comparison: Found) {
    if (!comparison.comparable) throw new Error(comparison.problem.code);
    return comparison as Found & { readonly comparable: true };
  }

  it('are compared on the questions that they share, judged alike', async () => {
    const { questions, systems } = compared(await bench.inspect.compareRuns({ before, after }, options));
    expect(questions).toMatchObject({ removed: ['q23'], added: ['new'], edited: ['q2'], unknown: 0 });
    expect(questions.rejudged).toEqual(['q4', 'q5']);
    expect(questions.queries).toHaveLength(20);
    expect(systems.map(({ after: id, questions: n, finding }) => [id, n, finding].join(' '))).toEqual([
      'bm25 20 identical',
      'embedding 20 identical',
    ]);
  });

  it('are both scored by the judgments of now where that is asked', async () => {
    const now = { ...options, judgments: 'now' } as const;
    const { questions, systems } = compared(await bench.inspect.compareRuns({ before, after }, now));
    expect(questions).toMatchObject({ rejudged: [], edited: ['q2'] });
    expect(questions.queries).toHaveLength(22);
    expect(systems[0]!.finding).toBe('identical');
  });

  it('say what else changed', async () => {
    const { origin, judgments: changed, judgmentsChanged } = await bench.inspect.runChanges({ before, after });
    expect(origin.settings).toEqual([{ systems: [], setting: ['depth'], before: 100, after: 50 }]);
    expect(origin).toMatchObject({ documentsChanged: false, models: [], versions: [] });
    expect(judgmentsChanged).toBe(true);
    expect(changed!.changed.map(({ judgment, before: grade }) => `${judgment.query} ${grade}`)).toEqual([
      'q4 1',
      'q5 1',
    ]);
    expect([changed!.added.length, changed!.removed.length]).toEqual([1, 1]);
  });

  it('have their change by slice, of the questions that they share', async () => {
    const comparison = compared(await bench.inspect.compareRuns({ before, after }, options));
    const [removed, tagged] = [queryId('q23'), comparison.questions.queries.slice(-10)];
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
    const { questions, systems } = compared(await bench.inspect.compareRunLists({ before, after }, { k: 10 }));
    expect(questions.queries).toHaveLength(22);
    expect(systems[0]).toMatchObject({ after: 'bm25', questions: 22, unchanged: 22, firstChanged: 0, cutAt: null });
    const across = { before, after, systems: [{ before: 'bm25', after: 'embedding' }] };
    const other = compared(await bench.inspect.compareRunLists(across, { k: 10 }));
    expect(other.systems[0]!.meanOverlap).toBeLessThan(1);
    // Lists that one run cut are cut in both: what is missing there did not change.
    const short = { before: { ...before, key: 'elsewhere' }, after };
    const cut = compared(await bench.inspect.compareRunLists(short, { k: 10 }));
    expect(cut.systems[1]).toMatchObject({ cutAt: 20, unchanged: 22 });
  });

  it('are refused with the reason where nothing can be compared', async () => {
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
    const foreign = await bench.runs.run(elsewhere.id, spec, quiet);
    expect(await problem({ before, after: foreign }, options)).toEqual({
      code: 'runs-share-no-question',
      data: { before: 24, after: 24, edited: 24, rejudged: 0 },
    });
    // Made by an earlier version, which kept no questions: what the collections hold now tells.
    const unkept = { before: { ...before, questionsKey: 'a' }, after: { ...foreign, questionsKey: 'b' } };
    expect(await problem(unkept, options)).toMatchObject({ data: { edited: 24 } });
  });
});
