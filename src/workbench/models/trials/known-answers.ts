import type { ModelRequest } from '../../../contract/model-workers';
import type { KnownPair, ModelTrial, TrialWarning } from '../../../contract/models';
import type { Device, EmbeddingConfiguration, ModelCard } from '../../../domain/models/configuration';
import { KNOWN_PAIRS, type KnownQuestion } from '../../../domain/models/known-pairs';
import type { Ports } from '../../kernel/ports';
import { cosine, requestFor } from './devices';

/** Checks a model with questions of a known answer: wrong pooling and wrong labels fail silently elsewhere. */
export async function checkAnswers(
  ports: Ports,
  card: ModelCard,
  device: Device,
  signal: AbortSignal,
): Promise<Pick<ModelTrial, 'pairs' | 'warnings'>> {
  if (card.task === 'generation') return { pairs: [], warnings: [] };
  const request = await requestFor(ports, card, device);
  if (card.task === 'reranking') {
    const scores = await rerankPairs(ports, request, signal);
    return { pairs: scores.map(pairOf), warnings: rerankerWarnings(scores) };
  }
  const { reading } = request;
  const prefixes = reading?.task === 'embedding' ? reading : { queryPrefix: '', passagePrefix: '' };
  const scores = await embedPairs(ports, request, prefixes, signal);
  return { pairs: scores.map(pairOf), warnings: failing(scores) };
}

const isRight = ({ answer, others }: PairScores): boolean => answer > Math.max(...others);

const pairOf = ({ texts, answer, others }: PairScores): KnownPair => ({
  language: texts.language,
  question: texts.question,
  answer: texts.answer,
  answerScore: answer,
  otherScore: Math.max(...others),
});

/** The share of answers that must come first: chance is a quarter. */
const MIN_RIGHT = 0.75;

export function failing(scores: readonly PairScores[]): TrialWarning[] {
  const right = scores.filter(isRight).length;
  if (right >= MIN_RIGHT * scores.length) return [];
  return [{ code: 'few-right', data: { right, of: scores.length } }];
}

export function rerankerWarnings(scores: readonly PairScores[]): TrialWarning[] {
  const last = scores.filter(({ answer, others }) => answer < Math.min(...others)).length;
  if (last * 2 > scores.length) return [{ code: 'answers-last', data: null }];
  return failing(scores);
}

/** Scores of a question's own answer, and of the passages that answer something else. */
interface PairScores {
  readonly texts: KnownQuestion;
  readonly answer: number;
  readonly others: readonly number[];
}

async function embedPairs(
  ports: Ports,
  request: ModelRequest,
  reading: Pick<EmbeddingConfiguration, 'queryPrefix' | 'passagePrefix'>,
  signal: AbortSignal,
): Promise<PairScores[]> {
  const worker = ports.encoder.with(signal);
  const scores: PairScores[] = [];
  for (const texts of KNOWN_PAIRS) {
    const passages = [texts.answer, ...texts.others].map((text) => reading.passagePrefix + text);
    const all = [reading.queryPrefix + texts.question, ...passages];
    const { vectors, dimensions } = await worker.embed({ ...request, texts: all });
    const row = (i: number): Float32Array => vectors.subarray(i * dimensions, (i + 1) * dimensions);
    const [answer, ...others] = passages.map((_, i) => cosine(row(0), row(i + 1)));
    scores.push({ texts, answer: answer!, others });
  }
  return scores;
}

async function rerankPairs(ports: Ports, request: ModelRequest, signal: AbortSignal): Promise<PairScores[]> {
  const worker = ports.reranker.with(signal);
  const scores: PairScores[] = [];
  for (const texts of KNOWN_PAIRS) {
    const passages = [texts.answer, ...texts.others];
    const { logits } = await worker.score({ ...request, query: texts.question, passages });
    const [answer, ...others] = logits;
    scores.push({ texts, answer: answer!, others });
  }
  return scores;
}
