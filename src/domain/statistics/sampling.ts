import { bootstrapSums, type SystemColumns, columnsOf } from './bootstrap';
import { signedSums } from './randomisation';

/** XORed with the seed, so that signs are independent of resamples. */
const SIGNS = 0x5197;

/** Some systems on the questions for which all of them have values. */
export interface Shared {
  readonly questions: number;
  readonly rows: readonly Float64Array[];
  /** Sums over the questions, by system, in `unit`s. */
  readonly sums: readonly number[];
  readonly unit: number;
  /** Sums over resamples of the questions, a row a system, in units. */
  readonly bootstrapped: () => readonly Float64Array[];
  /** Sums with random signs, a row a system, in units. */
  readonly signed: () => readonly Float64Array[];
}

interface Group {
  readonly systems: readonly number[];
  readonly rows: readonly Float64Array[];
  readonly columns: SystemColumns;
  bootstrapped: readonly Float64Array[] | null;
  signed: readonly Float64Array[] | null;
}

/** Resamples and signs, drawn once for all systems with the same questions: seed and number of questions decide. */
export class Sampling {
  /** By the questions. Mostly there is one: all, or those for which the measure is defined. */
  private readonly groups = new Map<string, Group>();
  private readonly complete: boolean;

  /** @param values a row a system, aligned by question; NaN where a question is left out */
  constructor(
    private readonly values: readonly Float64Array[],
    private readonly seed: number,
    private readonly resamples: number,
  ) {
    this.complete = !values.some((row) => row.some(Number.isNaN));
  }

  sharedBy(systems: readonly number[]): Shared {
    const group = this.groupOf(this.keptBy(systems));
    const at = systems.map((s) => group.systems.indexOf(s));
    const { rows, columns } = group;
    const own = <T>(all: readonly T[]): T[] => at.map((i) => all[i]!);
    return {
      questions: columns.questions,
      rows: own(rows),
      sums: at.map((i) => columns.sums[i]!),
      unit: columns.unit,
      bootstrapped: () => own((group.bootstrapped ??= bootstrapSums(columns, this.resamples, this.seed))),
      signed: () => own((group.signed ??= signedSums(columns, this.resamples, this.seed ^ SIGNS))),
    };
  }

  /** Which questions all of the systems have, 1 or 0 each; null for all questions. */
  private keptBy(systems: readonly number[]): Uint8Array | null {
    if (this.complete) return null;
    const length = this.values[0]!.length;
    return Uint8Array.from({ length }, (_, q) => (systems.some((s) => Number.isNaN(this.values[s]![q])) ? 0 : 1));
  }

  private groupOf(kept: Uint8Array | null): Group {
    const key = kept?.join('') ?? 'all';
    const known = this.groups.get(key);
    if (known) return known;
    const has = (row: Float64Array): boolean => !kept || kept.every((keep, q) => keep === 0 || !Number.isNaN(row[q]));
    const systems = [...this.values.keys()].filter((s) => has(this.values[s]!));
    const rows = systems.map((s) => (kept ? this.values[s]!.filter((_, q) => kept[q] === 1) : this.values[s]!));
    const group = { systems, rows, columns: columnsOf(rows), bootstrapped: null, signed: null };
    this.groups.set(key, group);
    return group;
  }
}
