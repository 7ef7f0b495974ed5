import { type ClickPairs, renumberedPairs } from '../../domain/click-logs/click-pairs';
import { queriesToLearnFrom } from '../../domain/click-logs/enough-pairs';
import { type ExperimentSpec, listDepth } from '../../domain/experiment/experiment';
import { NO_PARTS, type SystemSpec } from '../../domain/experiment/parts';
import {
  DEFAULT_FEATURES,
  defaultLearned,
  type FeaturesSpec,
  type TrainedSpec,
  trainedKey,
} from '../../domain/ltr/learned-spec';
import { judgedQueries } from '../../domain/questions/judged-queries';
import type { AnalyzerSpec } from '../../domain/text/analyzer-spec';
import { type Query, queryId } from '../../base/types';
import { stageSystems } from './system-trace';
import type { Ports } from '../kernel/ports';
import type { Following, RunProgress } from '../kernel/run-types';
import { Runners, Session } from '../run/session';
import { candidatesOf, openTerms } from '../run/stages/learn';

/** Queries that retrievers are asked at most: those with most pairs. */
const MAX_QUERIES = 2000;

/** What a log of clicks says, as far as a ranker learns from it. */
export interface ClicksToLearnFrom {
  readonly files: readonly string[];
  readonly queries: readonly string[];
  readonly docs: readonly string[];
  readonly pairs: ClickPairs;
}

export interface ClickLearning {
  readonly spec: ExperimentSpec;
  readonly base: SystemSpec;
  readonly analyzer: AnalyzerSpec;
  readonly clicks: ClicksToLearnFrom;
}

/**
 * Learns a ranker of what the retrievers of a system find, from the clicks of a log by Unbiased LambdaMART: the retrievers are
 * asked the queries of the log, but for those that are judged questions here. Its columns are those of any learned ranker.
 *
 * @throws {HitrateError} `few-clicked-pairs` where the retrievers found too little of what was clicked, and as a run does
 */
export async function rankerOfClicks(
  ports: Ports,
  collection: string,
  { spec, base, analyzer, clicks }: ClickLearning,
  context: Following<RunProgress>,
): Promise<TrainedSpec> {
  const { queries: questions, judgments } = await ports.storage.questions.get(collection);
  const heldOut = judgedQueries(clicks.queries, questions, new Set(judgments.map(({ query }) => query)));
  const asked = queriesToLearnFrom(clicks.pairs, (query) => heldOut.has(query), MAX_QUERIES);
  const queries = asked.map((query): Query => ({ id: queryId(`\u0000click ${query}`), text: clicks.queries[query]! }));
  const features: FeaturesSpec = { ...DEFAULT_FEATURES, analyzer };
  const { chunker, retrievers, filter } = base;
  const system: SystemSpec = {
    id: base.id,
    ...NO_PARTS,
    ...(chunker ? { chunker } : {}),
    retrievers,
    ...(filter ? { filter } : {}),
    learned: defaultLearned('lambda-mart', analyzer),
  };
  const session = await Session.open(ports, { collection, queries, spec: { ...spec, systems: [system] } }, context);
  const chunking = await session.chunking(system);
  const depth = listDepth(spec);
  const { runner } = new Runners(session, spec, { queries, judgments: [] }).runnerOf(chunking);
  const retrieved = [];
  for (const list of stageSystems(system, spec, depth).lists) retrieved.push(await runner.run(list, depth));
  const candidates = await candidatesOf(chunking.context, retrieved, depth, new Map(), { features });
  const mean = await openTerms(chunking.context, candidates, features);
  const pairs = placedPairs(clicks, asked, candidates.docs);
  const { tracker } = chunking.context;
  const {
    queries: learned,
    pairs: counted,
    bias,
    model,
  } = await ports.learner
    .with(context.signal)
    .learnClicks(
      { candidates, features, pairs, meanLength: mean?.terms ?? null },
      ({ model: own, models, step, most }) => tracker.say('training', { model: own, models, step, steps: most }),
    );
  context.signal.throwIfAborted();
  return {
    kind: 'model',
    model,
    features,
    trainedOn: queries.map(trainedKey),
    clicks: {
      files: [...clicks.files],
      queries: learned,
      heldOut: heldOut.size,
      pairs: counted,
      bias: { clicked: [...bias.clicked], other: [...bias.other] },
    },
  };
}

function placedPairs(
  { pairs, docs }: ClicksToLearnFrom,
  asked: readonly number[],
  found: readonly string[],
): ClickPairs {
  const queryPlaces = new Map(asked.map((query, place) => [query, place]));
  const docPlaces = new Map(found.map((doc, place) => [doc, place]));
  return renumberedPairs(
    pairs,
    (query) => queryPlaces.get(query),
    (doc) => docPlaces.get(docs[doc]!),
  );
}
