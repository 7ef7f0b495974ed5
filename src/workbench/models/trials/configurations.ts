import type { KnownPair, ReadingCheck, TrialWarning, TriedReading } from '../../../contract/models';
import type { ModelCard, Device } from '../../../domain/models/card';
import type { EmbeddingConfiguration, Pooling } from '../../../domain/models/configuration';
import type { Ports } from '../../kernel/ports';
import { embedPairs, type PairScores, requestFor, rerankPairs } from './sample';

interface ReadingReport {
  readonly pairs: readonly KnownPair[];
  readonly checks: readonly Check[];
  readonly warnings: readonly TrialWarning[];
}

/** Poolings that models use: what an embedding model is tried with besides its own. */
const COMMON: readonly Pooling[] = ['mean', 'cls', 'last-token'];

/** Another configuration is reported where it is right this much more often, or has a clearly larger margin. */
const MORE_RIGHT = 2;
const MORE_MARGIN = 0.5;

type Check = ReadingCheck & { readonly reading: TriedReading };
type Way = Pick<EmbeddingConfiguration, 'pooling' | 'queryPrefix' | 'passagePrefix'>;

/**
 * Checks a model with questions of a known answer: whether the answer scores highest, and whether another pooling, or no
 * prefixes, would separate them better. Wrong pooling and missing prefixes fail silently elsewhere.
 */
export async function checkReadings(
  ports: Ports,
  card: ModelCard,
  device: Device,
  signal: AbortSignal,
): Promise<ReadingReport> {
  if (card.task === 'generation') return { pairs: [], checks: [], warnings: [] };
  const request = await requestFor(ports, card, device);
  if (card.task === 'reranking') {
    const scores = await rerankPairs(ports, request, signal);
    return { pairs: scores.map(pairOf), checks: [], warnings: rerankerWarnings(scores) };
  }
  const { reading } = request;
  if (reading?.task !== 'embedding') {
    const scores = await embedPairs(ports, request, { queryPrefix: '', passagePrefix: '' }, signal);
    return { pairs: scores.map(pairOf), checks: [], warnings: failing(scores) };
  }
  const own: Way = reading;
  const scoresOf = (way: Way): Promise<PairScores[]> =>
    embedPairs(ports, { ...request, reading: { ...reading, ...way } }, way, signal);
  const scores = await scoresOf(own);
  const checks = [checkOf(own, scores, true)];
  for (const way of otherWays(own)) checks.push(checkOf(way, await scoresOf(way), false));
  return { pairs: scores.map(pairOf), checks, warnings: [...failing(scores), ...readingWarnings(checks)] };
}

function otherWays(own: Way): Way[] {
  const poolings = own.pooling === 'graph' ? [] : COMMON.filter((each) => each !== own.pooling);
  const ways = poolings.map((pooling): Way => ({ ...own, pooling }));
  const isPrefixed = own.queryPrefix !== '' || own.passagePrefix !== '';
  return isPrefixed ? [...ways, { ...own, queryPrefix: '', passagePrefix: '' }] : ways;
}

const isRight = ({ answer, others }: PairScores): boolean => answer > Math.max(...others);

/** Mean lead of the answers over the best of the others, in standard deviations of all scores. */
export function marginOf(scores: readonly PairScores[]): number {
  const all = scores.flatMap(({ answer, others }) => [answer, ...others]);
  const mean = all.reduce((sum, score) => sum + score, 0) / all.length;
  const deviation = Math.sqrt(all.reduce((sum, score) => sum + (score - mean) ** 2, 0) / all.length);
  const lead = scores.reduce((sum, { answer, others }) => sum + answer - Math.max(...others), 0) / scores.length;
  return deviation === 0 ? 0 : lead / deviation;
}

function checkOf(way: Way, scores: readonly PairScores[], current: boolean): Check {
  return {
    reading: { pooling: way.pooling, prefixed: way.queryPrefix !== '' || way.passagePrefix !== '' },
    current,
    right: scores.filter(isRight).length,
    margin: marginOf(scores),
  };
}

const pairOf = ({ texts, answer, others }: PairScores): KnownPair => ({
  language: texts.language,
  question: texts.question,
  answer: texts.answer,
  answerScore: answer,
  otherScore: Math.max(...others),
});

/** Of the simple questions so many answers must come first: chance is a quarter. */
const MIN_RIGHT = 0.75;

const simpleOf = (scores: readonly PairScores[]): PairScores[] => scores.filter(({ texts }) => texts.simple);

/** Where even the simple questions are not answered; the others lead small models astray that work. */
export function failing(scores: readonly PairScores[]): TrialWarning[] {
  const simple = simpleOf(scores);
  const right = simple.filter(isRight).length;
  if (right >= MIN_RIGHT * simple.length) return [];
  return [{ code: 'few-right', data: { right, of: simple.length } }];
}

export function rerankerWarnings(scores: readonly PairScores[]): TrialWarning[] {
  const simple = simpleOf(scores);
  const last = simple.filter(({ answer, others }) => answer < Math.min(...others)).length;
  if (last * 2 > simple.length) return [{ code: 'answers-last', data: null }];
  return failing(scores);
}

export function readingWarnings(checks: readonly Check[]): TrialWarning[] {
  const own = checks.find(({ current }) => current)!;
  return checks
    .filter(
      ({ current, right, margin }) =>
        !current && (right >= own.right + MORE_RIGHT || (right >= own.right && margin > own.margin + MORE_MARGIN)),
    )
    .map(({ reading, right }) => ({ code: 'better-reading', data: { reading, right, own } }));
}
