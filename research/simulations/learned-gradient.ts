import { drawnList, linearScores, pdgdGradient, sampledList, steppedWeights } from '../../src/domain/learning/pdgd';
import { firstWeights, LEARNING_RATE, movedShare } from '../../src/domain/learning/weight-learning';
import { mixed, uniform } from '../../src/domain/statistics/random';
import { collectionPath } from '../../test/data';
import { type WeightedCollection, weightedCollection } from './fusion-weights';
import { share, type SimulatedRow, type Simulation, type SimulationOptions } from './types';
import { markedPlaces, nameOf, type SimulatedUser, SIMULATED_USERS } from './users';

const DEPTH = 10;
/** Questions that a user asks, drawn with replacement. */
const ASKED = 2000;
const RATE = 1;
/** BM25 and embedding at first: by embedding alone, so far apart that the first ten of a list are mostly its own. */
const START = [0, 20] as const;

/** Mean nDCG@10 of the order by linear weights. */
function valueOf({ questions }: WeightedCollection, weights: Float64Array): number {
  let sum = 0;
  for (const question of questions) {
    const scores = linearScores(weights, question);
    const order = [...scores.keys()].sort((a, b) => scores[b]! - scores[a]! || a - b);
    sum += question.scoreOf(order.slice(0, DEPTH).map((doc) => question.passages[doc]!));
  }
  return sum / questions.length;
}

function learnedBy({ questions }: WeightedCollection, user: SimulatedUser, seed: number): Float64Array {
  const random = uniform(mixed(seed));
  const weights = Float64Array.from(START);
  for (let asked = 0; asked < ASKED; asked++) {
    const question = questions[Math.floor(random() * questions.length)]!;
    const list = sampledList(weights, question, { depth: DEPTH, random });
    const helps = list.map((doc) => question.helpful.has(question.passages[doc]!));
    const marked = new Set(markedPlaces(user, helps, random));
    const gradient = pdgdGradient(
      weights,
      question,
      list,
      list.map((_, place) => marked.has(place)),
    );
    gradient.forEach((value, i) => (weights[i]! += RATE * value));
  }
  return weights;
}

/** The users of {@link SIMULATED_USERS} without position bias, and those who mark by chance with it, on both collections. */
const rowsOf =
  (simulate: (collection: WeightedCollection, user: SimulatedUser, options: SimulationOptions) => SimulatedRow) => () =>
    ['semiconductor-zh', 'cranfield'].flatMap((name) =>
      collectionPath(name) === null
        ? []
        : SIMULATED_USERS.filter(({ name: kind, positionBias }) => positionBias === (kind === 'random')).map(
            (user) => ({
              name: `${name}, ${nameOf(user)}`,
              simulate: async (options: SimulationOptions) => simulate(await weightedCollection(name), user, options),
            }),
          ),
    );

export const learnedGradient: Simulation = {
  title: `Learning: linear weights of BM25 and the bundled embedding by gradient descent, ${ASKED} questions`,
  claim:
    'nDCG@10 from the embedding alone. Marks by users who prefer helpful passages make it better. Marks by chance push the weights nowhere: that of BM25 begins at 0 and stays within three standard errors of it in the mean over seeds.',
  rows: rowsOf((collection, user, { count, seed }) => {
    // Two at least, for their spread.
    const seeds = Math.max(2, Math.ceil(count / 50));
    const found = Array.from({ length: seeds }, (_, i) => learnedBy(collection, user, seed * 1000 + i));
    const values = found.map((weights) => valueOf(collection, weights));
    const first = valueOf(collection, Float64Array.from(START));
    const mean = values.reduce((sum, value) => sum + value, 0) / seeds;
    const bm25 = found.map(([words]) => words! - START[0]);
    const moved = bm25.reduce((sum, value) => sum + value, 0) / seeds;
    const error = Math.sqrt(bm25.reduce((sum, value) => sum + (value - moved) ** 2, 0) / (seeds - 1) / seeds);
    return {
      figures: {
        'at first': share(first),
        learned: share(mean),
        'lowest seed': share(Math.min(...values)),
        'best of eleven': share(Math.max(...collection.values.values())),
        'BM25 moved by': `${moved.toFixed(1)} ± ${error.toFixed(1)}`,
      },
      holds: user.name === 'random' ? !(Math.abs(moved) > 3 * error) : mean > first,
    };
  }),
};

/** After how many questions what was learned from even weights is read. */
const READ_AFTER = [30, 100, 300] as const;

/** As the page learns: weights at first, draws and steps are its own. Weights after each of {@link READ_AFTER}. */
function learnedFromEven({ questions }: WeightedCollection, user: SimulatedUser, seed: number): number[][] {
  const random = uniform(mixed(seed));
  let weights = firstWeights(2);
  const read: number[][] = [];
  for (let asked = 1; asked <= READ_AFTER.at(-1)!; asked++) {
    const { passages, features, helpful } = questions[Math.floor(random() * questions.length)]!;
    const list = drawnList(
      { passages, features: features.map((row) => [...row]) },
      { weights, depth: DEPTH, seed: Math.floor(random() * 2 ** 32) },
    );
    const helps = list.shown.map((passage) => helpful.has(passage));
    const marks = markedPlaces(user, helps, random).map((place) => list.shown[place]!);
    weights = steppedWeights(list, marks, LEARNING_RATE);
    if (READ_AFTER.some((each) => each === asked)) read.push(weights);
  }
  return read;
}

export const learnedInPage: Simulation = {
  title: 'Learning: weights of BM25 and the bundled embedding by gradient descent from even ones, as in the page',
  claim:
    'nDCG@10 of the order by the weights after so many questions, mean of the seeds, with the lowest one; beside it the share of the weight that moved from one list to the other. Nothing is claimed of a few questions.',
  rows: rowsOf((collection, user, { count, seed }) => {
    const seeds = Math.max(2, Math.ceil(count / 50));
    const found = Array.from({ length: seeds }, (_, i) => learnedFromEven(collection, user, seed * 1000 + i));
    const start = firstWeights(2);
    const after = READ_AFTER.map((questions, at) => {
      const values = found.map((read) => valueOf(collection, Float64Array.from(read[at]!)));
      const moved = found.map((read) => movedShare(start, read[at]!));
      const mean = (all: readonly number[]): number => all.reduce((sum, each) => sum + each, 0) / seeds;
      return [
        `after ${questions}`,
        `${share(mean(values))} (${share(Math.min(...values))}), ${share(mean(moved), 2)}`,
      ] as const;
    });
    return {
      figures: {
        even: share(valueOf(collection, Float64Array.from(start))),
        ...Object.fromEntries(after),
        'best of eleven': share(Math.max(...collection.values.values())),
      },
      holds: null,
    };
  }),
};
