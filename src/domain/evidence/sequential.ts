import { ConfidenceSequence } from '../statistics/confidence-sequence';
import type { Interval } from '../statistics/types';

export interface SequentialInput {
  readonly systems: readonly { readonly id: string; readonly values: Float64Array }[];
  /** Lowest and highest difference that two values can have: −1 and 1 for measures from 0 to 1. */
  readonly range: Interval;
  readonly alpha: number;
  /** The smallest difference that matters; 0 where no two systems are to be called equivalent. */
  readonly margin: number;
  readonly better: 'higher' | 'lower';
}

/** Differences are first − second. */
export interface SequentialPair {
  readonly first: string;
  readonly second: string;
  readonly questions: number;
  readonly mean: number;
  /** May be read after every question. Null where every mean is excluded, or the order was not random. */
  readonly interval: Interval | null;
}

export type SequentialState =
  | { readonly kind: 'decided'; readonly best: string }
  /** Each is shown to be within the margin of every other, and no other system may be the best. */
  | { readonly kind: 'equivalent'; readonly best: readonly string[] }
  | { readonly kind: 'open'; readonly candidates: readonly string[] };

/**
 * What the questions show, valid after each. Every pair of m systems has a confidence sequence at α / (m − 1), which
 * suffices: each claim rests on the m − 1 sequences of the system with the highest true mean. All pairs have α / pairs.
 */
export function sequentialEvidence(input: SequentialInput) {
  const pairs = pairsAt(input, input.alpha / (input.systems.length - 1));
  return { pairs, state: stateOf(pairs, input) };
}

/** Compares every two systems by intervals that hold together, each at α / pairs. */
export function simultaneousPairs(input: Pick<SequentialInput, 'systems' | 'range' | 'alpha'>): SequentialPair[] {
  const { length } = input.systems;
  return pairsAt(input, input.alpha / ((length * (length - 1)) / 2));
}

export type SequentialFigures = ReturnType<typeof sequentialFigures>;

export function sequentialFigures(input: SequentialInput) {
  const shown = sequentialEvidence(input);
  return { shown, pairs: input.systems.length === 2 ? shown.pairs : simultaneousPairs(input) };
}

function pairsAt({ systems, range }: Pick<SequentialInput, 'systems' | 'range'>, alpha: number): SequentialPair[] {
  return systems.flatMap((first, i) =>
    systems.slice(i + 1).map((second) => {
      const sequence = new ConfidenceSequence({ range, alpha });
      for (const difference of differencesOf(first.values, second.values)) sequence.add(difference);
      const { count: questions, mean, interval } = sequence;
      return { first: first.id, second: second.id, questions, mean, interval };
    }),
  );
}

function differencesOf(first: Float64Array, second: Float64Array): Float64Array {
  return first.map((value, q) => value - second[q]!).filter((value) => !Number.isNaN(value));
}

function stateOf(
  pairs: readonly SequentialPair[],
  { systems, margin, better }: Pick<SequentialInput, 'systems' | 'margin' | 'better'>,
): SequentialState {
  const ids = systems.map(({ id }) => id);
  const between = intervalsBetween(pairs);
  const least = (a: string, b: string): number => {
    if (a === b) return 0;
    return better === 'higher' ? between(a, b)[0] : between(b, a)[0];
  };
  const remaining = ids.filter((id) => !ids.some((other) => least(other, id) > 0));
  const candidates = candidatesOf(ids, remaining, (a, b) => least(a, b) > 0);
  if (candidates.length === 1) return { kind: 'decided', best: candidates[0]! };
  const alike = margin > 0 && candidates.every((a) => candidates.every((b) => least(a, b) > -margin));
  return alike ? { kind: 'equivalent', best: candidates } : { kind: 'open', candidates };
}

/** Of the difference of one system − another, either way round. */
export function intervalsBetween(pairs: readonly SequentialPair[]): (one: string, other: string) => Interval {
  const known = new Map<string, Interval>();
  for (const { first, second, interval } of pairs) {
    const [low, high] = interval ?? [-Infinity, Infinity];
    known.set(JSON.stringify([first, second]), [low, high]);
    known.set(JSON.stringify([second, first]), [-high, -low]);
  }
  return (one, other) => known.get(JSON.stringify([one, other]))!;
}

/** The one that remains has to be better than each itself. Where none remains, intervals contradict each other. */
function candidatesOf(
  ids: readonly string[],
  remaining: readonly string[],
  isBetter: (a: string, b: string) => boolean,
): readonly string[] {
  const [only, ...others] = remaining;
  if (only === undefined) return ids;
  return others.length > 0 ? remaining : ids.filter((id) => id === only || !isBetter(only, id));
}
