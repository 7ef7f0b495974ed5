import { describe, expect, it } from 'vitest';
import { fuse } from '../../../../../src/domain/fusion/fuse';
import { poolOf } from '../../../../../src/domain/fusion/pool';
import { settingOf } from '../../../../../src/domain/fusion/method-settings';
import { trainedFusion } from '../../../../../src/domain/lab/trained';
import { foldsOf } from '../../../../../src/domain/ltr/folds';
import { catalogue } from '../../../../../src/domain/experiment/catalogue';
import type { ComposedSystem } from '../../../../../src/domain/experiment/composed';
import { DEFAULT_CROSS_FITTED } from '../../../../../src/domain/fusion/fusion-spec';
import type { Qrels } from '../../../../../src/base/types';
import { createWorkbench } from '../../../../../src/workbench/workbench';
import { experiment, keep, madeUp, openWorkshop } from '../../workshop';

const crossFitted = DEFAULT_CROSS_FITTED.bayesfuse;
const [bm25, cosine] = ['bm25-lucene', 'cosine'].map(
  (name) => catalogue().find(({ system }) => system.id === name)!.system,
);
const system: ComposedSystem = {
  ...bm25!,
  id: 'bayes',
  retrievers: [...bm25!.retrievers, ...cosine!.retrievers],
  crossFitted,
};

async function ran(questions: number, change: Partial<ComposedSystem> = {}) {
  const workshop = await openWorkshop();
  const bench = createWorkbench(workshop.ports);
  const dataset = madeUp(60, questions);
  const { id } = await keep(workshop, dataset);
  const spec = experiment({ systems: [], composed: [bm25!, cosine!, { ...system, ...change }] });
  const result = await bench.runs.run(id, spec, { signal: new AbortController().signal, progress: () => undefined });
  const runs = await Promise.all(
    ['bm25-lucene', 'cosine', 'bayes'].map((each) => bench.inspect.rankings(result, each)),
  );
  const qrels: Qrels = new Map(dataset.judgments.map(({ query, doc, grade }) => [query, new Map([[doc, grade]])]));
  return { queries: result.queries, runs: runs.map((run) => run!), qrels };
}

describe('a fusion that is trained', () => {
  it('fuses every question by what the questions of the other folds taught, and never by what all taught', async () => {
    const { queries, runs, qrels } = await ran(30);
    const [words, vectors, fused] = runs;
    const lists = queries.map((id) => [words!.get(id)!, vectors!.get(id)!]);
    const questions = lists.map((each, i) => ({ pool: poolOf(each), grades: qrels.get(queries[i]!)! }));
    const folds = foldsOf(queries, crossFitted.folds, crossFitted.seed);
    const setting = settingOf(crossFitted, 2);
    const optimistic = trainedFusion(setting, questions, 1);
    let differing = 0;
    queries.forEach((id, q) => {
      const others = questions.filter((_, i) => folds[i] !== folds[q]);
      expect(fused!.get(id)).toEqual(fuse(lists[q]!, trainedFusion(setting, others, 1)).slice(0, 100));
      if (JSON.stringify(fuse(lists[q]!, optimistic)) !== JSON.stringify(fused!.get(id))) differing++;
    });
    expect(differing).toBeGreaterThan(0);
  });

  it('says how many questions it needs', async () => {
    await expect(ran(3)).rejects.toMatchObject({ code: 'system-folds', data: { folds: 5, questions: 3 } });
  });
});
