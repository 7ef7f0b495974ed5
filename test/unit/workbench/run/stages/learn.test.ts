import { HeldVectors } from '../../../../../src/workbench/run/stages/vector-table';
import { beforeEach, describe, expect, it } from 'vitest';
import { createLearner } from '../../../../../src/adapters/ltr/learner';
import type { LearnerApi } from '../../../../../src/contract/workers';
import type { ResultRecord } from '../../../../../src/contract/result';
import { rank } from '../../../../../src/domain/run/order';
import { toQrels } from '../../../../../src/domain/run/judgments';
import { DEFAULT_FEATURES, defaultLearned, type LearnedSpec } from '../../../../../src/domain/ltr/learned-spec';
import { type Dataset, docId, type Judgment, type Qrels } from '../../../../../src/base/types';
import type { Corpus } from '../../../../../src/workbench/kernel/corpus';
import { keepLearned, learnedOf } from '../../../../../src/workbench/run/rankings';
import type { StageContext, Ranked } from '../../../../../src/workbench/run/stage-context';
import { learn } from '../../../../../src/workbench/run/stages/learn';
import { Tracker } from '../../../../../src/workbench/kernel/tracker';
import type { RunProgress } from '../../../../../src/workbench/kernel/run-types';
import { numbers } from '../../../adapters/ltr/candidates';
import { corpusFrom, keep, madeUp, openWorkshop, type Workshop } from '../../workshop';

const QUESTIONS = 20;
const DEPTH = 6;
const CUT = { depth: DEPTH, kept: DEPTH };

let workshop: Workshop;
let dataset: Dataset;
let collection: string;
/** What the worker was asked for. */
let corpus: Corpus;
let asked: { learned: number; texts: number; counted: number };

beforeEach(async () => {
  const opened = await openWorkshop();
  asked = { learned: 0, texts: 0, counted: 0 };
  const learner = createLearner();
  const counting: LearnerApi = {
    ...learner,
    countTerms: (input) => ((asked.counted += input.texts.length), learner.countTerms(input)),
    add: (input) => ((asked.texts += input.texts.length), learner.add(input)),
    learn: (input, progress) => (asked.learned++, learner.learn(input, progress)),
  };
  const port = { with: () => counting, release: () => undefined };
  workshop = { ...opened, ports: { ...opened.ports, learner: port } };
  dataset = madeUp(60, QUESTIONS);
  corpus = await corpusFrom(dataset.docs);
  ({ id: collection } = await keep(workshop, dataset));
});

function context(changes: Partial<StageContext> = {}, tell: (p: RunProgress) => void = () => undefined): StageContext {
  return {
    collection,
    corpus,
    queries: dataset.queries,
    ports: workshop.ports,
    signal: new AbortController().signal,
    tracker: new Tracker(['learn'], tell),
    rows: () => {
      throw new Error('not used here');
    },
    held: { passage: new HeldVectors(), question: new HeldVectors() },
    loaded: new Map(),
    remarks: [],
    unknownDocuments: new Map(),
    unevaluated: new Map(),
    late: null,
    excluded: null,
    ...changes,
  };
}

/** Two routes that find the relevant passage of a question, d0 for q0 and so on, somewhere among others. */
function retrieved(depth = 10): Ranked[] {
  const random = numbers(7);
  return [0, 1].map(() => ({
    rankings: dataset.queries.map((_, q) =>
      rank(
        Array.from({ length: depth }, (_, i) => ({
          id: docId(`d${(q + i * 3) % 60}`),
          score: random() + (i === 0 ? 0.6 : 0),
        })),
      ),
    ),
    milliseconds: new Float64Array(QUESTIONS).fill(10),
    indexMilliseconds: 1000,
  }));
}

const spec: Exclude<LearnedSpec, { kind: 'model' }> = { ...defaultLearned('rank-net'), folds: 4 };
const qrels = (judgments: readonly Judgment[] = dataset.judgments): { qrels: Qrels } => ({ qrels: toQrels(judgments) });
const run = (of: LearnedSpec = spec, within = context(), truth = qrels()) => learn(within, retrieved(), of, CUT, truth);

describe('a learned stage', () => {
  it('orders what the routes found within the depth, and no more than that', async () => {
    const { rankings, training } = await run();
    const lists = retrieved();
    rankings.forEach((ranking, q) => {
      const candidates = new Set(lists.flatMap((list) => list.rankings[q]!.slice(0, DEPTH).map(({ id }) => id)));
      expect(ranking).toHaveLength(DEPTH);
      for (const { id } of ranking) expect(candidates).toContain(id);
      expect(ranking).toEqual(rank(ranking));
    });
    expect(training!.candidates).toBeLessThan(2 * DEPTH * QUESTIONS);
    expect(training!.folds.map(({ scored }) => scored)).toEqual([5, 5, 5, 5]);
  });

  it('counts in a question’s time its lists, and in the time to build the indexes and one training', async () => {
    const { milliseconds, indexMilliseconds, training } = await run({
      ...spec,
      features: { ...spec.features, terms: [] },
    });
    for (const each of milliseconds) expect(each).toBeGreaterThan(20);
    expect(indexMilliseconds).toBe(2000 + training!.whole.milliseconds);
  });

  it('is kept: the same again computes nothing and gives the same, times too', async () => {
    const first = await run();
    const again = context();
    expect(await run(spec, again)).toEqual(first);
    expect(asked.learned).toBe(1);
    expect(again.tracker.counts()).toEqual([{ stage: 'learn', unit: 'questions', computed: 0, reused: QUESTIONS }]);
  });

  it('is learned anew where a candidate is judged otherwise, and not where another passage is', async () => {
    await run();
    const judged = (doc: string) => [
      ...dataset.judgments,
      { query: dataset.queries[0]!.id, doc: docId(doc), grade: 2 },
    ];
    const [candidate] = retrieved()[0]!
      .rankings[0]!.map(({ id }) => id)
      .filter((id) => id !== 'd0');
    await run(spec, context(), qrels(judged('d59')));
    expect(asked.learned).toBe(1);
    await run(spec, context(), qrels(judged(candidate!)));
    expect(asked.learned).toBe(2);
  });

  it.each<[string, LearnedSpec]>([
    ['folds', { ...spec, folds: 5 }],
    ['seed', { ...spec, seed: 2 }],
    ['learner', defaultLearned('list-net')],
    ['features', { ...spec, features: { ...DEFAULT_FEATURES, terms: [] } }],
    [
      'analyzer',
      { ...spec, features: { ...DEFAULT_FEATURES, analyzer: { ...DEFAULT_FEATURES.analyzer, stemmer: 'en' } } },
    ],
  ])('is learned anew with another %s', async (_, other) => {
    await run();
    await run(other);
    expect(asked.learned).toBe(2);
  });

  it('reads each candidate once for all rankers, and counts the terms of the collection once', async () => {
    await run();
    const candidates = new Set(
      retrieved().flatMap(({ rankings }) => rankings.flatMap((r) => r.slice(0, DEPTH).map(({ id }) => id))),
    );
    expect(asked).toEqual({ learned: 1, texts: candidates.size, counted: 60 });
    await run(defaultLearned('list-net'));
    expect(asked).toEqual({ learned: 2, texts: candidates.size, counted: 60 });
  });

  it('sends no text where no feature reads one', async () => {
    await run({ ...spec, features: { ...DEFAULT_FEATURES, terms: [] } });
    expect(asked).toEqual({ learned: 1, texts: 0, counted: 0 });
  });

  it('says which model is trained, and counts the questions that are scored', async () => {
    const reports: RunProgress[] = [];
    await run(
      spec,
      context({}, (progress) => reports.push(progress)),
    );
    const notes = reports.flatMap(({ note }) => note ?? []);
    expect(notes.some(({ code, data }) => code === 'training' && data.model === 1 && data.models === 5)).toBe(true);
    expect(reports.at(-1)).toMatchObject({ note: null, stages: [{ stage: 'learn', state: 'done', done: QUESTIONS }] });
  });

  it('keeps nothing of a run that was cancelled in its training', async () => {
    const abort = new AbortController();
    const cancelled = context({ signal: abort.signal }, ({ note }) => {
      if (note?.code === 'training' && note.data.model === 2) abort.abort();
    });
    await expect(run(spec, cancelled)).rejects.toThrow(/abort/i);
    await run();
    expect(asked.learned).toBe(2);
  });
});

describe('a trained model as a system', () => {
  const trainedOf = async () => (await run()).training!.trained;

  it('needs no judgments, and is not learned anew where they change', async () => {
    const trained = await trainedOf();
    const applied = await run(trained);
    expect(applied.training).toBeNull();
    expect(await run(trained, context(), qrels([]))).toEqual(applied);
    expect(asked.learned).toBe(2);
  });

  it('says of how many questions its scores are optimistic', async () => {
    const trained = await trainedOf();
    const remarksOf = async (within: StageContext, of: LearnedSpec = trained) => {
      await learn(within, retrieved(), of, CUT, qrels());
      return [...within.remarks];
    };
    expect(await remarksOf(context())).toEqual([
      { code: 'trained-on-asked', data: { kind: 'rank-net', seen: 20, questions: 20 } },
    ]);
    const others = dataset.queries.map((query, i) => (i < 3 ? query : { ...query, text: `another ${i}` }));
    expect((await remarksOf(context({ queries: others })))[0]).toMatchObject({ data: { seen: 3, questions: 20 } });
    expect(await remarksOf(context(), { ...trained, trainedOn: [] })).toEqual([]);
    expect(await remarksOf(context(), spec)).toEqual([]);
  });
});

describe('a learned stage that cannot be', () => {
  it('says how many questions are needed', async () => {
    const few = context({ queries: dataset.queries.slice(0, 3) });
    const lists = retrieved().map((each) => ({ ...each, rankings: each.rankings.slice(0, 3) }));
    await expect(learn(few, lists, spec, CUT, qrels())).rejects.toMatchObject({
      code: 'system-folds',
      data: { method: null, folds: 4, questions: 3 },
    });
    expect(asked.learned).toBe(0);
  });

  it('features of lists alone need no documents', async () => {
    const empty = context({ corpus: await corpusFrom([]) });
    await expect(run({ ...spec, features: { ...DEFAULT_FEATURES, terms: [] } }, empty)).resolves.toBeDefined();
  });

  it('says that an analyzer leaves no term', async () => {
    const wordless = context({ corpus: await corpusFrom(dataset.docs.map((doc) => ({ ...doc, text: '!' }))) });
    await expect(run(spec, wordless)).rejects.toMatchObject({ code: 'system-no-terms' });
  });
});

it('what a system learned is kept beside the result, by its system, and is null where there is none', async () => {
  const { training } = await run();
  await keepLearned(context(), 'key', 'ltr', training!);
  const result = { collection, key: 'key' } as ResultRecord;
  expect(await learnedOf(workshop.ports, result, 'ltr')).toEqual(training);
  expect(await learnedOf(workshop.ports, result, 'other')).toBeNull();
  expect(await learnedOf(workshop.ports, { ...result, key: 'another' }, 'ltr')).toBeNull();
});
