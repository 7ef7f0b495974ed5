import { beforeAll, describe, expect, it } from 'vitest';
import type { QueryId } from '../../../../src/base/types';
import type { ResultRecord } from '../../../../src/contract/result';
import { mean } from '../../../../src/domain/measures/score';
import { uniform } from '../../../../src/domain/statistics/random';
import { JudgingState } from '../../../../src/ui/judge/judging.svelte';
import { experiment, madeUp, openBench } from '../../workbench/workshop';

const run = { signal: new AbortController().signal, progress: () => undefined };
const SYSTEMS = ['bm25', 'embedding'] as const;
const spec = experiment({ systems: [...SYSTEMS] });
const QUESTIONS = 24;

/** What a person would say of a passage; of about a third that it is relevant. */
function gradeOf(query: QueryId, doc: string): number {
  const chance = uniform(Number(query.slice(1)) * 1000 + Number(doc.slice(1)))();
  return chance < 0.15 ? 3 : chance < 0.35 ? 1 : 0;
}

/** A collection of which nothing is judged, and its judging by sampled passages. */
async function sampling(measure: string, sample = 6) {
  const { queries, docs } = madeUp(60, QUESTIONS);
  const { bench, collection } = await openBench({ docs, queries, judgments: [] });
  let seeds = 0;
  const judging = new JudgingState(
    bench,
    collection.id,
    () => undefined,
    run.signal,
    () => `seed ${++seeds}`,
  );
  const pool = await bench.runs.pool(collection.id, spec, 20, run);
  await judging.use(pool, new Map(docs.map((doc) => [doc.id, doc])));
  await judging.set({ queue: 'passages', measure, sample });
  return { bench, collection, judging };
}

type Sampling = Awaited<ReturnType<typeof sampling>>;

/** Judges what is drawn of the first questions of the order. */
async function judgeQuestions({ judging }: Sampling, questions: number): Promise<void> {
  const session = judging.session!;
  for (const index of session.order.slice(0, questions)) {
    session.visit(session.board.source.input.queries[index]!);
    await session.idle();
    while (session.left > 0) {
      const { current, query } = session;
      session.grade(gradeOf(query!.id, current!.item.place.doc));
      await session.idle();
    }
  }
}

const valuesOf = (result: ResultRecord, system: string, measure: string): Float64Array =>
  result.systems.find(({ id }) => id === system)!.perQuery[measure]!;

/** What the judging screen estimates, by question. */
const estimatesOf = ({ judging }: Sampling) => {
  const { board } = judging.session!;
  return (query: QueryId): Float64Array | null => {
    const index = board.source.input.queries.indexOf(query);
    const pool = board.pool(index);
    const grades = pool.map((item) =>
      board.isJudged(index, item, 1) ? (board.counted(index, item) ?? undefined) : undefined,
    );
    return board.pooled.estimatesOf(index, () => ({ grades, elsewhere: [] }));
  };
};

describe('a run while passages are sampled', () => {
  let half: Sampling;
  let result: ResultRecord;
  beforeAll(async () => {
    half = await sampling('nDCG@10');
    await judgeQuestions(half, 14);
    result = await half.bench.runs.run(half.collection.id, spec, run);
  });

  it('has the estimates of the judging screen, of the completed questions at the head of the order', () => {
    expect(result.queries).toHaveLength(14);
    expect(result.judging).toMatchObject({ queue: 'passages', complete: 14, of: QUESTIONS, sample: { passages: 6 } });
    const estimates = estimatesOf(half);
    for (const [s, system] of SYSTEMS.entries()) {
      const values = valuesOf(result, system, 'nDCG@10');
      expect([...values]).toEqual(result.queries.map((query) => estimates(query)![s]));
      expect(result.systems[s]!.measures['nDCG@10']).toBeCloseTo(mean(values), 12);
    }
  });

  it('does not count unjudged passages as not relevant', async () => {
    const { judgments } = await half.bench.questions.read(half.collection.id);
    const judged = new Map(judgments.map(({ query, doc, grade }) => [`${query} ${doc}`, grade]));
    const lists = await half.bench.inspect.lists(result, 'bm25');
    const relevant = result.queries.map(
      (query) =>
        lists
          .of(query)
          .slice(0, 10)
          .filter(({ id }) => (judged.get(`${query} ${id}`) ?? 0) >= 1).length / 10,
    );
    const values = valuesOf(result, 'bm25', 'P@10');
    // Estimates are weighted: for some question they cannot be what was judged alone.
    expect(mean(values)).toBeGreaterThan(mean(relevant) + 0.02);
  });

  it('marks each measure as what it is, and gives no figure where a sample cannot', () => {
    const { kinds } = result.judging!.sample!;
    expect(kinds).toMatchObject({ 'P@10': 'unbiased', 'nDCG@10': 'ratio', 'HitRate@10': null, 'MRR@10': null });
    for (const system of result.systems) {
      expect(system.measures['HitRate@10']).toBeNaN();
      expect([...system.perQuery['MRR@10']!].every(Number.isNaN)).toBe(true);
      expect(system.ties).toEqual({});
    }
    expect(result.warnings.map(({ code }) => code)).toContain('ongoing-judging');
    expect(result.warnings.map(({ code }) => code)).not.toContain('unjudged');
  });

  it('decides by unbiased sums, at every look', async () => {
    const verdict = await half.bench.inspect.verdict(result, { measure: 'nDCG@10', margin: 0.02, baseline: 'bm25' });
    expect(verdict).toMatchObject({ estimate: 'ratio', questions: 14 });
    expect(['winner', 'tie']).toContain(verdict.kind);
    const { sums } = result.systems[0]!;
    const own = result.systems[1]!.sums!['nDCG@10']!;
    if (!('gain' in verdict)) throw new Error('no verdict');
    const test = verdict.gain ?? verdict.recommended.slower[0]?.test;
    if (test) expect(Math.abs(test.difference)).toBeCloseTo(Math.abs(mean(own) - mean(sums!['nDCG@10']!)), 10);
    const shown = verdict.systems.find(({ system }) => system === 'bm25')!;
    expect(shown.mean).toBeCloseTo(result.systems[0]!.measures['nDCG@10']!, 10);
    const unbiased = await half.bench.inspect.verdict(result, { measure: 'P@10', margin: 0.02, baseline: 'bm25' });
    expect(unbiased).toMatchObject({ estimate: 'unbiased', badges: { judgments: { cause: 'sampled', state: 'ok' } } });
    expect(
      await half.bench.inspect.verdict(result, { measure: 'HitRate@10', margin: 0.02, baseline: 'bm25' }),
    ).toMatchObject({ kind: 'none', reason: 'unsampled' });
  });

  it('concludes nothing for a system that the sample was not planned for', async () => {
    const wider = experiment({ systems: ['bm25', 'embedding', 'ensemble-rerank'] });
    const other = await half.bench.runs.run(half.collection.id, wider, run);
    const added = other.systems.find(({ id }) => id === 'ensemble-rerank')!;
    // Its lists are in the pool, so that its estimates are unbiased: their range was not known before.
    expect(added.measures['nDCG@10']).not.toBeNaN();
    expect(valuesOf(other, 'bm25', 'nDCG@10')).toEqual(valuesOf(result, 'bm25', 'nDCG@10'));
    expect(
      await half.bench.inspect.verdict(other, { measure: 'nDCG@10', margin: 0.02, baseline: 'bm25' }),
    ).toMatchObject({ kind: 'none', reason: 'pool', outside: ['ensemble-rerank'] });
  });

  it('is the same by the judgments of now, and another once more is judged', async () => {
    const again = await half.bench.inspect.rescored(result);
    expect(again.result!.systems.map(({ perQuery, sums }) => ({ perQuery, sums }))).toEqual(
      result.systems.map(({ perQuery, sums }) => ({ perQuery, sums })),
    );
    expect(again.result!.judging).toEqual(result.judging);
  });

  it('stays a run of estimates once the samples of all questions are judged', async () => {
    const all = await sampling('P@10', 3);
    await judgeQuestions(all, QUESTIONS);
    const { judging } = await all.bench.runs.run(all.collection.id, spec, run);
    expect(judging).toMatchObject({ complete: QUESTIONS, of: QUESTIONS, sample: { passages: 3 } });
  });
});

it('knows what was judged before the plan, and draws the rest by another seed', async () => {
  const planned = await sampling('nDCG@10', 3);
  await judgeQuestions(planned, 2);
  const drawnOf = async () => (await planned.bench.questions.judgingPlan(planned.collection.id))!.drawn!;
  const before = await drawnOf();
  expect(before.questions.every(({ known }) => known.length === 0)).toBe(true);
  const { order, board } = planned.judging.session!;
  const first = board.source.input.queries[order[0]!]!;
  const judged = (await planned.bench.questions.read(planned.collection.id)).judgments.filter(
    ({ query }) => query === first,
  );
  // Other chances: another plan.
  await planned.judging.set({ measure: 'P@10' });
  const after = await drawnOf();
  const own = after.questions.find(({ query }) => query === first)!;
  expect(own.known.flatMap((item) => own.items[item]!.members).sort()).toEqual(judged.map(({ doc }) => doc).sort());
  expect(own.seed).not.toBe(before.questions.find(({ query }) => query === first)!.seed);
  expect(planned.judging.session!.board.countOf(order[0]!).left).toBe(3);
  // More of each question is the same plan, and so is coming back to the first.
  await planned.judging.set({ sample: 6 });
  expect((await drawnOf()).questions).toEqual(after.questions);
  await planned.judging.set({ measure: 'nDCG@10', sample: 3 });
  expect(await drawnOf()).toEqual(before);
});
