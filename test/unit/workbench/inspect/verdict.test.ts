import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { docId, queryId, type Dataset } from '../../../../src/base/types';
import { parseTypedJson } from '../../../../src/base/typed-json';
import type { ResultRecord, SystemResult } from '../../../../src/contract/result';
import type { ComparedVerdict, Verdict } from '../../../../src/domain/verdict/types';
import { experiment, madeUp, openBench } from '../workshop';

const run = { signal: new AbortController().signal, progress: () => undefined };
const options = { measure: 'nDCG@10', margin: 0.02, baseline: 'bm25' };

function compared(verdict: Verdict): ComparedVerdict {
  if (verdict.kind === 'none' || verdict.kind === 'single') throw new Error(verdict.kind);
  return verdict;
}

function withoutLatency(system: SystemResult): SystemResult {
  const { latency: _, ...rest } = system;
  return rest;
}

/** The collection that ships with the app, with the result that does. */
async function openSample() {
  const file = (name: string): string =>
    readFileSync(new URL(`../../../../public/samples/hitrate-sample/${name}`, import.meta.url), 'utf8');
  const lines = (name: string) =>
    file(name)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { _id: string; title?: string; text: string });
  const dataset: Dataset = {
    docs: lines('corpus.jsonl').map(({ _id, title = '', text }) => ({ id: docId(_id), title, text })),
    queries: lines('queries.jsonl').map(({ _id, text }) => ({ id: queryId(_id), text })),
    judgments: file('qrels/test.tsv')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => {
        const [query, doc, grade] = line.split('\t') as [string, string, string];
        return { query: queryId(query), doc: docId(doc), grade: Number(grade) };
      }),
  };
  const bytes = readFileSync(new URL('../../../../public/samples/hitrate-sample/result.bin', import.meta.url));
  const { workshop, bench, collection } = await openBench(dataset);
  const shipped = parseTypedJson(gunzipSync(bytes).toString('utf8')) as ResultRecord;
  const result = { ...shipped, collection: collection.id };
  return { workshop, bench, result };
}

describe('the verdict of a result', () => {
  it('is that of the sample: four hybrids tie, and the plain one gains over BM25', async () => {
    const { bench, result } = await openSample();
    const verdict = compared(await bench.inspect.verdict(result, options));
    expect(verdict.kind).toBe('tie');
    expect(verdict.best).toEqual(['ensemble', 'ensemble-rrf', 'ensemble-rerank', 'ensemble-rrf-rerank']);
    expect(verdict.recommended).toMatchObject({ system: 'ensemble', reason: 'highest' });
    expect(verdict.recommended.slower.map(({ system, test }) => [system, test.finding].join(' '))).toEqual(['ensemble-rerank open', 'ensemble-rrf-rerank open']);
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

  it('leaves the result as it was', async () => {
    const { bench, result } = await openSample();
    const before = structuredClone(result.systems[0]!);
    await bench.inspect.verdict(result, options);
    expect(result.systems[0]).toEqual(before);
  });

  it('takes times of questions that were asked alone only where all systems have them', async () => {
    const { bench, result } = await openSample();
    const cost = { p95Milliseconds: 9, questions: 50, devices: [], threads: 1, indexBytes: null, downloadBytes: 0 };
    const timed = result.systems.map((system, i) => ({ ...system, latency: { ...cost, medianMilliseconds: 1 + i } }));
    const latencies = async (systems: ResultRecord['systems']) => {
      const verdict = compared(await bench.inspect.verdict({ ...result, systems }, options));
      return new Map(verdict.systems.map(({ system, latency }) => [system, latency]));
    };
    expect((await latencies(timed)).get('embedding')).toBe(2);
    const medians = await latencies(result.systems.map((system, i) => (i === 0 ? withoutLatency(system) : timed[i]!)));
    for (const { id, timings } of result.systems) expect(medians.get(id)).toBe(timings!.queryMedianMilliseconds);
    // An external run has neither.
    const external = await latencies([{ ...withoutLatency(timed[0]!), timings: null }, ...timed.slice(1)]);
    expect([external.get('bm25'), external.get('embedding')]).toEqual([null, 2]);
  });

  it('cannot bound a measure that reads deeper than lists are kept', async () => {
    const { bench, collection } = await openBench(madeUp(30, 24));
    const spec = experiment({ systems: ['bm25', 'embedding', 'ensemble'] });
    const result = await bench.runs.run(collection.id, spec, run);
    const { badges } = compared(await bench.inspect.verdict(result, { ...options, measure: 'MAP' }));
    expect(badges.judgments).toMatchObject({ state: 'amber', cause: 'unbounded', alone: [], k: 10 });
    const bounded = compared(await bench.inspect.verdict(result, { ...options, measure: 'HitRate@5' }));
    expect(bounded.badges.judgments.cause).not.toBe('unbounded');
  });

  it('knows where questions come from', async () => {
    const { bench, collection } = await openBench(madeUp(30, 24));
    const { queries, judgments } = await bench.questions.read(collection.id);
    await bench.questions.save(collection.id, {
      queries: queries.map((query) => ({ ...query, origin: 'cloze' as const })),
      judgments,
    });
    const result = await bench.runs.run(collection.id, experiment({ systems: ['bm25', 'embedding'] }), run);
    const { badges } = compared(await bench.inspect.verdict(result, { ...options, measure: 'HitRate@5' }));
    expect(badges.questions).toMatchObject({ state: 'amber', generated: 24 });
    expect(badges.questions.causes).toContain('all-generated');
  });
});

describe('the planning of a result', () => {
  it('is by the differences of a pair, and by the pace of the acts', async () => {
    const { workshop, bench, result } = await openSample();
    const asked = { measure: 'nDCG@10', margin: 0.02, pair: ['ensemble', 'ensemble-rerank'], comparisons: 3 } as const;
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
