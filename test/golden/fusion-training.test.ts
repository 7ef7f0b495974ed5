import { describe, expect, it } from 'vitest';
import { DEFAULT_CROSS_FITTED as options } from '../../src/domain/fusion/fusion-spec';
import { TRAINED_FUSIONS } from '../../src/domain/fusion/methods/trained';
import type { TrainingQuestion } from '../../src/domain/fusion/method';
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
    const { bayesfuse, mapfuse, posfuse, probfuse, segfuse, slidefuse } = TRAINED_FUSIONS;
    const bayes = bayesfuse.train(questions, options.bayesfuse, 1).logOdds;
    const pairs: [string, number[][], number[][]][] = [
      ['mapfuse', [mapfuse.train(questions, options.mapfuse, 1).precision], [trained.mapfuse.map_scores]],
      ['posfuse', posfuse.train(questions, options.posfuse, 1).probabilities, trained.posfuse],
      ['slidefuse', slidefuse.train(questions, options.slidefuse, 1).probabilities, trained.posfuse],
      ['probfuse', probfuse.train(questions, { ...options.probfuse, segments }, 1).probabilities, trained.probfuse],
      ['segfuse', segfuse.train(questions, options.segfuse, 1).probabilities, trained.segfuse],
      ['bayesfuse', bayes.map((odds) => odds.slice(0, 6)), logOdds],
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
    const { probabilities } = TRAINED_FUSIONS.posfuse.train(trainingQuestions(), options.posfuse, 2);
    expect(differing(probabilities.flat(), trained.posfuse.flat())).not.toEqual([]);
  });
});
