import type { ContentTerms, Dimension, RelevantPassage, SlicedQuestion } from '../types';
import { isContentWord, wordsIn } from '../../questions/content-words';
import { partition } from '../dimension';
import { sphericalKMeans, type SparseRow } from './k-means';
import { topicTerms } from './labels';
import { tfIdfRows, vectorRows } from './rows';

/** Fewer questions make no topics. */
const MIN_QUESTIONS = 40;
const MAX_TOPICS = 8;
/** Share of one language from which on words divide questions by topic, and not by language. */
const ONE_LANGUAGE = 0.9;

export interface QuestionVectors {
  /** Row-major, one row a question. */
  readonly vectors: Float32Array;
  readonly width: number;
}

/** How many topics: √(n / 10), from 2 to 8. 4 for 156 questions; none for fewer than 40. */
export const topicCount = (questions: number): number =>
  questions < MIN_QUESTIONS ? 0 : Math.min(MAX_TOPICS, Math.max(2, Math.round(Math.sqrt(questions / 10))));

/**
 * Clusters of questions by meaning, where their vectors are known; else by the words of question and relevant passages,
 * where nine of ten questions are of one language. A cluster is named by its most distinctive words.
 *
 * @param languages BCP 47, by question
 */
export function topicDimension(
  questions: readonly SlicedQuestion[],
  passages: readonly RelevantPassage[],
  languages: readonly string[],
  vectors: QuestionVectors | null,
  contentTerms: ContentTerms,
  seed: number,
): Dimension | null {
  const k = topicCount(questions.length);
  if (k === 0 || (!vectors && !isOneLanguage(languages))) return null;
  const { rows, width } = topicRows(questions, passages, vectors, contentTerms);
  if (width === 0) return null;
  const { clusters } = sphericalKMeans(rows, width, k, seed);
  const terms = topicTerms(textsOf(questions, passages, writtenWords), clusters, k);
  return partition(
    'topic',
    Array.from(clusters, (cluster) => ({
      key: String(cluster + 1),
      label: { code: 'topic', data: { terms: terms[cluster]! } },
    })),
  );
}

/** Questions as rows of length 1: their vectors where those are known, else TF-IDF of question and relevant passages. */
const topicRows = (
  questions: readonly SlicedQuestion[],
  passages: readonly RelevantPassage[],
  vectors: QuestionVectors | null,
  contentTerms: ContentTerms,
): { readonly rows: readonly SparseRow[]; readonly width: number } =>
  vectors
    ? { rows: vectorRows(vectors.vectors, vectors.width), width: vectors.width }
    : tfIdfRows(textsOf(questions, passages, contentTerms));

/** The different terms of each question with its relevant passages. */
function textsOf(
  questions: readonly SlicedQuestion[],
  passages: readonly RelevantPassage[],
  terms: ContentTerms,
): ReadonlySet<string>[] {
  const held = passages.map(({ text }) => terms(text));
  return questions.map(({ text, relevant }) => new Set([...terms(text), ...relevant.flatMap((p) => [...held[p]!])]));
}

/** Words as they are written; a number says nothing of a topic. */
const writtenWords: ContentTerms = (text) =>
  new Set(wordsIn(text).flatMap((word) => (/\p{L}/u.test(word.text) && isContentWord(word.text) ? [word.text] : [])));

function isOneLanguage(languages: readonly string[]): boolean {
  const counts = new Map<string, number>();
  for (const language of languages) counts.set(language, (counts.get(language) ?? 0) + 1);
  return Math.max(...counts.values()) >= ONE_LANGUAGE * languages.length;
}
