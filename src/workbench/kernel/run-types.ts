import { type Note, isAbort } from '../../contract/errors';
import type { ResultRecord, StageId } from '../../contract/result';
import type { CollectionRecord, Questions } from '../../contract/storage';
import type { ExperimentSpec } from '../../domain/experiment/experiment';
import type { Ports } from './ports';

export interface StageProgress {
  readonly stage: StageId;
  readonly unit: string;
  readonly state: 'waiting' | 'running' | 'done';
  readonly total: number;
  readonly done: number;
  readonly reused: number;
  /** Seconds that the stage will still take at the pace so far; null before there is a pace. */
  readonly secondsLeft: number | null;
  readonly spent: number;
}

export interface RunProgress {
  readonly stages: readonly StageProgress[];
  readonly note: Note | null;
}

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
  readonly bytes: number;
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

/** Runs in one tab at a time, and frees the memory of the workers at the end. */
export function alone<T>(ports: Ports, context: Pick<RunContext, 'signal'>, run: () => Promise<T>): Promise<T> {
  // What is refused must not free the workers of what is under way.
  return ports.exclusive(() => asAbort(context, run).finally(() => freeWorkers(ports)));
}

export function freeWorkers(ports: Ports): void {
  for (const port of [ports.lexical, ports.encoder, ports.vectors, ports.reranker, ports.generator, ports.learner])
    port.release();
}

/** An abort that surfaces as a torn-down worker call is still an abort. */
export async function asAbort<T>({ signal }: Pick<RunContext, 'signal'>, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (signal.aborted && !isAbort(error)) throw signal.reason;
    throw error;
  }
}
