import type { SystemSpec } from '../experiment/experiment';
import type { Interval } from '../statistics/types';

/** What a session showed of a system when it was taken into the new run. */
export type BlindEvidence = PreferredEvidence | RemainedEvidence | LearnedEvidence;

interface CountedEvidence {
  /** Lists that were done and counted. */
  readonly lists: number;
  readonly marks: number;
}

/** It was preferred to one other system. */
export interface PreferredEvidence extends CountedEvidence {
  readonly kind: 'preferred';
  readonly over: string;
  /** Credit of the system less that of the other, a question. */
  readonly mean: number;
  /** Confidence sequence of the mean; null where every mean is excluded. */
  readonly interval: Interval | null;
}

/** Of three and more it remained. */
export interface RemainedEvidence extends CountedEvidence {
  readonly kind: 'remained';
  /** How many systems there were, this one included. */
  readonly of: number;
  /** The last one that left against it. */
  readonly over: string;
  readonly mean: number;
  readonly interval: Interval | null;
}

/** Its weights were learned, which gives no interval. */
export interface LearnedEvidence extends CountedEvidence {
  readonly kind: 'learned';
  /** Share of the weight that went from one list to another, from 0 to 1. */
  readonly moved: number;
}

/** A system as it was taken into the new run. */
export interface KeptSystem {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly system: SystemSpec;
  readonly evidence: BlindEvidence;
}
