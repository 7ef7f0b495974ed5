import { beforeEach, describe, expect, it } from 'vitest';
import { type ResultRecord, STAGE_IDS, type StageId } from '../../../../src/contract/result';
import type { ExperimentSpec } from '../../../../src/domain/experiment/experiment';
import type { SystemId } from '../../../../src/domain/experiment/system-ids';
import { createWorkbench } from '../../../../src/workbench/workbench';
import { docId, queryId } from '../../../../src/base/types';
import type { RunContext } from '../../../../src/workbench/kernel/run-types';
import { pausesOf } from '../pauses';
import { experiment, keep, madeUp, MODELS, openBench, openWorkshop, type OpenBench, quiet } from '../workshop';

let own: OpenBench;

beforeEach(async () => {
  own = await openBench(madeUp(150, 120));
});

const run = (spec: ExperimentSpec, id = own.collection.id, context: RunContext = quiet, { runs } = own.bench) =>
  runs.run(id, spec, context);

const count = (result: ResultRecord, stage: StageId) => result.counts.find((each) => each.stage === stage)!;

/** What a run found, without what a second run may differ in. */
const found = (result: ResultRecord) =>
  result.systems.map(({ id, measures, perQuery, firstRelevant }) => ({ id, measures, perQuery, firstRelevant }));

describe('a run of all ready-made systems', async () => {
  const { workshop, bench, collection } = await openBench(madeUp(150, 120));
  const rerun = (spec: ExperimentSpec) => run(spec, collection.id, undefined, bench);
  const previews: ResultRecord[] = [];
  const first = await bench.runs.run(collection.id, experiment(), {
    ...quiet,
    preview: (ready) => {
      expect(workshop.work.scored).toBe(0);
      previews.push(ready);
    },
  });

  it('evaluates each at every k, shows what is ready before reranking begins, and keeps only the whole', async () => {
    expect(first.systems.map(({ id }) => id)).toEqual([
      'bm25',
      'embedding',
      'ensemble',
      'ensemble-rrf',
      'ensemble-rerank',
      'ensemble-rrf-rerank',
    ]);
    for (const { measures } of first.systems) {
      expect(Object.keys(measures)).toHaveLength(6 * 6 + 1);
      for (const value of Object.values(measures)) expect(value).toBeGreaterThanOrEqual(0);
    }
    expect(first.systems[0]!.measures['HitRate@10']).toBeGreaterThan(0.5);
    expect(previews).toHaveLength(1);
    expect(found(previews[0]!)).toEqual(found(first).slice(0, 4));
    expect(await bench.runs.results(collection.id)).toHaveLength(1);
  });

  it('computes nothing when the same experiment is run again', async () => {
    const work = { ...workshop.work };
    const second = await rerun(experiment());
    expect(workshop.work).toEqual(work);
    for (const each of second.counts) expect(each.computed, each.stage).toBe(0);
    expect(count(second, 'passage-vectors').reused).toBe(150);
    expect(found(second)).toEqual(found(first));
  });

  it('searches again but embeds and indexes nothing when only the depth changes', async () => {
    const { embedded } = workshop.work;
    const result = await rerun(experiment({ depth: 50 }));
    expect(workshop.work.embedded).toBe(embedded);
    expect(count(result, 'lexical-index')).toMatchObject({ computed: 0, reused: 150 });
    expect(count(result, 'lexical-search')).toMatchObject({ computed: 120, reused: 0 });
    expect(count(result, 'passage-vectors')).toMatchObject({ computed: 0, reused: 150 });
  });

  it('re-runs only the block of an added question, wherever it is put', async () => {
    const { queries, judgments } = await bench.questions.read(collection.id);
    const added = { id: queryId('new'), text: 'lantern and onyx' };
    await bench.questions.save(collection.id, {
      queries: [added, ...queries],
      judgments: [...judgments, { query: added.id, doc: docId('d1'), grade: 1 }],
    });
    const result = await rerun(experiment({ systems: ['bm25', 'embedding'] }));
    await bench.questions.save(collection.id, { queries, judgments });
    for (const stage of ['lexical-search', 'dense-search'] as const) {
      expect(count(result, stage).computed, stage).toBeLessThan(100);
      expect(count(result, stage).reused, stage).toBeGreaterThan(20);
    }
    expect(count(result, 'question-vectors').computed).toBe(1);
  });

  it('puts the rankings of every block back to their questions', async () => {
    const alone = await openWorkshop();
    const dataset = madeUp(150, 120);
    for (const i of [0, 77, 119]) {
      const query = dataset.queries[i]!;
      const judged = dataset.judgments.filter((each) => each.query === query.id);
      const { id } = await keep(alone, { ...dataset, queries: [query], judgments: judged });
      const { systems } = await createWorkbench(alone.ports).runs.run(id, experiment({ systems: ['bm25'] }), quiet);
      expect(systems[0]!.firstRelevant[0]).toBe(first.systems[0]!.firstRelevant[i]);
    }
  });

  it('cuts lists at each k where that is asked for, and reranks their whole union', async () => {
    const [bm25, embedding, logits] = await Promise.all(
      (['bm25', 'embedding', 'ensemble-rrf-rerank'] as const).map(async (id) => {
        // Every passage in the order of its logit.
        const whole = await rerun(experiment({ systems: [id], depth: 150, candidates: 300 }));
        return (await bench.inspect.rankings(whole, id))!;
      }),
    );
    const cut = await rerun(experiment({ systems: ['ensemble-rrf', 'ensemble-rrf-rerank'], lists: 'k' }));
    const [fused, reranked] = cut.systems;
    const differ = (k: number) => fused!.measures[`HitRate@${k}`] !== reranked!.measures[`HitRate@${k}`];
    expect(cut.spec.ks.some(differ)).toBe(true);
    const { judgments } = await bench.questions.read(collection.id);
    for (const k of cut.spec.ks)
      for (const [i, query] of cut.queries.entries()) {
        const union = new Set(
          [bm25!, embedding!].flatMap((run) =>
            run
              .get(query)!
              .slice(0, k)
              .map(({ id }) => id),
          ),
        );
        const first = logits!
          .get(query)!
          .filter(({ id }) => union.has(id))
          .slice(0, k);
        const isHit = first.some(({ id }) => judgments.some((each) => each.query === query && each.doc === id));
        expect(reranked!.perQuery[`HitRate@${k}`]![i]).toBe(Number(isHit));
      }
    // No list is longer than k: two of ten are cut at ten again.
    const lengths = cut.systems.flatMap(({ top }) => [...top.offsets.slice(1)].map((end, i) => end - top.offsets[i]!));
    expect(Math.max(...lengths)).toBe(10);
    const times = Object.values(reranked!.millisecondsAtK!);
    expect([times.length, times.every((time) => time > 0)]).toEqual([cut.spec.ks.length, true]);
    expect(first.systems[0]!.millisecondsAtK).toBeUndefined();
  });

  it('leaves out questions without judgments and says so', async () => {
    const { queries, judgments } = await bench.questions.read(collection.id);
    await bench.questions.save(collection.id, { queries, judgments: judgments.slice(0, 100) });
    const result = await rerun(experiment({ systems: ['bm25'] }));
    expect(result.queries).toHaveLength(100);
    expect(result.warnings).toContainEqual({ code: 'unjudged-questions', data: { system: null, questions: 20 } });
  });
});

describe('a run', () => {
  it('lets the page in between for each question at each stage, and for each passage', async () => {
    const questions = 7 * 120; // In keys, blocks, lists, scores and what is kept of them.
    const spec = experiment({ systems: ['bm25'] });
    expect(await pausesOf(() => run(spec))).toBeGreaterThan(questions + 150);
  });

  it('writes nothing for a collection that is deleted meanwhile', async () => {
    let removed: Promise<void> | null = null;
    const progress: RunContext['progress'] = ({ stages }) => {
      if (stages.some(({ stage, state }) => stage === 'rerank' && state === 'running'))
        removed ??= own.bench.collections.remove(own.collection.id);
    };
    const running = run(experiment(), own.collection.id, { ...quiet, progress });
    await expect(running).rejects.toMatchObject({ code: 'collection-missing' });
    await removed;
    expect(await own.bench.runs.results(own.collection.id)).toEqual([]);
  });

  it('computes anew after an upgrade of the package that computes it', async () => {
    const spec = experiment({ systems: ['bm25', 'embedding'] });
    await run(spec);
    (own.workshop.ports.versions as Record<string, string>)['minisearch'] = '8.0.0';
    const result = await run(spec);
    expect(count(result, 'lexical-index').computed).toBe(150);
    expect(count(result, 'passage-vectors').computed).toBe(0);
  });

  it('builds the word index again where the stored one cannot be read', async () => {
    await run(experiment({ systems: ['bm25'] }));
    const { storage } = own.workshop.ports;
    const get = storage.artifacts.get.bind(storage);
    storage.artifacts.get = async (id, key) => {
      const artifact = await get(id, key);
      return artifact !== null && typeof artifact === 'object' && 'index' in artifact
        ? { ...artifact, index: new Blob(['{"half']) }
        : artifact;
    };
    const result = await run(experiment({ systems: ['bm25'], depth: 30 }));
    expect(count(result, 'lexical-index').computed).toBe(150);
  });

  it('takes vectors from another collection that holds the same text, and keeps them when that one is deleted', async () => {
    await run(experiment({ systems: ['embedding'] }));
    const twin = await keep(own.workshop, madeUp(150, 120), 'twin');
    const { embedded } = own.workshop.work;
    await run(experiment({ systems: ['embedding'] }), twin.id);
    expect(own.workshop.work.embedded).toBe(embedded);
    await own.bench.collections.remove(own.collection.id);
    const result = await run(experiment({ systems: ['embedding'], depth: 20 }), twin.id);
    expect(own.workshop.work.embedded).toBe(embedded);
    expect(count(result, 'passage-vectors').reused).toBe(150);
  });

  it('refuses a collection without judgments', async () => {
    const { id } = await keep(own.workshop, { ...madeUp(5, 5), judgments: [] });
    await expect(run(experiment(), id)).rejects.toMatchObject({ code: 'no-judged-questions' });
  });
});

describe('a cancelled run', () => {
  // No system of this experiment learns.
  const stages = STAGE_IDS.filter((stage) => stage !== 'learn');

  /** Small, as each stage is cancelled once. */
  const dataset = madeUp(90, 60);
  const uncut = openBench(dataset).then(({ bench, collection: { id } }) => run(experiment(), id, undefined, bench));

  it.each(stages)('in %s leaves a cache from which the next run continues to the same result', async (stage) => {
    own = await openBench(dataset);
    const abort = new AbortController();
    const cancelled = own.bench.runs.run(own.collection.id, experiment(), {
      signal: abort.signal,
      timed: true,
      progress: ({ stages: all }) => {
        if (all.some((each) => each.stage === stage && each.state === 'running')) abort.abort();
      },
    });
    await expect(cancelled).rejects.toMatchObject({ name: 'AbortError' });
    expect(await own.bench.runs.results(own.collection.id)).toEqual([]);
    expect(found(await run(experiment()))).toEqual(found(await uncut));
  });
});

describe('an estimate', () => {
  it('counts the work to do, and none once it is done', async () => {
    const before = await own.bench.runs.estimate(own.collection.id, experiment());
    expect(before.pending.find(({ stage }) => stage === 'passage-vectors')?.count).toBe(150);
    expect(before.seconds).toBeGreaterThan(0);
    expect(before.bytes).toBeGreaterThan(0);
    // On a machine that was not measured it may take half as long, or twice.
    expect(before).toMatchObject({ basis: 'typical', range: [before.seconds / 2, before.seconds * 2] });
    const ofStages = before.pending.reduce((sum, { seconds }) => sum + seconds, 0);
    expect(ofStages).toBeGreaterThan(0);
    expect(ofStages).toBeLessThanOrEqual(before.seconds);
    await run(experiment());
    const after = await own.bench.runs.estimate(own.collection.id, experiment());
    expect(after).toMatchObject({ pending: [], seconds: 0 });
    expect((await own.bench.runs.estimate(own.collection.id, experiment({ ks: [1, 2] }))).pending).toEqual([]);
  });

  it('does not time more than is reranked: lists that are cut at k have few candidates', async () => {
    const secondsOf = async (candidates: number) => {
      const spec = experiment({ systems: ['ensemble-rerank'], lists: 'k', ks: [1], candidates });
      return (await own.bench.runs.estimate(own.collection.id, spec)).seconds;
    };
    expect(await secondsOf(300)).toBe(await secondsOf(2));
  });

  it('says what is to be downloaded: bundled models that are used and not kept yet, each once', async () => {
    const download = async (...systems: SystemId[]) =>
      (await own.bench.runs.estimate(own.collection.id, experiment({ systems }))).download;
    const [encoder, reranker] = MODELS.map(({ bytes }) => bytes) as [number, number];
    expect(await download('bm25')).toBe(0);
    expect(await download('embedding', 'ensemble')).toBe(encoder);
    expect(await download('ensemble', 'ensemble-rerank')).toBe(encoder + reranker);
    const isKept = (path: string): Promise<boolean> => Promise.resolve(path.includes(MODELS[0]!.id));
    const bench = createWorkbench({ ...own.workshop.ports, isKept });
    const spec = experiment({ systems: ['ensemble-rerank'] });
    expect((await bench.runs.estimate(own.collection.id, spec)).download).toBe(reranker);
  });

  it('does not say that nothing is left to rerank after a cancel', async () => {
    const abort = new AbortController();
    const total = 120 * 20;
    own.workshop.interrupt = () => {
      if (own.workshop.work.scored > total * 0.8) abort.abort();
    };
    const spec = experiment({ systems: ['ensemble-rerank'] });
    const cancelled = own.bench.runs.run(own.collection.id, spec, { ...quiet, signal: abort.signal });
    await expect(cancelled).rejects.toMatchObject({ name: 'AbortError' });
    own.workshop.interrupt = null;
    const { pending } = await own.bench.runs.estimate(own.collection.id, spec);
    const left = total - own.workshop.work.scored;
    expect(pending.find(({ stage }) => stage === 'rerank')!.count).toBeGreaterThanOrEqual(left);
  });
});
