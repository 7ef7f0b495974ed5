import { recentOf } from '../../base/containers';
import { bootstrapSums, type SystemColumns } from '../statistics/bootstrap';
import { Random } from '../statistics/random';
import type { ResampledMoments } from '../statistics/simultaneous';

export const MAX_BYTES = 64e6;

const KEPT = 2;

/** The resamples of `bootstrapSums`, as how often each holds each question: intervals are those of `compare`. */
export class Resamples {
  private readonly known = new Map<number, Uint8Array>();

  constructor(
    readonly seed: number,
    readonly resamples: number,
  ) {}

  /** @returns by resample, the sum of the first of two systems minus that of the second, in units */
  differences(columns: SystemColumns): Float64Array {
    const [a, b] = bootstrapSums(columns, this.resamples, this.seed) as [Float64Array, Float64Array];
    return a.map((sum, r) => sum - b[r]!);
  }

  /** Not exact to the last digit, as {@link differences} is. */
  moments(differences: Float64Array): ResampledMoments {
    const { resamples } = this;
    const counts = this.countsOf(differences.length);
    const [sums, squares] = [new Float64Array(resamples), new Float64Array(resamples)];
    const differing = Array.from(differences.keys()).filter((q) => differences[q] !== 0);
    for (let i = 0; i < differing.length; i += 2) {
      const [first, second = first] = [differing[i]!, differing[i + 1]];
      // Beyond the last question a difference of 0 is added, with the counts of any.
      const [d0, d1] = [differences[first]!, i + 1 < differing.length ? differences[second]! : 0];
      const [s0, s1, o0, o1] = [d0 * d0, d1 * d1, first * resamples, second * resamples];
      for (let r = 0; r < resamples; r++) {
        const c0 = counts[o0 + r]!;
        const c1 = counts[o1 + r]!;
        sums[r]! += d0 * c0 + d1 * c1;
        squares[r]! += s0 * c0 + s1 * c1;
      }
    }
    return { sums, squares };
  }

  private countsOf(questions: number): Uint8Array {
    return recentOf(this.known, questions, KEPT, () => drawn(questions, this.resamples, this.seed));
  }
}

function drawn(questions: number, resamples: number, seed: number): Uint8Array {
  const counts = new Uint8Array(questions * resamples);
  const random = new Random(seed);
  const scale = questions / 2 ** 32;
  const words = new Uint32Array(questions);
  for (let r = 0; r < resamples; r++) {
    random.fill(words);
    for (let i = 0; i < questions; i++) counts[Math.floor(words[i]! * scale) * resamples + r]!++;
  }
  return counts;
}
