import { instantiate } from 'virtual:kernel/statistics';
import { Random } from './random';

/** Systems are summed two at a time. */
export const LANES = 2;

const PAGE = 65_536;
const PAIR = 16;
const WORD = 4;
/** Where nothing of the kernel itself lies. */
const FIRST = 1024;
const TABLES = 4 * 256 * PAIR;
/** Resamples that are drawn before they are packed. */
const TILE = 64;
/** Bytes of packed resamples up to which all are kept: measures of a run are resampled alike. */
const ROOM = 64e6;

let kernel: ReturnType<typeof instantiate> | null = null;
let last: ResampledSums | null = null;

/** The sums of systems over resamples of the questions, and over random signs, in WebAssembly. */
export class ResampledSums {
  /** A memory cannot shrink, and browsers allow few: all share one. */
  static of(questions: number, resamples: number): ResampledSums {
    if (last?.questions !== questions || last.resamples !== resamples) last = new ResampledSums(questions, resamples);
    return last;
  }

  private readonly kernel = (kernel ??= instantiate());
  /** Resamples that are drawn at a time. */
  private readonly columns: number;
  private readonly at: ReturnType<ResampledSums['layout']>;
  /** The seed of the resamples that lie in the memory. */
  private drawn: number | null = null;

  private constructor(
    readonly questions: number,
    readonly resamples: number,
  ) {
    this.columns = Math.max(1, Math.min(resamples, Math.floor(ROOM / (this.width / 4))));
    this.at = this.layout();
  }

  /** @param blocks as of `columnsOf` @returns pairs of sums, resample by resample, for each block */
  bootstrap(blocks: readonly Float64Array[], seed: number): Float64Array[] {
    const { questions, resamples, columns, at } = this;
    const sums = blocks.map(() => new Float64Array(resamples * LANES));
    for (let start = 0; start < resamples; start += columns) {
      const size = Math.min(columns, resamples - start);
      // What is drawn anew is of no seed until it is whole.
      if (start === 0 && this.drawn !== seed) {
        this.drawn = null;
        this.seed(seed);
      }
      if (this.drawn !== seed) this.draw(size);
      blocks.forEach((block, k) => {
        this.place(block);
        this.kernel.addDrawn(at.tables, at.block, questions, at.packed, columns, at.beyond, at.ends, at.sums, size);
        sums[k]!.set(this.doubles(at.sums, size * LANES), start * LANES);
      });
    }
    this.drawn = columns >= resamples ? seed : null;
    return sums;
  }

  /** Over the questions whose random sign is one: every system has the same signs. */
  signed(blocks: readonly Float64Array[], seed: number): Float64Array[] {
    const { questions, resamples, at } = this;
    return blocks.map((block) => {
      this.seed(seed);
      this.place(block);
      this.kernel.addSigned(at.state, at.tables, at.block, questions, at.words, at.sums, resamples);
      return this.doubles(at.sums, resamples * LANES).slice();
    });
  }

  /** Bytes of a resample before it is packed. */
  private get width(): number {
    return 16 * Math.ceil(this.questions / 16);
  }

  private layout() {
    const { questions, resamples, columns, width } = this;
    let next = FIRST;
    const take = (bytes: number): number => {
      const address = next;
      next += PAIR * Math.ceil(bytes / PAIR);
      return address;
    };
    return {
      state: take(4 * WORD),
      tables: take(TABLES),
      // The tables of signs are of 32 questions.
      block: take((width + 16) * PAIR),
      sums: take(resamples * PAIR),
      words: take(Math.max(questions, resamples) * WORD),
      plain: take(TILE * width),
      packed: take((width / 4) * columns),
      ends: take(columns * WORD),
      beyond: next,
    };
  }

  private draw(size: number): void {
    const { questions, columns, at } = this;
    let entries = 0;
    for (let b = 0; b < size; b += TILE) {
      const tile = Math.min(TILE, size - b);
      this.grow(at.beyond + (entries + tile * questions) * WORD);
      const [packed, ends] = [at.packed + b, at.ends + b * WORD];
      const { words, plain, beyond, state } = at;
      entries = this.kernel.draw(state, questions, tile, words, plain, packed, columns, beyond, ends, entries);
    }
  }

  private seed(seed: number): void {
    this.grow(this.at.beyond);
    new Uint32Array(this.kernel.memory.buffer, this.at.state, 4).set(new Random(seed).state);
  }

  private place(block: Float64Array): void {
    this.grow(this.at.beyond);
    const { at, width, resamples } = this;
    const own = this.doubles(at.block, (width + 16) * LANES);
    own.fill(0, block.length);
    own.set(block);
    this.doubles(at.sums, resamples * LANES).fill(0);
  }

  private doubles(address: number, length: number): Float64Array {
    return new Float64Array(this.kernel.memory.buffer, address, length);
  }

  private grow(bytes: number): void {
    const missing = bytes - this.kernel.memory.buffer.byteLength;
    if (missing > 0) this.kernel.memory.grow(Math.ceil(missing / PAGE));
  }
}
