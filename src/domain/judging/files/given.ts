import type { ProblemPlace } from '../../dataset/problem';

/** A grade as a file gives it. */
export interface GivenGrade {
  /** Empty in a file of one judge, who is named by the person that adds it. */
  readonly judge: string;
  /** Id or text of the question. */
  readonly query: string;
  /** Id of a document, or of a passage. */
  readonly doc: string;
  readonly grade: number;
  /** Empty where there is none. */
  readonly reason: string;
  readonly at: ProblemPlace;
}
