import type { Device } from '../domain/models/device';

/** How a device did with a few batches of a model. */
export interface DeviceFigure {
  readonly device: Device;
  /**
   * `agrees` with WASM on the same texts; `differs` by more than rounding; `failed`, `slow` (stopped, as it was far
   * behind), or `absent` from this browser.
   */
  readonly verdict: 'agrees' | 'differs' | 'failed' | 'slow' | 'absent';
  /** Null where nothing ran. */
  readonly loadMilliseconds: number | null;
  /** Of an embedding model passages a second, of a reranker pairs; null where nothing ran. */
  readonly perSecond: number | null;
  /** WASM threads; 1 for a GPU. */
  readonly threads: number;
  /**
   * The furthest from WASM: of vectors 1 − cosine, of logits the difference as a share of their range. Null where nothing
   * ran.
   */
  readonly apart: number | null;
  /** Why it failed; null where it did not. */
  readonly reason: string | null;
}

/** What a model makes of a question, a passage that answers it, and passages that do not. */
export interface KnownPair {
  readonly language: string;
  readonly question: string;
  readonly answer: string;
  /** Cosines or logits. */
  readonly answerScore: number;
  /** The best of the passages that answer something else. */
  readonly otherScore: number;
}

/** A check of one way of reading an embedding model, as with another pooling. */
export interface ReadingCheck {
  /** In words, as `mean pooling, with prefixes`. */
  readonly reading: string;
  /** Whether it is how the model is read now. */
  readonly current: boolean;
  /** Pairs of which the answer scores highest. */
  readonly right: number;
  /** Mean of the differences between answer and best other, in standard deviations of all scores. */
  readonly margin: number;
}

/** What was measured of a model on this machine. */
export interface ModelTrial {
  readonly model: string;
  readonly revision: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Browser, processors, threads and GPU: measured anew where another. */
  readonly machine: string;
  readonly devices: readonly DeviceFigure[];
  /** The fastest that agrees. */
  readonly chosen: Device;
  readonly pairs: readonly KnownPair[];
  /** Other ways to read the model; empty for those that have one. */
  readonly checks: readonly ReadingCheck[];
  /** What speaks against how the model is read, in sentences. */
  readonly warnings: readonly string[];
}
