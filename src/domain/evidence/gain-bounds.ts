/** A passage of the pool, with its ranks from 1 in two lists; Infinity where it is not among their first k. */
export interface BoundedPassage {
  readonly first: number;
  readonly second: number;
  /** Undefined where it is not judged. */
  readonly grade: number | undefined;
}

export interface GainOptions {
  readonly cutoff: number;
  readonly maxGrade: number;
  readonly gain: (grade: number) => number;
}

/** Differences that change by less are as good as equal: the search ends. */
const CLOSE = 1e-13;

/**
 * The highest difference of nDCG over grades of the passages without one: of (DCG of first − DCG of second) / DCG of the
 * ideal ranking.
 *
 * Of a ratio N / D the highest value is the λ for which the highest N − λ·D is 0 (Dinkelbach, “On nonlinear fractional
 * programming”, 1967). Which passage has which grade changes N alone, so grades fall with what a unit of gain moves, and
 * only how many passages have each grade is to be found, grade by grade: a passage’s place in the ideal ranking is the
 * number of those that have higher ones.
 */
export function highestGainAdvantage(passages: readonly BoundedPassage[], options: GainOptions): number {
  const { cutoff, gain } = options;
  const discount = (rank: number): number => (rank > cutoff ? 0 : 1 / Math.log2(rank + 1));
  const moves = ({ first, second }: BoundedPassage): number => discount(first) - discount(second);
  const known = passages.flatMap(({ grade }) => (grade !== undefined && grade > 0 ? [grade] : []));
  const open = passages.filter(({ grade }) => grade === undefined).map(moves);
  const now = passages.reduce(
    (sum, passage) =>
      passage.grade !== undefined && passage.grade > 0 ? sum + gain(passage.grade) * moves(passage) : sum,
    0,
  );
  const search = new GradeSearch(open, known, now, options);
  // Without a relevant passage the value is 0, and no ratio.
  let highest = known.length > 0 ? now / search.idealOf(0) : open.length > 0 ? search.allHighest() : 0;
  for (;;) {
    const { difference, ideal } = search.best(highest);
    if (ideal === 0 || difference / ideal <= highest + CLOSE) break;
    highest = difference / ideal;
  }
  return known.length > 0 ? highest : Math.max(0, highest);
}

interface Found {
  readonly difference: number;
  readonly ideal: number;
}

class GradeSearch {
  /** Σ of the highest moves, by how many. */
  private readonly moved: number[] = [0];
  /** Σ of discounts of the first ranks, by how many. */
  private readonly discounts: number[] = [0];
  private readonly levels: readonly number[];

  constructor(
    open: readonly number[],
    private readonly known: readonly number[],
    private readonly now: number,
    private readonly options: GainOptions,
  ) {
    for (const move of [...open].sort((a, b) => b - a)) this.moved.push(this.moved.at(-1)! + move);
    for (let rank = 1; rank <= open.length + known.length; rank++)
      this.discounts.push(this.discounts.at(-1)! + (rank > options.cutoff ? 0 : 1 / Math.log2(rank + 1)));
    const grades = Array.from({ length: options.maxGrade }, (_, i) => i + 1);
    this.levels = [...new Set([...grades, ...known])].sort((a, b) => b - a);
  }

  /** DCG of the ideal ranking where so many have the highest grade, and no other has one. */
  idealOf(count: number): number {
    const { gain, maxGrade } = this.options;
    const grades = [...this.known, ...Array<number>(count).fill(maxGrade)].sort((a, b) => b - a);
    return grades.reduce((sum, grade, i) => sum + gain(grade) * (this.discounts[i + 1]! - this.discounts[i]!), 0);
  }

  /** The value where every passage without a grade has the highest. */
  allHighest(): number {
    const count = this.moved.length - 1;
    return (this.now + this.options.gain(this.options.maxGrade) * this.moved[count]!) / this.idealOf(count);
  }

  /** The highest difference − λ · ideal. */
  best(lambda: number): Found {
    const { moved, discounts, options } = this;
    const score = ({ difference, ideal }: Found): number => difference - lambda * ideal;
    /** By how many passages have a grade so far. */
    let best: (Found | null)[] = moved.map((_, count) => (count === 0 ? { difference: this.now, ideal: 0 } : null));
    for (const level of this.levels) {
      const above = this.known.filter((grade) => grade > level).length;
      const within = this.known.filter((grade) => grade >= level).length;
      const gain = options.gain(level);
      const next = best.map((): Found | null => null);
      for (const [from, found] of best.entries()) {
        if (!found) continue;
        // Unjudged passages get no grade that is not on the scale.
        const last = level > options.maxGrade || !Number.isInteger(level) ? from : moved.length - 1;
        for (let to = from; to <= last; to++) {
          const candidate = {
            difference: found.difference + gain * (moved[to]! - moved[from]!),
            ideal: found.ideal + gain * (discounts[within + to]! - discounts[above + from]!),
          };
          const known = next[to] ?? null;
          if (!known || score(candidate) > score(known)) next[to] = candidate;
        }
      }
      best = next;
    }
    return best.reduce<Found>((most, each) => (each && score(each) > score(most) ? each : most), best[0]!);
  }
}
