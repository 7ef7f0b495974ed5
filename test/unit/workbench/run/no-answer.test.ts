import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ResultRecord } from '../../../../src/contract/result';
import { buildExperiment, DEFAULT_SETTINGS } from '../../../../src/domain/experiment/settings';
import { resultsJson } from '../../../../src/domain/report/results-json';
import { packRankings } from '../../../../src/domain/run/packed';
import { type Dataset, docId, queryId, type QuestionSplit } from '../../../../src/base/types';
import { reportOf } from '../../../../src/ui/results/report-of';
import { noAnswerText } from '../../../../src/ui/shared/messages/verdict';
import { experiment, inProcess, madeUp, MODELS, openBench, type OpenBench, quiet } from '../workshop';
import type { ExperimentSpec } from '../../../../src/domain/experiment/experiment';
import { HitrateError } from '../../../../src/contract/errors';
import type { EncoderApi, RerankerApi } from '../../../../src/contract/model-workers';
import type { LexicalApi } from '../../../../src/contract/workers';

const spec = experiment({ systems: ['bm25', 'ensemble'] });
const made = madeUp(40, 20);
const unanswerable = Array.from({ length: 8 }, (_, i) => ({
  id: queryId(`none-${i}`),
  text: `zebra quartz ${i}${i}${i}`,
  unanswerable: true as const,
}));

describe('questions without an answer', () => {
  let open: OpenBench;
  let result: ResultRecord;
  let before: ResultRecord;
  beforeAll(async () => {
    const plain = await openBench(made);
    before = await plain.bench.runs.run(plain.collection.id, spec, quiet);
    open = await openBench({ ...made, queries: [...made.queries, ...unanswerable] });
    result = await open.bench.runs.run(open.collection.id, spec, quiet);
  });

  it('count in no measure, and are no questions that lack judgments', () => {
    expect(before.noAnswer).toBeUndefined();
    expect(result.queries).toEqual(before.queries);
    expect(result.systems.map(({ perQuery }) => perQuery)).toEqual(before.systems.map(({ perQuery }) => perQuery));
    expect(result.warnings.map(({ code }) => code)).not.toContain('unjudged-questions');
  });

  it('are asked of every system, whose first scores tell them from the others', () => {
    const { noAnswer } = result;
    expect(noAnswer).toMatchObject({ answerable: 20, unanswerable: 8, questions: unanswerable.map(({ id }) => id) });
    expect(noAnswer!.systems.map(({ system }) => system)).toEqual(['bm25', 'ensemble']);
    // No passage has a word of these questions: word search finds nothing, and refuses them all.
    const [words] = noAnswer!.systems;
    expect(words!.area.auc).toBe(1);
    expect(words!.heldOut).toMatchObject({ balanced: 1, falseAnswers: 0, falseRefusals: 0 });
    expect(noAnswerText(noAnswer!, words!)).toContain('for 100\u00a0% of 8 questions without an answer');
  });

  it('are in exports, and in another result than the same questions without the mark', async () => {
    const json = JSON.parse(resultsJson(reportOf(result))) as { noAnswer: { unanswerable: number } };
    expect(json.noAnswer.unanswerable).toBe(8);
    expect(result.questionsKey).not.toBe(before.questionsKey);
    const unmarked = { ...made, queries: [...made.queries, ...unanswerable.map(({ id, text }) => ({ id, text }))] };
    const other = await openBench(unmarked);
    const without = await other.bench.runs.run(other.collection.id, spec, quiet);
    expect(without.noAnswer).toBeUndefined();
    expect(without.questionsKey).not.toBe(result.questionsKey);
    expect(without.warnings.map(({ code }) => code)).toContain('unjudged-questions');
  });

  it('keep their mark with the collection, and lose it where a passage is judged relevant', async () => {
    const kept = await open.bench.questions.read(open.collection.id);
    expect(kept.queries.filter((query) => query.unanswerable).map(({ id }) => id)).toEqual(
      unanswerable.map(({ id }) => id),
    );
    const judged = [...kept.judgments, { query: unanswerable[0]!.id, doc: docId('d0'), grade: 1 }];
    await open.bench.questions.save(open.collection.id, { ...kept, judgments: judged }, kept);
    const again = await open.bench.runs.run(open.collection.id, spec, quiet);
    expect(again.queries).toContain(unanswerable[0]!.id);
    expect(again.noAnswer!.questions).toEqual(unanswerable.slice(1).map(({ id }) => id));
    const zero = [...kept.judgments, { query: unanswerable[0]!.id, doc: docId('d0'), grade: 0 }];
    const rescored = await open.bench.questions.read(open.collection.id);
    await open.bench.questions.save(open.collection.id, { ...rescored, judgments: zero }, rescored);
    const last = await open.bench.runs.run(open.collection.id, spec, quiet);
    expect(last.queries).not.toContain(unanswerable[0]!.id);
    expect(last.noAnswer!.unanswerable).toBe(8);
  });

  it('are read of an external run by its own scores, and are no strangers to it', async () => {
    const { workshop, bench, collection } = await openBench({ ...made, queries: [...made.queries, ...unanswerable] });
    const queries = [...made.queries, ...unanswerable].map(({ id }) => id);
    const docs = [docId('d0')];
    // Scores that are lower for the questions without an answer, of which the last two have no list.
    const lists = queries.map((_, i) => (i >= queries.length - 2 ? [] : [{ doc: 0, score: i < 20 ? 9 : 1 }]));
    const run = { queries, docs, rankings: packRankings(lists) };
    await bench.runs.addExternal(collection.id, [{ file: 'other.run', tag: 'other', format: 'trec-run', run }]);
    const runs = await bench.runs.external(collection.id);
    const both = buildExperiment({ ...DEFAULT_SETTINGS, systems: [] }, MODELS, { documents: true, runs });
    const { noAnswer, warnings } = await bench.runs.run(collection.id, both, quiet);
    expect(noAnswer!.systems).toMatchObject([{ system: 'other', area: { auc: 1 }, heldOut: { balanced: 1 } }]);
    expect(warnings.map(({ code }) => code)).not.toContain('unjudged-questions');
    expect(workshop.work).toEqual({ embedded: 0, scored: 0 });
  });
});

const SPLITS: readonly (QuestionSplit | null)[] = ['train', 'development', 'test', null];

const divided = ({ queries, ...rest }: Dataset): Dataset => ({
  ...rest,
  queries: queries.map((query, i) => {
    const split = SPLITS[i % 4];
    return split ? { ...query, split } : query;
  }),
});

const opened = () => openBench(divided(madeUp(40, 40)));
const bm25 = experiment({ systems: ['bm25', 'embedding'] });
const learned: ExperimentSpec = {
  ...bm25,
  systems: [
    ...bm25.systems,
    {
      ...experiment({ systems: ['ensemble'] }).systems[0]!,
      id: 'trained',
      fusion: null,
      crossFitted: { method: 'probfuse', segments: 10, folds: 2, seed: 1 },
    } as ExperimentSpec['systems'][number],
  ],
};

describe('a run of a split', async () => {
  const { bench, collection } = await opened();

  it('scores its questions alone, with the values that they have in a run of all, and those of now', async () => {
    const all = await bench.runs.run(collection.id, bm25, quiet);
    const test = await bench.runs.run(collection.id, { ...bm25, split: 'test' }, quiet);
    expect(all.queries).toHaveLength(40);
    expect(test.queries).toEqual(all.queries.filter((_, i) => i % 4 === 2));
    expect(test.key).not.toBe(all.key);
    // Of the same questions of the collection: nothing was edited since.
    expect(test.questionsKey).toBe(all.questionsKey);
    const values = (result: typeof all) => result.systems[0]!.perQuery['nDCG@10']!;
    expect([...values(test)]).toEqual([...values(all)].filter((_, i) => i % 4 === 2));
    expect(test.warnings.some(({ code }) => code === 'unjudged-questions')).toBe(false);
    // It is another run once other questions are in the split.
    const questions = await bench.questions.read(collection.id);
    const queries = questions.queries.map((query, i) => (i === 2 ? { ...query, split: 'train' as const } : query));
    await bench.questions.save(collection.id, { ...questions, queries });
    const now = await bench.runs.run(collection.id, { ...bm25, split: 'test' }, quiet);
    expect(now.queries).toEqual(test.queries.slice(1));
    expect((await bench.questions.read(collection.id)).queries[2]!.split).toBe('train');
  });

  it('refuses a split without judged questions', async () => {
    const whole = await openBench(madeUp(20, 8));
    await expect(whole.bench.runs.run(whole.collection.id, { ...bm25, split: 'test' }, quiet)).rejects.toMatchObject({
      code: 'split-empty',
      data: { split: 'test' },
    });
  });
});

describe('training and tuning', async () => {
  const { bench, collection } = await opened();

  it('refuse test questions, alone or among all, and take the development questions', async () => {
    for (const spec of [learned, { ...learned, split: 'test' as const }])
      await expect(bench.runs.run(collection.id, spec, quiet)).rejects.toMatchObject({
        code: 'trained-on-test',
        data: { systems: ['trained'] },
      });
    const { systems, queries } = await bench.runs.run(collection.id, { ...learned, split: 'development' }, quiet);
    expect(systems.map(({ id }) => id)).toContain('trained');
    const { queries: all } = await bench.questions.read(collection.id);
    const splitOf = new Map(all.map(({ id, split }) => [id, split]));
    expect(new Set(queries.map((id) => splitOf.get(queryId(id))))).toEqual(new Set(['development']));
  });

  it('in the lab refuses a result with test questions', async () => {
    const all = await bench.runs.run(collection.id, bm25, quiet);
    await expect(bench.inspect.lab(all, ['bm25', 'embedding'])).rejects.toMatchObject({
      code: 'tuned-on-test',
      data: { questions: 10 },
    });
    const development = await bench.runs.run(collection.id, { ...bm25, split: 'development' }, quiet);
    const lab = await bench.inspect.lab(development, ['bm25', 'embedding']);
    await lab.close();
  });
});

describe('models', () => {
  let own: OpenBench;
  let log: string[];

  /** What workers are asked, in order. */
  function observed(): void {
    const { ports } = own.workshop;
    const [encoder, reranker, lexical] = [ports.encoder.with(), ports.reranker.with(), ports.lexical.with()];
    const noted =
      <Args extends unknown[], T>(name: string, call: (...args: Args) => T) =>
      (...args: Args): T => {
        log.push(name);
        return call(...args);
      };
    Object.assign(ports, {
      encoder: inProcess(
        () => ({ ...encoder, load: noted('load encoder', (input) => encoder.load(input)) }) as EncoderApi,
      ),
      reranker: inProcess(
        () => ({ ...reranker, load: noted('load reranker', (input) => reranker.load(input)) }) as RerankerApi,
      ),
      lexical: inProcess(() => ({
        ...lexical,
        add: noted('index words', (input: Parameters<LexicalApi['add']>[0]) => lexical.add(input)),
      })),
    });
  }

  beforeEach(async () => {
    own = await openBench(madeUp(1200, 60));
    log = [];
    observed();
  });

  const run = (spec: ExperimentSpec) => own.bench.runs.run(own.collection.id, spec, quiet);

  it('are loaded while words are indexed', async () => {
    await run(experiment());
    expect(log.indexOf('load encoder')).toBeLessThan(log.lastIndexOf('index words'));
    expect(log).toContain('load reranker');
  });

  it('are not loaded where all that they give is kept', async () => {
    await run(experiment());
    log.length = 0;
    await run(experiment({ lexicalWeight: 0.6, systems: ['ensemble', 'ensemble-rrf-rerank'] }));
    expect(log).toEqual([]);
  });

  it('that cannot be loaded fail the system that needs them, and no other', async () => {
    const unavailable = () => Promise.reject(new HitrateError('device-unavailable', { code: 'no-gpu', data: null }));
    Object.assign(own.workshop.ports, { encoder: inProcess(() => ({ load: unavailable }) as unknown as EncoderApi) });
    await expect(run(experiment({ systems: ['bm25', 'embedding'] }))).rejects.toMatchObject({
      code: 'device-unavailable',
    });
    expect(log).toContain('index words');
  });
});
