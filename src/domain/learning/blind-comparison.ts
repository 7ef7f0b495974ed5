import type { Ranking } from '../../base/types';
import type { ExperimentSpec } from '../experiment/experiment';
import { shuffled } from '../questions/generate/select';
import { mixed } from '../statistics/random';
import { interleave, type InterleavedList, type InterleavingName, tiedRanking } from './interleaving';
import type { MarkedSessionList, SessionRecord } from './session-record';

export interface BlindComparison extends SessionRecord {
  /** Two systems in an order by chance. Earlier versions had more. */
  readonly spec: ExperimentSpec;
  readonly method: InterleavingName;
  readonly margin: number;
}

export type BlindList = MarkedSessionList<InterleavedList>;

export const blindComparison = (request: Omit<BlindComparison, 'revealed' | 'kept'>): BlindComparison => ({
  ...request,
  spec: { ...request.spec, systems: shuffled(request.spec.systems, request.seed) },
  revealed: null,
});

interface FoundRanking {
  readonly id: string;
  readonly ranking: Ranking;
}

/** Passages of the same text are one, so that nobody marks a text twice. @param number of the list, from 0: its seed */
export function draftedList(
  { method, depth, seed }: BlindComparison,
  found: readonly FoundRanking[],
  number: number,
  textOf: (passage: string) => string | null,
): InterleavedList {
  const standsFor = new Map<string, string>();
  const representative = (passage: string): string => {
    const text = textOf(passage);
    if (text === null) return passage;
    if (!standsFor.has(text)) standsFor.set(text, passage);
    return standsFor.get(text)!;
  };
  const ranked = ({ id, ranking }: FoundRanking) => {
    const merged = ranking.map((hit) => ({ ...hit, id: representative(hit.id) as typeof hit.id }));
    return { id, ranking: tiedRanking(merged, depth) };
  };
  return interleave({ method, systems: found.map(ranked), depth, seed: mixed(seed + number) });
}
