import { docId, queryId } from '../../src/base/types';
import { ClickLogBuilder } from '../../src/domain/click-logs/click-log';
import { type ClickPairs, clickPairs } from '../../src/domain/click-logs/click-pairs';
import { clickedRows } from '../../src/domain/click-logs/clicked-rows';
import { buildFeatures } from '../../src/domain/ltr/build-features';
import { candidateNdcg } from '../../src/domain/ltr/gain';
import { trainLambdaMart } from '../../src/domain/ltr/lambda-mart';
import type { CandidateMatrix } from '../../src/domain/ltr/matrix';
import { applyModel, type LearnedModel } from '../../src/domain/ltr/model';
import { DEFAULT_OPTIONS } from '../../src/domain/ltr/options';
import { runOfScores } from '../../src/domain/ltr/to-run';
import { finish } from '../../src/domain/ltr/training';
import { CLICK_OPTIONS, trainOnClicks } from '../../src/domain/ltr/unbiased-lambda-mart';
import { uniform } from '../../src/domain/statistics/random';
import { collectionPath } from '../data';
import { weightedCollection } from './fusion-weights';
import { share, type Simulation, type SimulatedRow } from './types';

/** Passages of a list, and the nDCG that is read. */
const DEPTH = 10;
/** Chance that a passage that does not help is clicked where it is looked at; one that helps always is. */
const NOISE = 0.1;

/** A ranker’s candidates for the queries of a log, the rows of each query in the order in which the log shows them. */
interface Logged {
  readonly own: CandidateMatrix;
  /** Rows by query, the first place first. */
  readonly shown: readonly (readonly number[])[];
  readonly impressions: number;
  /** Position r is looked at with a chance of 1 / r to this power. */
  readonly bias: number;
}

/** Clicks by the position-based model, on lists of one ranker that never change. */
function loggedPairs({ own, shown, impressions, bias }: Logged, random: () => number): ClickPairs {
  const builder = new ClickLogBuilder();
  // Queries and rows have their own numbers as names, in their order.
  for (const query of shown.keys()) builder.add(impressionOf(query, []));
  for (let row = 0; row < own.docs.length; row++) builder.add(impressionOf(0, [{ row, clicked: false }]));
  for (let i = 0; i < impressions; i++) {
    const query = Math.floor(random() * shown.length);
    const list = shown[query]!.map((row, k) => {
      const looked = random() < (k + 1) ** -bias;
      return { row, clicked: looked && random() < (own.labels[row]! > 0 ? 1 : NOISE) };
    });
    builder.add(impressionOf(query, list));
  }
  return clickPairs(builder.finish());
}

const impressionOf = (query: number, list: readonly { readonly row: number; readonly clicked: boolean }[]) => ({
  query: `q${query}`,
  arm: null,
  randomised: false,
  time: NaN,
  shown: list.map(({ row, clicked }, k) => ({ doc: `r${row}`, position: k + 1, clicked })),
});

interface Learned {
  readonly truth: number;
  readonly unbiased: number;
  readonly naive: number;
}

/** What rankers are worth that learn from the labels, and from clicks with and without position bias. */
function learnedFrom(logged: Logged, valueOf: (model: LearnedModel) => number, random: () => number): Learned {
  const { own } = logged;
  const found = clickedRows(own, loggedPairs(logged, random), (_, row) => row);
  const ofClicks = (regularisation: number | null): number =>
    valueOf(finish(trainOnClicks(found.matrix, found.pairs, { ...CLICK_OPTIONS, regularisation })).model);
  return {
    truth: valueOf(finish(trainLambdaMart(own, DEFAULT_OPTIONS['lambda-mart'])).model),
    unbiased: ofClicks(CLICK_OPTIONS.regularisation),
    naive: ofClicks(null),
  };
}

/** Candidates of ten features, of which five say what helps, not linearly; four of twenty help. */
function made(queries: number, random: () => number): CandidateMatrix {
  const [size, width, helping] = [20, 10, 4];
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const values: number[] = [];
  const labels: number[] = [];
  for (let query = 0; query < queries; query++) {
    const rows = Array.from({ length: size }, () => Array.from({ length: width }, normal));
    const worth = rows.map(
      ([a, b, c, d, e]) => a! + 0.7 * b! - 0.6 * Math.abs(c!) + (e! > 0 ? 0.5 * d! : 0) + 0.5 * normal(),
    );
    const least = worth.toSorted((x, y) => y - x)[helping - 1]!;
    values.push(...rows.flat());
    labels.push(...worth.map((each) => (each >= least ? 1 : 0)));
  }
  return {
    names: Array.from({ length: width }, (_, i) => `f${i}`),
    values: Float64Array.from(values),
    offsets: Int32Array.from({ length: queries + 1 }, (_, q) => q * size),
    questions: Array.from({ length: queries }, (_, q) => queryId(`q${q}`)),
    docs: Array.from({ length: queries * size }, (_, row) => docId(`d${row}`)),
    labels: Float64Array.from(labels),
  };
}

function madeRankers(queries: number, impressions: number, bias: number, seed: number): Learned & { first: number } {
  const random = uniform(seed);
  const [own, held] = [made(queries, random), made(300, random)];
  const width = own.names.length;
  // The log's ranker reads some of the features, and half of its score is one that says nothing.
  const score = ({ values }: CandidateMatrix, row: number): number => {
    const [a, , c, d, , noise] = values.subarray(row * width, row * width + 6);
    return 0.25 * a! + 0.1 * c! + 0.15 * d! + 0.5 * noise!;
  };
  const shown = own.questions.map((_, q) =>
    Array.from({ length: own.offsets[q + 1]! - own.offsets[q]! }, (_, i) => own.offsets[q]! + i)
      .sort((x, y) => score(own, y) - score(own, x))
      .slice(0, DEPTH),
  );
  const ndcg = candidateNdcg(held, DEPTH, 'linear');
  const learned = learnedFrom({ own, shown, impressions, bias }, (model) => ndcg(applyModel(model, held)), random);
  return { ...learned, first: ndcg(held.labels.map((_, row) => score(held, row))) };
}

/** Every second question is asked in the log, whose lists are those of the embedding; the others are the test. */
async function collectionRankers(
  name: string,
  impressions: number,
  seed: number,
): Promise<Learned & { first: number }> {
  const { questions, lists } = await weightedCollection(name);
  const ids = questions.map((_, q) => queryId(`q${q}`));
  const part = (odd: number): number[] => [...questions.keys()].filter((q) => q % 2 === odd);
  const matrixOf = (chosen: readonly number[]): CandidateMatrix =>
    buildFeatures({
      questions: chosen.map((q) => ids[q]!),
      routes: ([0, 1] as const).map((route) => ({
        name: `route${route + 1}`,
        depth: 100,
        run: new Map(chosen.map((q) => [ids[q]!, lists[q]![route].slice(0, 100)])),
      })),
      qrels: new Map(chosen.map((q) => [ids[q]!, new Map([...questions[q]!.helpful].map((doc) => [docId(doc), 1]))])),
    });
  const test = part(1);
  const [own, held] = [matrixOf(part(0)), matrixOf(test)];
  const meanOf = (orderOf: (q: number) => readonly string[]): number =>
    test.reduce((sum, q) => sum + questions[q]!.scoreOf(orderOf(q).slice(0, DEPTH)), 0) / test.length;
  const shown = part(0).map((q, i) => {
    const rows = new Map<string, number>();
    for (let row = own.offsets[i]!; row < own.offsets[i + 1]!; row++) rows.set(own.docs[row]!, row);
    return lists[q]![1].slice(0, DEPTH).map(({ id }) => rows.get(id)!);
  });
  const valueOf = (model: LearnedModel): number => {
    const run = runOfScores(held, applyModel(model, held));
    return meanOf((q) => run.get(ids[q]!)!.map(({ id }) => id));
  };
  const learned = learnedFrom({ own, shown, impressions, bias: 1 }, valueOf, uniform(seed));
  return { ...learned, first: meanOf((q) => questions[q]!.rankings.get('0.0')!.flat()) };
}

async function rowOf(
  seeds: number,
  simulate: (seed: number) => Promise<Learned & { first: number }> | (Learned & { first: number }),
  claimed: boolean,
): Promise<SimulatedRow> {
  const found: (Learned & { first: number })[] = [];
  for (let seed = 0; seed < seeds; seed++) found.push(await simulate(seed));
  const mean = (of: 'first' | keyof Learned): number => found.reduce((sum, each) => sum + each[of], 0) / seeds;
  const [truth, unbiased, naive] = [mean('truth'), mean('unbiased'), mean('naive')];
  return {
    figures: {
      'list of the log': share(mean('first')),
      'clicks as they are': share(naive),
      unbiased: share(unbiased),
      'true relevance': share(truth),
    },
    holds: claimed ? truth - unbiased <= 0.06 && truth - unbiased <= 0.5 * (truth - naive) : null,
  };
}

export const clickedRankers: Simulation = {
  title: 'Learning: rankers from clicks with position bias, by Unbiased LambdaMART',
  claim:
    'nDCG@10 of questions that are not in the log. On made candidates the ranker that learns from clicks is within .06 of the one that learns from true relevance, and loses at most half of what LambdaMART on clicks as they are loses. On collections, where the list of the log is itself a feature and queries are few, nothing is claimed.',
  rows: () => [
    ...(
      [
        [1000, 50_000, 1],
        [1000, 50_000, 2],
        [200, 10_000, 1],
        [100, 2000, 1],
      ] as const
    ).map(([queries, impressions, bias], i) => ({
      name: `${queries} queries, ${impressions} lists, position r seen by 1 / r${bias === 2 ? '²' : ''}`,
      simulate: ({ count, seed }: { count: number; seed: number }) =>
        rowOf(
          Math.max(1, Math.round(count / 200)),
          (own) => madeRankers(queries, impressions, bias, seed * 1000 + own),
          i < 3,
        ),
    })),
    ...['semiconductor-zh', 'cranfield'].flatMap((name) =>
      collectionPath(name) === null
        ? []
        : [
            {
              name: `${name}, list of the embedding, 20000 lists`,
              simulate: ({ count, seed }: { count: number; seed: number }) =>
                rowOf(
                  Math.max(1, Math.round(count / 200)),
                  (own) => collectionRankers(name, 20_000, seed * 1000 + own),
                  false,
                ),
            },
          ],
    ),
  ],
};
