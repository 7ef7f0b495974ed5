import type { ProblemPlace } from '../problem';
import type { EngineFailure, TimeSource } from './result-report';

export interface GivenName {
  readonly id: string | null;
  readonly text: string | null;
}

export const NAMELESS: GivenName = { id: null, text: null };

export interface EngineHit {
  /** What may be its id in a collection, by the field that it stands in; the engine's own id first. */
  readonly ids: ReadonlyMap<string, string>;
  readonly texts: readonly string[];
  readonly score: number | null;
  readonly place: ProblemPlace;
}

export interface EngineList {
  readonly question: GivenName;
  readonly system: string | null;
  readonly hits: readonly EngineHit[] | null;
  readonly milliseconds: number | null;
  readonly failure: EngineFailure | null;
  readonly place: ProblemPlace;
}

export interface EngineResults {
  readonly file: string;
  readonly format: string;
  readonly time: TimeSource;
  readonly lists: readonly EngineList[];
  /** Grades beside hits, which are judgments and no part of a run. */
  readonly ratings: number;
}
