import { describe, expect, it } from 'vitest';
import { errorText } from '../../../../src/ui/shared/messages/message-of';
import { said } from '../../said';
import { createLearner } from '../../../../src/adapters/ltr/learner';
import { HitrateError } from '../../../../src/contract/errors';
import type { Candidates, LearnedLists, LearningStep } from '../../../../src/contract/workers';
import { buildFeatures } from '../../../../src/domain/ltr/build-features';
import { crossValidate, runOfScores } from '../../../../src/domain/ltr/cross-validate';
import { foldsOf } from '../../../../src/domain/ltr/folds';
import { applyModel } from '../../../../src/domain/ltr/model';
import {
  DEFAULT_OPTIONS,
  defaultLearned,
  type FeaturesSpec,
  type LearnedSpec,
  type LearnerKind,
  parseTrained,
} from '../../../../src/domain/ltr/learned-spec';
import { finish } from '../../../../src/domain/ltr/training';
import { unpackRankings } from '../../../../src/domain/run/packed';
import { DEFAULT_ANALYZER } from '../../../../src/domain/text/analyzer-spec';
import { cjkBigram } from '../../../../src/domain/text/cjk';
import type { Run } from '../../../../src/base/types';
import { ALL, candidatesOf, LISTS_ALONE, type MadeUp, madeUp } from './candidates';

const made = madeUp();
const MEAN_LENGTH = 7;

const spec = (kind: LearnerKind, features: FeaturesSpec = ALL, folds = 4): Exclude<LearnedSpec, { kind: 'model' }> => ({
  ...defaultLearned(kind),
  learner: kind === 'lambda-mart' ? { ...DEFAULT_OPTIONS[kind], rounds: 8, minRows: 4 } : DEFAULT_OPTIONS[kind],
  features,
  folds,
});

async function learn(
  learned: LearnedSpec,
  candidates: Candidates = candidatesOf(made),
  { docs, texts }: MadeUp = made,
  progress: (step: LearningStep) => void = () => undefined,
): Promise<LearnedLists> {
  const learner = createLearner();
  const reads = learned.features.terms.length > 0;
  if (reads) {
    await learner.open({ analyzer: learned.features.analyzer, corpus: 'c', docs });
    await learner.add({ docs, texts });
  }
  return learner.learn({ candidates, spec: learned, meanLength: reads ? MEAN_LENGTH : null }, progress);
}

const listsOf = (lists: LearnedLists, { docs }: MadeUp = made) => unpackRankings(lists, docs);

/** All questions in one matrix, as the learners' own tests build it. */
function wholeMatrix(features: FeaturesSpec) {
  const { queries, docs, texts, relevant, lists } = made;
  const textOf = new Map(docs.map((doc, i) => [doc, texts[i]!]));
  const questionOf = new Map(queries.map(({ id, text }) => [id, text]));
  return buildFeatures({
    questions: queries.map(({ id }) => id),
    routes: lists.map((list, i) => ({
      name: `route${i + 1}`,
      depth: 10,
      run: new Map(
        queries.map(({ id }, q) => [id, list[q]!.map(({ doc, score }) => ({ id: docs[doc]!, score }))]),
      ) as Run,
    })),
    routeFeatures: features.routes,
    termFeatures: features.terms,
    terms: {
      ofQuestion: (question) => cjkBigram(questionOf.get(question)!),
      ofDoc: (doc) => cjkBigram(textOf.get(doc)!),
      meanLength: MEAN_LENGTH,
    },
    qrels: new Map(queries.map(({ id }, q) => [id, new Map([[docs[relevant[q]!]!, 1]])])),
  });
}

describe('a learned ranker in its worker', () => {
  it.each<LearnerKind>(['lambda-mart', 'rank-net', 'list-net'])(
    '%s: lists are those of a cross-validation over one matrix of all candidates',
    async (kind) => {
      const matrix = wholeMatrix(ALL);
      const { learner, folds, seed } = spec(kind);
      const { scores } = finish(crossValidate(matrix, foldsOf(matrix.questions, folds, seed), learner));
      const expected = runOfScores(matrix, scores);
      expect(listsOf(await learn(spec(kind)))).toEqual(made.queries.map(({ id }) => expected.get(id)));
    },
  );

  it('a question’s own judgments have no say in its list, and those of others have', async () => {
    const other = (q: number, doc: number): number | null =>
      q === 5 ? (doc === made.relevant[5] ? 0 : 1) : doc === made.relevant[q] ? 1 : null;
    const before = listsOf(await learn(spec('rank-net')));
    const after = listsOf(await learn(spec('rank-net'), candidatesOf(made, other)));
    expect(after[5]).toEqual(before[5]);
    expect(after.filter((list, q) => JSON.stringify(list) !== JSON.stringify(before[q])).length).toBeGreaterThan(12);
  });

  it('the model on all questions gives other lists: it is not what the questions are scored by', async () => {
    const validated = await learn(spec('rank-net'));
    const { trained } = validated.report!;
    const applied = await learn(trained);
    expect(applied.report).toBeNull();
    expect(listsOf(applied)).not.toEqual(listsOf(validated));
    const matrix = wholeMatrix(ALL);
    const expected = runOfScores(matrix, applyModel(trained.model, matrix));
    expect(listsOf(applied)).toEqual(made.queries.map(({ id }) => expected.get(id)));
  });

  it('reports each fold by its own model, and what can be applied elsewhere', async () => {
    const { report } = await learn(spec('lambda-mart'));
    const { folds, whole, trained, telling, relevant, candidates } = report!;
    expect(folds.map(({ scored, questions }) => [scored, questions])).toEqual(folds.map(() => [6, 18]));
    expect(whole).toMatchObject({ questions: 24, rounds: 8, most: 8, heldOut: 0, converged: null });
    const all = wholeMatrix(ALL);
    expect([candidates, relevant]).toEqual([all.docs.length, all.labels.filter((label) => label > 0).length]);
    expect(telling).toBe(relevant);
    expect(new Set(folds.map((fold) => JSON.stringify(fold.importances))).size).toBe(4);
    expect(folds[0]!.importances).toMatchObject({ kind: 'trees' });
    expect(parseTrained(JSON.parse(JSON.stringify(trained)))).toEqual({ ok: true, spec: trained });
    expect(new Set(trained.trainedOn).size).toBe(24);
  });

  it('says of a linear learner whether it came to the minimum', async () => {
    const short = { ...spec('rank-net'), learner: { ...DEFAULT_OPTIONS['rank-net'], iterations: 2 } };
    expect((await learn(short)).report!.folds[0]).toMatchObject({ rounds: 2, most: 2, converged: false });
    expect((await learn(spec('rank-net'))).report!.folds[0]).toMatchObject({ most: 500, converged: true });
  });

  it('counts the questions that were held out to tell when to stop', async () => {
    const earlyStopping = { share: 0.25, patience: 2, cutoff: 5 };
    const learner = { ...DEFAULT_OPTIONS['lambda-mart'], rounds: 30, minRows: 4, earlyStopping };
    const { report } = await learn({ ...spec('lambda-mart'), learner });
    expect(report!.whole).toMatchObject({ heldOut: 6, most: 30 });
    expect(report!.whole.rounds).toBeLessThan(30);
  });

  it('tells every model that it trains, and the questions that are scored by then', async () => {
    const steps: LearningStep[] = [];
    await learn(spec('lambda-mart'), candidatesOf(made), made, (step) => steps.push(step));
    const firsts = steps.filter(({ model }, i) => steps[i - 1]?.model !== model);
    expect(firsts.map(({ model, models, scored }) => [model, models, scored])).toEqual([
      [1, 5, 0],
      [2, 5, 0],
      [3, 5, 6],
      [4, 5, 12],
      [5, 5, 18],
    ]);
  });

  it('gives a question without candidates an empty list', async () => {
    const lists = made.lists.map((list) => list.map((hits, q) => (q === 3 ? [] : hits)));
    const without = { ...made, lists };
    const found = listsOf(await learn(spec('rank-net'), candidatesOf(without), without));
    expect(found[3]).toEqual([]);
    expect(found[4]!.length).toBeGreaterThan(0);
  });
});

describe('what a ranker cannot learn from', () => {
  const fails = async (learned: LearnedSpec, candidates: Candidates): Promise<string> => {
    const failure: unknown = await learn(learned, candidates).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(HitrateError);
    return errorText(failure);
  };

  it('is told where no question has candidates of different grades', async () => {
    const message = await fails(
      spec('rank-net', LISTS_ALONE),
      candidatesOf(made, () => null),
    );
    expect(message).toContain('no question has candidates of different grades');
    expect(message).toContain('Judge more passages');
  });

  it('is told where only the questions of one fold have, before anything is trained', async () => {
    const one = candidatesOf(made, (q, doc) => (q === 2 && doc === made.relevant[2] ? 1 : null));
    const steps: LearningStep[] = [];
    const failure = learn(spec('rank-net', LISTS_ALONE), one, made, (step) => steps.push(step));
    await expect(said(failure)).rejects.toThrow('in one fold');
    expect(steps).toEqual([]);
  });

  it('is told where a model has other columns', async () => {
    const { report } = await learn(spec('rank-net', LISTS_ALONE));
    const message = await fails(
      { ...report!.trained, features: { ...LISTS_ALONE, routes: ['score'] } },
      candidatesOf(made),
    );
    expect(message).toContain('“rank(route1)”');
  });
});

describe('the terms of passages', () => {
  const words = { ...DEFAULT_ANALYZER, tokens: 'words' } as const;

  it('are read once for all rankers of a collection', async () => {
    const learner = createLearner();
    const [first, second] = [made.docs.slice(0, 5), made.docs.slice(3, 8)];
    const open = (corpus: string, docs = second, analyzer: typeof DEFAULT_ANALYZER = DEFAULT_ANALYZER) =>
      learner.open({ analyzer, corpus, docs });
    expect((await open('c', first)).missing).toEqual(first);
    await learner.add({ docs: first, texts: made.texts.slice(0, 5) });
    expect((await open('c')).missing).toEqual(made.docs.slice(5, 8));
    expect((await open('another')).missing).toEqual(second);
    await learner.add({ docs: second, texts: made.texts.slice(3, 8) });
    expect((await open('another', second, words)).missing).toEqual(second);
  });

  it('are counted with repeats', async () => {
    expect(await createLearner().countTerms({ analyzer: DEFAULT_ANALYZER, texts: ['a a b', '', 'c'] })).toBe(4);
  });
});
