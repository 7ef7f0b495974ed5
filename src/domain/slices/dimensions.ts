import type { LanguageShare } from '../../base/types';
import { languageOfEach } from '../dataset/languages';
import { distinct, partition } from './dimension';
import { relevanceDimensions, tagDimension } from './relevance-dimensions';
import { textDimensions } from './text-dimensions';
import { type QuestionVectors, topicDimension } from './topics/topics';
import { type ContentTerms, type Dimension, DIMENSION_KINDS, type RelevantPassage, type SlicedQuestion } from './types';

export interface SliceSource {
  readonly questions: readonly SlicedQuestion[];
  readonly passages: readonly RelevantPassage[];
  /** Of the documents, the most frequent first. */
  readonly languages: readonly LanguageShare[];
  /** Null where they are not known. */
  readonly vectors: QuestionVectors | null;
}

/** All dimensions that divide some questions, in the order of {@link DIMENSION_KINDS}; each division once. */
export function sliceDimensions(source: SliceSource, contentTerms: ContentTerms, seed: number): Dimension[] {
  const { questions, passages, languages, vectors } = source;
  const codes = languageOfEach(
    questions.map(({ text }) => text),
    languages,
  );
  const made = [
    ...textDimensions(questions, codes),
    topicDimension(questions, passages, codes, vectors, contentTerms, seed),
    ...relevanceDimensions(questions, passages, contentTerms),
    partition(
      'origin',
      questions.map(({ origin }) => ({ key: origin, label: { code: 'origin', data: { origin } } })),
    ),
    tagDimension(questions),
  ];
  const order = (dimension: Dimension | null): number => (dimension ? DIMENSION_KINDS.indexOf(dimension.kind) : 0);
  return distinct(made.sort((a, b) => order(a) - order(b)));
}
