import { readQrels, readRun, goldenPath, sharedGoldenPath } from '../../test/golden/read';
import type { ExperimentSpec } from '../../src/domain/experiment/experiment';
import type { MarkedList } from '../../src/domain/learning/credits';
import {
  interleave,
  type InterleavingName,
  type RankedSystem,
  tiedRanking,
} from '../../src/domain/learning/interleaving';
import { BlindStanding } from '../../src/domain/learning/blind-standing';
import { rank } from '../../src/domain/run/order';
import { uniform } from '../../src/domain/statistics/random';
import { ALPHA } from '../../src/domain/statistics/paired';
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
    const standing = new BlindStanding({ spec: { systems: [] } as unknown as ExperimentSpec, margin: MARGIN });
    for (const { systems, helpful } of shuffledBy(questions, random)) {
      const [first, second] = exchanged && random() < 0.5 ? systems.toReversed() : systems;
      const [a, b] = [
        { id: 'a', ranking: first!.ranking },
        { id: 'b', ranking: second!.ranking },
      ];
      standing.add({ ...marked({ method, systems: [a, b], helpful, user }, random), doneAt: 0 });
      const { interval, state, lists } = standing.figures;
      if (interval === null || state === 'first' || state === 'second') {
        stops.push(lists);
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
    readonly helpful: ReadonlySet<string>;
    readonly user: SimulatedUser;
  },
  random: () => number,
): MarkedList {
  const { method, systems, helpful, user } = shown;
  const list = interleave({ method, systems, depth: DEPTH, seed: Math.floor(random() * 2 ** 32) });
  const helps = list.shown.map((passage) => helpful.has(passage));
  return { list, marks: markedPlaces(user, helps, random).map((place) => list.shown[place]!) };
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
