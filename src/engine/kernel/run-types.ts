import type { Note } from '../../contract/errors';
import type { ResultRecord, StageId } from '../../contract/result';
import type { CollectionRecord, Questions } from '../../contract/storage';
import type { ExperimentSpec } from '../../domain/experiment/experiment';

export interface StageProgress {
  readonly stage: StageId;
  readonly unit: string;
  readonly state: 'waiting' | 'running' | 'done';
  readonly total: number;
  /** Items that are ready, computed or reused. */
  readonly done: number;
  readonly reused: number;
  /** Seconds that the stage will still take at the pace so far; null before there is a pace. */
  readonly secondsLeft: number | null;
}

export interface RunProgress {
  readonly stages: readonly StageProgress[];
  /** Work that no count describes, as loading a model. */
  readonly note: Note | null;
}

/** How something that takes time is ended and followed. */
export interface Following<Step> {
  readonly signal: AbortSignal;
  readonly progress: (step: Step) => void;
}

export interface RunContext extends Following<RunProgress> {
  /** Given the result of the systems that are ready before a reranker begins; it is not kept. */
  readonly preview?: (result: ResultRecord) => void;
}

export interface Estimate {
  readonly seconds: number;
  readonly bytes: number;
  /** Work still to do, by stage: nothing where all is cached. */
  readonly pending: readonly { stage: StageId; unit: string; count: number }[];
  /** `measured`: from runs on this machine; `typical`: from the machine that Hitrate was developed on. */
  readonly basis: 'measured' | 'typical';
}

export interface RunInput {
  readonly collection: CollectionRecord;
  readonly questions: Questions;
  readonly spec: ExperimentSpec;
}
