import { type Note, isAbort } from '../../contract/errors';
import type { ResultRecord, StageCount, StageId } from '../../contract/result';
import type { CollectionRecord, Questions } from '../../contract/storage';
import type { ExperimentSpec } from '../../domain/experiment/experiment';
import type { Ports } from './ports';

export interface StageProgress extends Omit<StageCount, 'computed'> {
  readonly state: 'waiting' | 'running' | 'done';
  readonly total: number;
  readonly done: number;
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
  readonly preview?: (result: ResultRecord) => void;
  readonly timed?: boolean;
}

export interface Estimate {
  readonly seconds: number;
  readonly range: readonly [low: number, high: number];
  readonly bytes: number;
  readonly download: number;
  readonly pending: readonly { stage: StageId; unit: string; count: number; seconds: number }[];
  readonly basis: 'measured' | 'typical';
}

export interface RunInput {
  readonly collection: CollectionRecord;
  readonly questions: Questions;
  readonly spec: ExperimentSpec;
}

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
