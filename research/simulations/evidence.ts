import { sequentialEvidence } from '../../src/domain/evidence/sequential';
import { ConfidenceSequence } from '../../src/domain/statistics/confidence-sequence';
import { ALPHA, pairedT } from '../../src/domain/statistics/paired';
import { uniform } from '../../src/domain/statistics/random';

export interface SimulatedSequences {
  /** Differences of a question between two systems: those that are judged, in an order by chance. */
  readonly differences: readonly number[];
  /** The mean of the differences, whose signs are by chance but for it. */
  readonly mean: number;
  readonly sequences: number;
  readonly seed: number;
}

export interface StoppedSequences {
  /** How many ended with a decision. */
  readonly decided: number;
  /** Questions judged until then, the median; null where none ended. */
  readonly questions: number | null;
}

/** Which differences from 0 an interval finds that is read after every question: `rereadT` is what must not be done. */
export const READ_BY = {
  sequence: (values: readonly number[]): number | null => {
    const sequence = new ConfidenceSequence({ range: [-1, 1], alpha: ALPHA });
    for (const [i, value] of values.entries()) {
      sequence.add(value);
      const interval = sequence.interval;
      if (!interval || interval[0] > 0 || interval[1] < 0) return i + 1;
    }
    return null;
  },
  rereadT: (values: readonly number[]): number | null => {
    for (let t = 3; t <= values.length; t++)
      if ((pairedT(Float64Array.from(values.slice(0, t)))?.p ?? 1) < ALPHA) return t;
    return null;
  },
} as const;

/** How many sequences of questions end with a decision, each read after every question. */
export function stoppedSequences(simulated: SimulatedSequences, read: keyof typeof READ_BY): StoppedSequences {
  const { differences, mean, sequences, seed } = simulated;
  const random = uniform(seed);
  const stops: number[] = [];
  for (let s = 0; s < sequences; s++) {
    const values = differences
      .map((value) => ({ at: random(), value: (random() < 0.5 ? -value : value) + mean }))
      .sort((a, b) => a.at - b.at)
      .map(({ value }) => Math.max(-1, Math.min(1, value)));
    const stop = READ_BY[read](values);
    if (stop !== null) stops.push(stop);
  }
  stops.sort((a, b) => a - b);
  return { decided: stops.length, questions: stops[Math.floor(stops.length / 2)] ?? null };
}

export interface SimulatedSystems {
  /** By system: its values for the same questions, from 0 to 1. */
  readonly rows: readonly (readonly number[])[];
  /** By system: what is added to its values, whose systems are by chance for each question. */
  readonly advantages: readonly number[];
  readonly margin: number;
  readonly correction: 'corrected' | 'uncorrected';
  readonly sequences: number;
  readonly seed: number;
}

export interface ClaimedSystems {
  /** Sequences that end with one best system. */
  readonly decided: number;
  /** Of these, those that name a system that is not better than every other one. */
  readonly wrong: number;
  /** Sequences in which a system of the highest mean is no candidate any more. */
  readonly lost: number;
  /** Sequences that call systems equivalent that are not. */
  readonly falselyEquivalent: number;
}

/**
 * What is claimed of several systems by sequences of questions in random order, read after every question. Claims are
 * those after the last question: intervals only become narrower, so that nothing claimed is taken back; one in which a
 * mean has no interval any more counts as wrong.
 */
export function claimedSystems(simulated: SimulatedSystems): ClaimedSystems {
  const { rows, advantages, margin, correction, sequences, seed } = simulated;
  const random = uniform(seed);
  const widest = 1 + Math.max(...advantages) - Math.min(...advantages);
  const highest = Math.max(...advantages);
  const ids = rows.map((_, i) => String(i));
  const counts = { decided: 0, wrong: 0, lost: 0, falselyEquivalent: 0 };
  for (let s = 0; s < sequences; s++) {
    const order = shuffled([...rows[0]!.keys()], random);
    const values = rows.map(() => new Float64Array(order.length));
    for (const [t, q] of order.entries())
      for (const [i, from] of shuffled([...rows.keys()], random).entries())
        values[i]![t] = rows[from]![q]! + advantages[i]!;
    const { pairs, state } = sequentialEvidence({
      systems: ids.map((id, i) => ({ id, values: values[i]! })),
      range: [-widest, widest],
      // Each pair has its share of α; without the correction, all of it.
      alpha: correction === 'corrected' ? ALPHA : ALPHA * (rows.length - 1),
      margin,
      better: 'higher',
    });
    const isBest = (id: string): boolean => advantages[Number(id)] === highest;
    const alone = advantages.filter((each) => each === highest).length === 1;
    if (pairs.some(({ interval }) => !interval))
      [counts.decided, counts.wrong] = [counts.decided + 1, counts.wrong + 1];
    else if (state.kind === 'decided') {
      counts.decided++;
      if (!isBest(state.best) || !alone) counts.wrong++;
    } else {
      const candidates = state.kind === 'open' ? state.candidates : state.best;
      if (!candidates.some(isBest)) counts.lost++;
      if (state.kind === 'equivalent' && state.best.some((id) => highest - advantages[Number(id)]! >= margin))
        counts.falselyEquivalent++;
    }
  }
  return counts;
}

function shuffled<T>(values: readonly T[], random: () => number): T[] {
  return values
    .map((value) => ({ at: random(), value }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value);
}
