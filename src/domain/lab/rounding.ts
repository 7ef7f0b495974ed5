import { significant } from '../statistics/significant';

const MAX = 100_000;

/**
 * Values as `significant` gives them, each rounded once: measures take few different values, the same at every move.
 */
export class Rounding {
  private readonly known = new Map<number, number>();

  of(values: Float64Array): Float64Array {
    const rounded = new Float64Array(values.length);
    for (let i = 0; i < values.length; i++) rounded[i] = this.one(values[i]!);
    return rounded;
  }

  private one(value: number): number {
    const known = this.known.get(value);
    if (known !== undefined) return known;
    const rounded = significant([value])[0]!;
    if (this.known.size >= MAX) this.known.clear();
    this.known.set(value, rounded);
    return rounded;
  }
}
