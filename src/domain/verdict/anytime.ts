import type { SequentialInput, SequentialPair, SequentialState } from '../evidence/sequential';
import { sequentialFigures } from '../evidence/sequential-figures';
import { ConfidenceSequence } from '../statistics/confidence-sequence';
import { ALPHA } from '../statistics/paired';
import type { Interval } from '../statistics/types';
import type { ComparedSystems } from './compared';
import type { Inference } from './inference';
import type { Against } from './paired-test';
import type { Standings } from './standings';
import type { PairedTest } from './types';

/**
 * What a verdict rests on while questions are judged in random order: everything holds at every look, see
 * {@link sequentialFigures}. A paired test of p < .05 that is read after every question finds a winner where there is none
 * in a third of all sequences.
 *
 * @param order of the compared questions, in which they are judged: positions in the rows
 * @param range of the difference of two values
 */
export function anytimeInference(compared: ComparedSystems, order: readonly number[], range: Interval): Inference {
  const { ids, rows, means } = compared;
  const ordered = rows.map((row) => Float64Array.from(order, (at) => row[at]!));
  const input = {
    systems: ids.map((id, i) => ({ id, values: ordered[i]! })),
    range,
    alpha: ALPHA,
  };
  return {
    standings: (margin) => anytimeStandings({ ids, means }, margin, input),
    tests: (pairs) => pairs.map((pair) => anytimeTest(ordered, pair, input.range, pairs.length)),
  };
}

type Input = Pick<SequentialInput, 'systems' | 'range' | 'alpha'>;

function anytimeStandings(
  { ids, means }: Pick<ComparedSystems, 'ids' | 'means'>,
  margin: number,
  input: Input,
): Standings | null {
  if (ids.length < 2 || input.systems[0]!.values.length === 0) return null;
  const { shown, pairs } = sequentialFigures({ ...input, margin, better: 'higher' });
  const candidates = candidatesOf(shown.state);
  const own = new Intervals(ids, shown.pairs);
  // Not only differences to a best system are shown: all of them have to hold together.
  const together = new Intervals(ids, pairs);
  const all = [...ids.keys()];
  const others = (i: number): number[] => all.filter((j) => j !== i);
  return {
    order: [...all].sort((a, b) => means[b]! - means[a]! || a - b),
    toBest: all.map((i): Interval => {
      const to = others(i).map((j) => together.of(i, j));
      return [Math.min(...to.map(([low]) => low)), Math.min(...to.map(([, high]) => high))];
    }),
    candidates: ids.map((id) => candidates.includes(id)),
    withinMargin: all.map((i) => others(i).every((j) => isWithin(own.of(i, j), margin))),
  };
}

function candidatesOf(state: SequentialState): readonly string[] {
  if (state.kind === 'decided') return [state.best];
  return state.kind === 'open' ? state.candidates : state.best;
}

const isWithin = ([low]: Interval, margin: number): boolean => low > -margin || low >= 0;

/** Of the difference of one system to another, by position. */
class Intervals {
  private readonly byPair = new Map<string, Interval>();

  constructor(
    private readonly ids: readonly string[],
    pairs: readonly SequentialPair[],
  ) {
    for (const { first, second, interval } of pairs) {
      const [low, high] = interval ?? [-Infinity, Infinity];
      this.byPair.set(JSON.stringify([first, second]), [low, high]);
      this.byPair.set(JSON.stringify([second, first]), [-high, -low]);
    }
  }

  of(i: number, j: number): Interval {
    return this.byPair.get(JSON.stringify([this.ids[i], this.ids[j]]))!;
  }
}

function anytimeTest(
  rows: readonly Float64Array[],
  [system, other]: Against,
  range: Interval,
  comparisons: number,
): PairedTest {
  const sequence = new ConfidenceSequence({ range, alpha: ALPHA / comparisons });
  for (const [q, value] of rows[system]!.entries()) sequence.add(value - rows[other]![q]!);
  const { interval } = sequence;
  const finding = !interval ? 'open' : interval[0] > 0 ? 'better' : interval[1] < 0 ? 'worse' : 'open';
  return { difference: sequence.mean, interval, p: null, holm: null, comparisons, finding, anytime: true };
}
