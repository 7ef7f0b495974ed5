import { ConfidenceSequence } from '../statistics/confidence-sequence';
import type { Interval } from '../statistics/types';

export interface SequentialInput {
  /** The same questions in the same random order for all; NaN where a question is left out. */
  readonly systems: readonly { readonly id: string; readonly values: Float64Array }[];
  /** Lowest and highest difference that two values can have: −1 and 1 for measures from 0 to 1. */
  readonly range: Interval;
  /** Share of sequences in which a claim may ever be false. */
  readonly alpha: number;
  /** The smallest difference that matters; 0 where no two systems are to be called equivalent. */
  readonly margin: number;
  readonly better: 'higher' | 'lower';
}

/** Differences are first − second. */
export interface SequentialPair {
  readonly first: string;
  readonly second: string;
  /** Questions that have a value of both. */
  readonly questions: number;
  /** NaN without a question. */
  readonly mean: number;
  /**
   * May be read after every question. Null where every mean is excluded, which happens to at most a share of α of all
   * sequences, or where the order was not random: it claims nothing.
   */
  readonly interval: Interval | null;
}

export type SequentialState =
  | { readonly kind: 'decided'; readonly best: string }
  /** Each is shown to be within the margin of every other, and no other system may be the best. */
  | { readonly kind: 'equivalent'; readonly best: readonly string[] }
  /** Systems that may be the best. */
  | { readonly kind: 'open'; readonly candidates: readonly string[] };

export interface SequentialEvidence {
  /**
   * Every pair once, `first` before `second` in the order of the systems. The intervals of a best system with all others
   * hold together.
   */
  readonly pairs: readonly SequentialPair[];
  readonly state: SequentialState;
}

/**
 * What the questions so far show, read as often as one likes: the next question may depend on it, and so may the
 * decision to stop. Every pair has a confidence sequence ({@link ConfidenceSequence}), of m systems at α / (m − 1).
 *
 * That is enough for all claims. Let b be a system of the highest mean. In all but α of the sequences its m − 1
 * intervals contain their means at all times (union bound). Then b is shown to be worse than no system and stays a
 * candidate, so no other system is decided to be the best; b itself is decided only where its interval to each other
 * system lies above 0, so where no other is as good; and whatever is called equivalent is within the margin of b, which
 * is among them. A claim about another pair than those with b is none of these: all pairs together have α / pairs.
 */
export function sequentialEvidence(input: SequentialInput): SequentialEvidence {
  const pairs = pairsAt(input, input.alpha / (input.systems.length - 1));
  return { pairs, state: stateOf(pairs, input) };
}

/** As {@link SequentialEvidence.pairs}, for a table of all pairs: all intervals hold together, each at α / pairs. */
export function simultaneousPairs(input: Pick<SequentialInput, 'systems' | 'range' | 'alpha'>): SequentialPair[] {
  const { length } = input.systems;
  return pairsAt(input, input.alpha / ((length * (length - 1)) / 2));
}

/** What questions in random order show: which system is the best, and a table of all pairs. */
export interface SequentialFigures {
  readonly shown: SequentialEvidence;
  /** Every pair once; the intervals hold together. */
  readonly pairs: readonly SequentialPair[];
}

export function sequentialFigures(input: SequentialInput): SequentialFigures {
  const shown = sequentialEvidence(input);
  return { shown, pairs: input.systems.length === 2 ? shown.pairs : simultaneousPairs(input) };
}

/** @param alpha of each pair */
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
  /** Lowest value of how much better one system can be than another; −∞ where nothing is shown. */
  const advantages = new Map<string, number>();
  const keyOf = (a: string, b: string): string => JSON.stringify([a, b]);
  for (const { first, second, interval } of pairs) {
    const [low, high] = interval ?? [-Infinity, Infinity];
    advantages.set(keyOf(first, second), better === 'higher' ? low : -high);
    advantages.set(keyOf(second, first), better === 'higher' ? -high : low);
  }
  const least = (a: string, b: string): number => (a === b ? 0 : advantages.get(keyOf(a, b))!);
  const remaining = ids.filter((id) => !ids.some((other) => least(other, id) > 0));
  const candidates = candidatesOf(ids, remaining, (a, b) => least(a, b) > 0);
  if (candidates.length === 1) return { kind: 'decided', best: candidates[0]! };
  const alike = margin > 0 && candidates.every((a) => candidates.every((b) => least(a, b) > -margin));
  return alike ? { kind: 'equivalent', best: candidates } : { kind: 'open', candidates };
}

/**
 * Where others were excluded by a third system, the one that remains has to be shown better than each of them itself.
 * Where none remains, the intervals contradict each other and exclude nothing.
 */
function candidatesOf(
  ids: readonly string[],
  remaining: readonly string[],
  isBetter: (a: string, b: string) => boolean,
): readonly string[] {
  const [only, ...others] = remaining;
  if (only === undefined) return ids;
  return others.length > 0 ? remaining : ids.filter((id) => id === only || !isBetter(only, id));
}
