import { describe, expect, it } from 'vitest';
import { trainBayesfuse } from '../../src/domain/fusion/methods/bayesfuse';
import { trainMapfuse } from '../../src/domain/fusion/methods/mapfuse';
import { trainPosfuse } from '../../src/domain/fusion/methods/posfuse';
import { trainProbfuse } from '../../src/domain/fusion/methods/probfuse';
import { trainSegfuse } from '../../src/domain/fusion/methods/segfuse';
import { SLIDEFUSE } from '../../src/domain/fusion/methods/slidefuse';
import { DEFAULT_CROSS_FITTED } from '../../src/domain/fusion/cross-fitted-spec';
import type { TrainingQuestion } from '../../src/domain/fusion/training';
import { queryId } from '../../src/base/types';
import { differing, logOdds, poolFor, ranx } from './fusions';
import { readQrels, sharedGoldenPath } from './read';

const cranfieldPath = sharedGoldenPath('runs', 'cranfield.qrels');

function trainingQuestions(): TrainingQuestion[] {
  const qrels = readQrels(cranfieldPath!);
  return ranx.train_queries.map((query) => ({ pool: poolFor(query), grades: qrels.get(queryId(query))! }));
}

const { trained } = ranx;
const segments = ranx.params.probfuse.n_segments;

describe.skipIf(cranfieldPath === null)('training on 206 questions', () => {
  it('gives the parameters of ranx: 381 values', () => {
    const questions = trainingQuestions();
    const pairs: [string, number[][], number[][]][] = [
      ['mapfuse', [trainMapfuse(questions)], [trained.mapfuse.map_scores]],
      ['posfuse', trainPosfuse(questions), trained.posfuse],
      ['slidefuse', SLIDEFUSE.train(questions, DEFAULT_CROSS_FITTED.slidefuse, 1).probabilities, trained.posfuse],
      ['probfuse', trainProbfuse(questions, segments), trained.probfuse],
      ['segfuse', trainSegfuse(questions), trained.segfuse],
      ['bayesfuse', trainBayesfuse(questions).map((odds) => odds.slice(0, 6)), logOdds],
    ];
    let compared = 0;
    for (const [name, ours, theirs] of pairs) {
      expect(differing(ours.flat(), theirs.flat()), name).toEqual([]);
      compared += theirs.flat().length;
    }
    expect(questions).toHaveLength(206);
    expect(compared).toBe(381);
  });

  it('rejects a higher grade as the lowest that is relevant', () => {
    expect(differing(trainPosfuse(trainingQuestions(), 2).flat(), trained.posfuse.flat())).not.toEqual([]);
  });
});
