import type { LabInput } from '../domain/lab/input';
import type { LabMove, LabEvaluation } from '../domain/lab/lab';
import type { LabMap, LabStep, MapPlan } from '../domain/lab/map';
import type { LabSetting } from '../domain/fusion/method-settings';
import type { PerQuestion, PerQuestionRequest } from '../domain/lab/per-question';
import type { Tuned, TuneRequest } from '../domain/lab/tune';
import type { Intervals } from '../domain/statistics/types';

export interface MapRequest {
  readonly setting: LabSetting;
  readonly measure: string;
}

/** A map, with what it is of. */
export interface DrawnMap extends LabMap {
  readonly plan: MapPlan;
  readonly request: MapRequest;
}

type Progress = (step: LabStep) => void;

/**
 * The fusion lab in a worker, which holds the pools of one input. Map, tuning and weights by question are searches: one
 * at a time, in short steps, between which a slider's move is answered. Another search, or `stop`, ends the one that is
 * under way, which then returns null.
 */
export interface LabApi {
  open(input: LabInput): Promise<void>;
  read(move: LabMove): Promise<LabEvaluation>;
  /** Intervals of the last move by every measure that is a mean. */
  intervals(): Promise<Readonly<Record<string, Intervals>>>;
  /** Refuses a method that has nothing to draw. */
  map(request: MapRequest, progress: Progress): Promise<DrawnMap | null>;
  tune(request: TuneRequest, progress: Progress): Promise<Tuned | null>;
  perQuestion(request: PerQuestionRequest, progress: Progress): Promise<PerQuestion | null>;
  stop(): Promise<void>;
}
