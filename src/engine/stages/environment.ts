import { contentKey } from '../../domain/spec/hash';
import type { Query, Ranking } from '../../domain/types';
import type { LoadedModel } from '../../contract/encoder';
import type { Corpus } from '../corpus';
import type { Ports } from '../ports';
import type { RowCache } from '../row-cache';
import type { Tracker } from '../tracker';

/** What every stage of a run works with. */
export interface Environment {
  readonly collection: string;
  readonly corpus: Corpus;
  /** The questions that are evaluated. */
  readonly queries: readonly Query[];
  readonly ports: Ports;
  readonly signal: AbortSignal;
  readonly tracker: Tracker;
  /** The row cache of a namespace, opened once in a run. */
  readonly rows: (namespace: string) => RowCache;
  /** Models as they were loaded, by what they are for: for the manifest. */
  readonly loaded: Map<string, LoadedModel>;
}

/** One ranking a question, and what it took to get it. */
export interface Ranked {
  readonly rankings: readonly Ranking[];
  /** Time of each question, all stages that led to its ranking included. */
  readonly milliseconds: Float64Array;
  /** Time to build what was searched. */
  readonly indexMilliseconds: number;
}

/** Raised when the way in which a stage computes changes: what was cached by the old way is then not found. */
export const STAGE_VERSION = 1;

export const stageKey = (stage: string, inputs: Record<string, unknown>): string =>
  contentKey({ stage, version: STAGE_VERSION, ...inputs });

export function* chunks<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}
