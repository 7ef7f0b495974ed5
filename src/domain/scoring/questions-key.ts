import { hashText } from '../../base/hash';
import type { Judgment, Need, Query, Requirement } from '../../base/types';
import type { ScoredQuestions } from './ground-truth';

/** What of questions and judgments decides a score, a line each: sorted, their hash is the key of the questions. */

export const questionLine = ({ id, text, unanswerable, excluded }: Query): string =>
  JSON.stringify([id, text, ...(unanswerable ? [0] : []), ...(excluded ? [excluded] : [])]);

export const judgmentLine = ({ query, doc, grade, span }: Judgment): string =>
  JSON.stringify([query, doc, grade, ...(span ? [span.start, span.end] : [])]);

export const requirementLine = ({ query, needs }: Requirement): string => JSON.stringify([query, needs.map(needLine)]);

const needLine = ({ docs, places }: Need): unknown =>
  places ? [docs, places.map(({ doc, start, end }) => [doc, start, end])] : docs;

/** At once, as in a worker; the page does it in stretches. */
export const keyOfQuestions = ({ queries, judgments, requirements = [] }: ScoredQuestions): string =>
  hashText(
    [...queries.map(questionLine), ...judgments.map(judgmentLine), ...requirements.map(requirementLine)]
      .sort()
      .join('\n'),
  );
