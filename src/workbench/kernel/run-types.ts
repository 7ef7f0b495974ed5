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
  /** Seconds that the stage took so far. */
  readonly spent: number;
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
  /** Whether the latency of systems is measured, which takes some seconds; false where absent. */
  readonly timed?: boolean;
}

export interface Estimate {
  readonly seconds: number;
  /** Between which seconds the run takes: wider on a machine that was not measured. */
  readonly range: readonly [low: number, high: number];
  /** Of memory. */
  readonly bytes: number;
  /** Bytes of bundled models that are not kept for use offline yet. */
  readonly download: number;
  /** Work still to do, by stage, and its seconds: nothing where all is cached. */
  readonly pending: readonly { stage: StageId; unit: string; count: number; seconds: number }[];
  /** `measured`: from runs on this machine; `typical`: from the machine that Hitrate was developed on. */
  readonly basis: 'measured' | 'typical';
}

export interface RunInput {
  readonly collection: CollectionRecord;
  readonly questions: Questions;
  readonly spec: ExperimentSpec;
}
