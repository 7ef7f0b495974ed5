import { languageOfEach } from '../dataset/languages';
import type { SliceSource } from '../slices/dimensions';
import { topicDimension, topicRows } from '../slices/topics/topics';
import type { ContentTerms, SliceLabel } from '../slices/types';
import { type LayoutStep, umapLayout } from './umap-layout';

export interface QuestionMap {
  /** By question, from 0 to 1 and downwards; NaN where it has nothing in common with another one. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Clusters of questions, as the slices have them; none where they are too few, or of several languages. */
  readonly topics: readonly MappedTopic[];
}

export interface MappedTopic {
  readonly label: SliceLabel;
  /** Positions of its questions. */
  readonly questions: readonly number[];
}

/**
 * Questions on a plane, so that those that are alike are near to each other: by their vectors, where those are known, else
 * by the words of question and relevant passages. The same questions and seed give the same map.
 *
 * @returns null where fewer than ten questions have anything in common
 */
export function questionMap(
  { questions, passages, languages, vectors }: SliceSource,
  contentTerms: ContentTerms,
  seed: number,
  step?: (step: LayoutStep) => void,
): QuestionMap | null {
  const { rows, width } = topicRows(questions, passages, vectors, contentTerms);
  const places = umapLayout(rows, width, seed, step);
  if (!places) return null;
  const codes = languageOfEach(
    questions.map(({ text }) => text),
    languages,
  );
  const topics = topicDimension(questions, passages, codes, vectors, contentTerms, seed);
  const [left, right] = extent(places.map((place) => place?.x));
  const [top, bottom] = extent(places.map((place) => place?.y));
  // One scale for both, so that distances can be compared.
  const size = Math.max(right - left, bottom - top) || 1;
  const [middle, centre] = [(left + right) / 2, (top + bottom) / 2];
  return {
    x: Float64Array.from(places, (place) => (place ? 0.5 + (place.x - middle) / size : NaN)),
    y: Float64Array.from(places, (place) => (place ? 0.5 + (place.y - centre) / size : NaN)),
    topics: topics?.slices.map(({ label, questions: members }) => ({ label, questions: members })) ?? [],
  };
}

function extent(values: readonly (number | undefined)[]): readonly [number, number] {
  const known = values.filter((value) => value !== undefined);
  return [Math.min(...known), Math.max(...known)];
}
