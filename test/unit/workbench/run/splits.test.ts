import { describe, expect, it } from 'vitest';
import { queryId, type Dataset, type QuestionSplit } from '../../../../src/base/types';
import type { ExperimentSpec } from '../../../../src/domain/experiment/experiment';
import { experiment, madeUp, openBench } from '../workshop';

const SPLITS: readonly (QuestionSplit | null)[] = ['train', 'development', 'test', null];
const context = { signal: new AbortController().signal, progress: () => undefined };

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

describe('a run of a split', () => {
  it('scores its questions alone, with the values that they have in a run of all', async () => {
    const { bench, collection } = await opened();
    const all = await bench.runs.run(collection.id, bm25, context);
    const test = await bench.runs.run(collection.id, { ...bm25, split: 'test' }, context);
    expect(all.queries).toHaveLength(40);
    expect(test.queries).toEqual(all.queries.filter((_, i) => i % 4 === 2));
    expect(test.key).not.toBe(all.key);
    // Of the same questions of the collection: nothing was edited since.
    expect(test.questionsKey).toBe(all.questionsKey);
    const values = (result: typeof all) => result.systems[0]!.perQuery['nDCG@10']!;
    expect([...values(test)]).toEqual([...values(all)].filter((_, i) => i % 4 === 2));
    expect(test.warnings.some(({ code }) => code === 'unjudged-questions')).toBe(false);
  });

  it('is another run once other questions are in the split', async () => {
    const { bench, collection } = await opened();
    const before = await bench.runs.run(collection.id, { ...bm25, split: 'test' }, context);
    const questions = await bench.questions.read(collection.id);
    const queries = questions.queries.map((query, i) => (i === 2 ? { ...query, split: 'train' as const } : query));
    await bench.questions.save(collection.id, { ...questions, queries });
    const now = await bench.runs.run(collection.id, { ...bm25, split: 'test' }, context);
    expect(now.queries).toEqual(before.queries.slice(1));
    expect((await bench.questions.read(collection.id)).queries[2]!.split).toBe('train');
  });

  it('refuses a split without judged questions', async () => {
    const { bench, collection } = await openBench(madeUp(20, 8));
    await expect(bench.runs.run(collection.id, { ...bm25, split: 'test' }, context)).rejects.toMatchObject({
      code: 'split-empty',
      data: { split: 'test' },
    });
  });
});

describe('training and tuning', () => {
  it('refuse test questions, alone or among all, and take the development questions', async () => {
    const { bench, collection } = await opened();
    for (const spec of [learned, { ...learned, split: 'test' as const }])
      await expect(bench.runs.run(collection.id, spec, context)).rejects.toMatchObject({
        code: 'trained-on-test',
        data: { systems: ['trained'] },
      });
    const { systems, queries } = await bench.runs.run(collection.id, { ...learned, split: 'development' }, context);
    expect(systems.map(({ id }) => id)).toContain('trained');
    const { queries: all } = await bench.questions.read(collection.id);
    const splitOf = new Map(all.map(({ id, split }) => [id, split]));
    expect(new Set(queries.map((id) => splitOf.get(queryId(id))))).toEqual(new Set(['development']));
  });

  it('in the lab refuses a result with test questions', async () => {
    const { bench, collection } = await opened();
    const all = await bench.runs.run(collection.id, bm25, context);
    await expect(bench.inspect.lab(all, ['bm25', 'embedding'])).rejects.toMatchObject({
      code: 'tuned-on-test',
      data: { questions: 10 },
    });
    const development = await bench.runs.run(collection.id, { ...bm25, split: 'development' }, context);
    const lab = await bench.inspect.lab(development, ['bm25', 'embedding']);
    await lab.close();
  });
});
