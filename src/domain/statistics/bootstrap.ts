import { type SystemColumns, LANES, rowsOf } from './columns';
import { Random } from './random';

/**
 * Sums over resamples of the questions, drawn with replacement. Each resample is drawn once and summed for every system,
 * so that the resampled difference of two systems is the difference of their sums, whichever others are there.
 *
 * An index is ⌊r · n / 2³²⌋ of a random r: its bias is below n / 2³².
 *
 * @returns one row a system, one sum a resample, in units of the columns
 */
export function bootstrapSums(columns: SystemColumns, resamples: number, seed: number): Float64Array[] {
  const { questions, systems, blocks } = columns;
  const random = new Random(seed);
  const scale = questions / 2 ** 32;
  const words = new Uint32Array(questions);
  const drawn = new Int32Array(questions);
  const sums = blocks.map(() => new Float64Array(resamples * LANES));
  for (let b = 0; b < resamples; b++) {
    random.fill(words);
    for (let i = 0; i < questions; i++) drawn[i] = words[i]! * scale;
    for (let k = 0; k < blocks.length; k++) addDrawn(blocks[k]!, drawn, sums[k]!, b * LANES);
  }
  return rowsOf(systems, sums);
}

/** Sums the drawn questions of four systems into `sums`, from `at` on. */
function addDrawn(block: Float64Array, drawn: Int32Array, sums: Float64Array, at: number): void {
  let [s0, s1, s2, s3] = [0, 0, 0, 0];
  for (let i = 0; i < drawn.length; i++) {
    const from = drawn[i]! * LANES;
    s0 += block[from]!;
    s1 += block[from + 1]!;
    s2 += block[from + 2]!;
    s3 += block[from + 3]!;
  }
  sums[at] = s0;
  sums[at + 1] = s1;
  sums[at + 2] = s2;
  sums[at + 3] = s3;
}
