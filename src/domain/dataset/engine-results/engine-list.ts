import type { ProblemPlace } from '../problem';
import type { EngineFailure, TimeSource } from './result-report';

/** What a file says of a question: its id, its text, or both. Neither where the order of requests alone tells. */
export interface GivenName {
  readonly id: string | null;
  readonly text: string | null;
}

export const NAMELESS: GivenName = { id: null, text: null };

export interface EngineHit {
  /** What may be its id in a collection, by the field that it stands in; the engine's own id first. */
  readonly ids: ReadonlyMap<string, string>;
  /** Its text, the likeliest field first; none where the response has none. */
  readonly texts: readonly string[];
  /** Null where the response has none. */
  readonly score: number | null;
  readonly place: ProblemPlace;
}

/** What an engine found for one question, best first. */
export interface EngineList {
  readonly question: GivenName;
  /** Which of several systems in a file it is of: the name of a span, a search configuration; null where there is one. */
  readonly system: string | null;
  /** Null where the engine failed, and nothing is known of what it would have found. */
  readonly hits: readonly EngineHit[] | null;
  /** As the engine gives it; null where it does not. */
  readonly milliseconds: number | null;
  readonly failure: EngineFailure | null;
  readonly place: ProblemPlace;
}

export interface EngineResults {
  readonly file: string;
  /** Key in the registry. */
  readonly format: string;
  /** Where its times come from. */
  readonly time: TimeSource;
  readonly lists: readonly EngineList[];
  /** Grades beside hits, which are judgments and no part of a run. */
  readonly ratings: number;
}
