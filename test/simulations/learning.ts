import { collectionPath } from '../data';
import { readQrels, readRun, goldenPath, sharedGoldenPath } from '../golden/read';
import { chosenArms } from '../../src/domain/learning/chosen-arms';
import type { MarkedList } from '../../src/domain/learning/counterfactual';
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
      preference.add(marked({ method, systems: [a, b], helpful, user }, random));
      if (preference.interval === null || preference.state === 'first' || preference.state === 'second') {
        stops.push(preference.lists);
        break;
      }
    }
  }
  stops.sort((a, b) => a - b);
  return { preferred: stops.length / count, after: stops[Math.floor(stops.length / 2)] ?? null };
}

/** A list as a user marks it. */
function marked(
  shown: {
    readonly method: InterleavingName;
    readonly systems: readonly RankedSystem[];
    readonly others?: readonly RankedSystem[];
    readonly helpful: ReadonlySet<string>;
    readonly user: SimulatedUser;
  },
  random: () => number,
): MarkedList {
  const { method, systems, others = [], helpful, user } = shown;
  const list = interleave({ method, systems, depth: DEPTH, seed: Math.floor(random() * 2 ** 32) });
  const helps = list.shown.map((passage) => helpful.has(passage));
  return { list: { ...list, others }, marks: markedPlaces(user, helps, random).map((place) => list.shown[place]!) };
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
    'Where chance exchanges the systems of each question, and for marks by chance always, a preference is found at any look in at most 5 %. Beside it, in how many comparisons BM25 and LSI as they are.',
  rows() {
    const questions = comparedQuestions('bm25', 'lsi');
    if (questions.length === 0) return [];
    const cases: readonly (readonly [SimulatedUser, InterleavingName])[] = [
      ...SIMULATED_USERS.map((user) => [user, 'probabilistic'] as const),
      [{ name: 'perfect', positionBias: false }, 'team-draft'],
      [{ name: 'random', positionBias: true }, 'team-draft'],
    ];
    return cases.map(([user, method]) => ({
      name: `${nameOf(user)}, ${method}`,
      simulate: ({ count, seed }) => {
        const simulated = { questions, user, method, seed };
        const exchanged = blindSequences({ ...simulated, exchanged: true, count: 2 * count });
        // Marks by chance prefer nothing in rankings as they are, either: no fewer sequences.
        const own = user.name === 'random' ? 2 * count : Math.ceil(count / 4);
        const asTheyAre = blindSequences({ ...simulated, exchanged: false, count: own });
        return {
          figures: {
            exchanged: share(exchanged.preferred, 4),
            'as they are': share(asTheyAre.preferred, 4),
            'after (median)': asTheyAre.after === null ? '' : `${asTheyAre.after} of ${questions.length}`,
          },
          holds: exchanged.preferred <= ALPHA && (user.name !== 'random' || asTheyAre.preferred <= ALPHA),
        };
      },
    }));
  },
};

/** Questions that a user asks, drawn with replacement, and after how many of them regret is read, too. */
const ASKED = 2000;
const READ_AFTER = [300, 1000, ASKED];
/** Of nDCG@10: what counts as the best. */
const NEAR = 0.005;

interface Eliminated {
  /** Weights that are left after all questions. */
  readonly remaining: readonly string[];
  /** Of the weights of all lists. */
  readonly played: readonly (readonly string[])[];
}

function eliminated({ questions }: WeightedCollection, user: SimulatedUser, seed: number): Eliminated {
  const random = uniform(mixed(seed));
  const elimination = new Elimination({ arms: FUSION_WEIGHTS, alpha: ALPHA });
  const played: (readonly string[])[] = [];
  while (played.length < ASKED) {
    const { rankings, helpful } = questions[Math.floor(random() * questions.length)]!;
    const arms = elimination.remaining.length === 1 ? elimination.remaining : chosenArms(elimination, random);
    played.push(arms);
    if (arms.length === 1) continue;
    const systems = arms.map((id) => ({ id, ranking: rankings.get(id)! }));
    const others = notOn(arms, elimination.remaining).map((id) => ({ id, ranking: rankings.get(id)! }));
    elimination.add(marked({ method: 'probabilistic', systems, others, helpful, user }, random));
  }
  return { remaining: elimination.remaining, played };
}

const notOn = (listed: readonly string[], arms: readonly string[]): string[] =>
  arms.filter((arm) => !listed.includes(arm));

/** Lists of a sequence of exchanged weights: as many as Cranfield has questions. */
const LISTS = 225;

/** In how many sequences each weight leaves, where chance says for each question which weight has which ranking. */
function leftByChance(
  { questions }: WeightedCollection,
  { user, count, seed }: SimulationOptions & { readonly user: SimulatedUser },
): number[] {
  const random = uniform(seed);
  const left = FUSION_WEIGHTS.map(() => 0);
  for (let sequence = 0; sequence < count; sequence++) {
    const elimination = new Elimination({ arms: FUSION_WEIGHTS, alpha: ALPHA });
    for (let list = 0; list < LISTS && elimination.remaining.length > 1; list++) {
      const arms = chosenArms(elimination, random);
      const { rankings, helpful } = questions[Math.floor(random() * questions.length)]!;
      const exchanged = shuffledBy([...rankings.values()], random);
      const of = (id: string): RankedSystem => ({ id, ranking: exchanged[FUSION_WEIGHTS.indexOf(id)]! });
      const others = notOn(arms, elimination.remaining).map(of);
      elimination.add(marked({ method: 'probabilistic', systems: arms.map(of), others, helpful, user }, random));
    }
    for (const { arm } of elimination.left) left[FUSION_WEIGHTS.indexOf(arm)]!++;
  }
  return left.map((sequences) => sequences / count);
}

export const exchangedWeights: Simulation = {
  title: `Learning: eleven weights that chance exchanges on Cranfield, ${LISTS} lists of those that lead`,
  claim: 'None is better than another. Each leaves, at any look, in at most 5 % of the sequences.',
  rows: () =>
    collectionPath('cranfield') === null
      ? []
      : SIMULATED_USERS.filter(({ name, positionBias }) => (name === 'random') === positionBias)
          .filter(({ name }) => name !== 'navigational')
          .map((user) => ({
            name: nameOf(user),
            simulate: async ({ count, seed }: SimulationOptions) => {
              const shares = leftByChance(await weightedCollection('cranfield'), { user, count: 2 * count, seed });
              const most = Math.max(...shares);
              const mean = shares.reduce((sum, each) => sum + each, 0) / shares.length;
              return { figures: { mean: share(mean, 4), most: share(most, 4) }, holds: most <= ALPHA };
            },
          })),
};

export const learnedWeights: Simulation = {
  title: `Learning: eleven fusion weights of BM25 and the bundled embedding, ${ASKED} questions with replacement`,
  claim: `In at least 80 % of the seeds the best weight, or one within ${share(NEAR)} nDCG@10 of it, is left. The regret is at most half of that of uniform play.`,
  rows: () =>
    ['semiconductor-zh', 'cranfield'].flatMap((name) =>
      collectionPath(name) === null
        ? []
        : SIMULATED_USERS.filter(
            (user) => user.name === 'informational' || (user.name !== 'random' && !user.positionBias),
          ).map((user) => ({
            name: `${name}, ${nameOf(user)}`,
            simulate: async ({ count, seed }: SimulationOptions) => {
              const collection = await weightedCollection(name);
              const { values } = collection;
              const seeds = Math.ceil(count / 5);
              const found = Array.from({ length: seeds }, (_, i) => eliminated(collection, user, seed * 1000 + i));
              const best = Math.max(...values.values());
              const near = (arm: string): boolean => best - values.get(arm)! <= NEAR;
              const left = found.filter(({ remaining }) => remaining.some(near)).length / seeds;
              const ofUniform = (lists: number): number =>
                found.reduce((sum, { played }) => sum + regretOf(played.slice(0, lists), values), 0) /
                (seeds * regretOf(Array<readonly string[]>(lists).fill(FUSION_WEIGHTS), values));
              const all = regretOf(Array<readonly string[]>(ASKED).fill(FUSION_WEIGHTS), values);
              const worst = Math.max(...found.map(({ played }) => regretOf(played, values) / all));
              const arms = found.reduce((sum, { remaining }) => sum + remaining.length, 0) / seeds;
              return {
                figures: {
                  'near best left': share(left),
                  'weights left': arms.toFixed(1),
                  ...Object.fromEntries(READ_AFTER.map((lists) => [`regret at ${lists}`, share(ofUniform(lists), 2)])),
                  'worst seed': worst.toFixed(2),
                },
                holds: left >= 0.8 && ofUniform(ASKED) <= 0.5,
              };
            },
          })),
    ),
};
