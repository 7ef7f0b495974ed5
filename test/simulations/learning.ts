import { collectionPath } from '../data';
import { readQrels, readRun, goldenPath, sharedGoldenPath } from '../golden/read';
import { Elimination, regretOf } from '../../src/domain/learning/elimination';
import { interleave, type RankedSystem } from '../../src/domain/learning/interleaving/interleave';
import { tiedRanking } from '../../src/domain/learning/interleaving/tied-ranking';
import type { InterleavingName } from '../../src/domain/learning/interleaving/registry';
import { PreferenceSequence } from '../../src/domain/learning/preference';
import { rank } from '../../src/domain/run/order';
import { mixed, uniform } from '../../src/domain/statistics/random';
import { ALPHA } from '../../src/domain/statistics/paired';
import { FUSION_WEIGHTS, type WeightedCollection, weightedCollection } from './fusion-weights';
import { share, type Simulation, type SimulationOptions } from './types';
import { markedPlaces, nameOf, type SimulatedUser, SIMULATED_USERS } from './users';

const DEPTH = 10;
/** Of credit, in which two systems are as good. */
const MARGIN = 0.05;

/** A question with the rankings of two systems. */
interface ComparedQuestion {
  readonly systems: readonly [RankedSystem, RankedSystem];
  readonly helpful: ReadonlySet<string>;
}

/** Questions of Cranfield, as two runs answer them; none where its judgments are absent. */
function comparedQuestions(first: string, second: string): ComparedQuestion[] {
  const path = sharedGoldenPath('runs', 'cranfield.qrels');
  if (path === null) return [];
  const runs = [first, second].map((name) => ({ id: name, run: readRun(goldenPath('runs', `${name}.run`)) }));
  return [...readQrels(path)].map(([query, judged]) => {
    const [one, other] = runs.map(({ id, run }) => ({ id, ranking: tiedRanking(rank(run.get(query) ?? []), DEPTH) }));
    return {
      systems: [one!, other!],
      helpful: new Set<string>([...judged].filter(([, grade]) => grade > 0).map(([doc]) => doc)),
    };
  });
}

interface BlindSequences extends SimulationOptions {
  readonly questions: readonly ComparedQuestion[];
  readonly user: SimulatedUser;
  readonly method: InterleavingName;
  /** Whether chance says for each question which system has which ranking: neither is better then, for any user. */
  readonly exchanged: boolean;
}

/** Comparisons over all questions in random order that prefer a system at any look, and after how many lists. */
function blindSequences({ questions, user, method, exchanged, count, seed }: BlindSequences): {
  readonly preferred: number;
  readonly after: number | null;
} {
  const random = uniform(seed);
  const stops: number[] = [];
  for (let sequence = 0; sequence < count; sequence++) {
    const preference = new PreferenceSequence({ alpha: ALPHA, margin: MARGIN });
    for (const { systems, helpful } of shuffledBy(questions, random)) {
      const [first, second] = exchanged && random() < 0.5 ? systems.toReversed() : systems;
      const [a, b] = [
        { id: 'a', ranking: first!.ranking },
        { id: 'b', ranking: second!.ranking },
      ];
      const list = interleave({ method, systems: [a, b], depth: DEPTH, seed: Math.floor(random() * 2 ** 32) });
      const helps = list.shown.map((passage) => helpful.has(passage));
      preference.add({ list, marks: markedPlaces(user, helps, random).map((place) => list.shown[place]!) });
      if (preference.interval === null || preference.state === 'first' || preference.state === 'second') {
        stops.push(preference.lists);
        break;
      }
    }
  }
  stops.sort((a, b) => a - b);
  return { preferred: stops.length / count, after: stops[Math.floor(stops.length / 2)] ?? null };
}

function shuffledBy<T>(values: readonly T[], random: () => number): T[] {
  return values
    .map((value) => ({ at: random(), value }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value);
}

export const blindComparisons: Simulation = {
  title: 'Learning: blind comparison of two systems on Cranfield, read after every list',
  claim:
    'Where chance exchanges the systems of each question, and for marks by chance always, a preference is found at any look in at most 5 %. “Better found”: BM25 and LSI as they are.',
  rows() {
    const questions = comparedQuestions('bm25', 'lsi');
    if (questions.length === 0) return [];
    return SIMULATED_USERS.flatMap((user) =>
      (['probabilistic', 'team-draft'] as const).map((method) => ({
        name: `${nameOf(user)}, ${method}`,
        simulate: ({ count, seed }: SimulationOptions) => {
          const null_ = blindSequences({ questions, user, method, exchanged: true, count: 2 * count, seed });
          const own = blindSequences({
            questions,
            user,
            method,
            exchanged: false,
            count: user.name === 'random' ? 2 * count : Math.ceil(count / 4),
            seed: seed + 1,
          });
          return {
            figures: {
              exchanged: share(null_.preferred, 4),
              'as they are': share(own.preferred, 4),
              'after (median)': own.after === null ? '' : `${own.after} of ${questions.length}`,
            },
            holds: null_.preferred <= ALPHA && (user.name !== 'random' || own.preferred <= ALPHA),
          };
        },
      })),
    );
  },
};

/** Questions that a user asks, drawn with replacement. */
const ASKED = 1000;
/** Of nDCG@10: what counts as the best. */
const NEAR = 0.005;

interface Eliminated {
  readonly remaining: readonly string[];
  /** Of nDCG@10, over all questions. */
  readonly regret: number;
}

function eliminated({ questions, values }: WeightedCollection, user: SimulatedUser, seed: number): Eliminated {
  const random = uniform(mixed(seed));
  const elimination = new Elimination({ arms: FUSION_WEIGHTS, alpha: ALPHA });
  const played: (readonly string[])[] = [];
  for (let asked = 0; asked < ASKED; asked++) {
    const { rankings, helpful } = questions[Math.floor(random() * questions.length)]!;
    const arms = elimination.remaining;
    played.push(arms);
    if (arms.length === 1) continue;
    const systems = arms.map((id) => ({ id, ranking: rankings.get(id)! }));
    const list = interleave({ method: 'probabilistic', systems, depth: DEPTH, seed: Math.floor(random() * 2 ** 32) });
    const helps = list.shown.map((passage) => helpful.has(passage));
    elimination.add({ list, marks: markedPlaces(user, helps, random).map((place) => list.shown[place]!) });
  }
  return { remaining: elimination.remaining, regret: regretOf(played, values) };
}

export const learnedWeights: Simulation = {
  title: `Learning: eleven fusion weights of BM25 and the bundled embedding, ${ASKED} questions with replacement`,
  claim: `In at least 80 % of the seeds the best weight, or one within ${share(NEAR)} nDCG@10 of it, is left, with at most half the regret of uniform play.`,
  rows: () =>
    ['semiconductor-zh', 'cranfield'].flatMap((name) =>
      collectionPath(name) === null
        ? []
        : SIMULATED_USERS.filter((user) => user.name !== 'random' && !user.positionBias).map((user) => ({
            name: `${name}, ${user.name}`,
            simulate: async ({ count, seed }: SimulationOptions) => {
              const collection = await weightedCollection(name);
              const seeds = Math.ceil(count / 5);
              const best = Math.max(...collection.values.values());
              const uniformRegret = regretOf(Array<readonly string[]>(ASKED).fill(FUSION_WEIGHTS), collection.values);
              const found = Array.from({ length: seeds }, (_, i) => eliminated(collection, user, seed * 1000 + i));
              const near = (arm: string): boolean => best - collection.values.get(arm)! <= NEAR;
              const left = found.filter(({ remaining }) => remaining.some(near)).length / seeds;
              const mean = (of: (each: Eliminated) => number): number =>
                found.reduce((sum, each) => sum + of(each), 0) / seeds;
              const regret = mean((each) => each.regret) / uniformRegret;
              return {
                figures: {
                  'near best left': share(left),
                  'arms left': mean(({ remaining }) => remaining.length).toFixed(1),
                  'all near best': share(found.filter(({ remaining }) => remaining.every(near)).length / seeds),
                  'regret / uniform': share(regret),
                },
                holds: left >= 0.8 && regret <= 0.5,
              };
            },
          })),
    ),
};
