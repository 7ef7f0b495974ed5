import { tally } from '../../base/containers';

export type Kappa = ReturnType<typeof cohensKappa>;

/**
 * Cohen's κ = 1 − Σ w·o / Σ w·e over pairs of grades: o the share of items, e by chance, w 1 for different grades
 * (1960) or their distance (1968). As scikit-learn's `cohen_kappa_score`, whose NaN is null here.
 */
export function cohensKappa(pairs: readonly (readonly [number, number])[]) {
  const grades = scaleOf(pairs.flat());
  const position = new Map(grades.map((grade, i) => [grade, i]));
  const placed = pairs.map(([first, second]) => position.get(first)! * grades.length + position.get(second)!);
  // In the order of the matrix, on which the last digit of a sum depends.
  const cells = tally(placed.sort((a, b) => a - b));
  const items = pairs.length;
  const nominal = kappaOf(cells, grades, items, (a, b) => Number(a !== b));
  return {
    items,
    /** Share of items with the same grade both times; NaN for no item. */
    observed: pairs.filter(([first, second]) => first === second).length / items,
    kappa: nominal,
    /** κ with weights that grow with the distance of two grades: a 3 and a 2 disagree less than a 3 and a 0. */
    linear: kappaOf(cells, grades, items, (a, b) => Math.abs(a - b)),
    /** Why there is no κ: no items, or one grade alone, with which chance agrees always. */
    undefined: nominal !== null ? null : items === 0 ? 'no-items' : 'one-grade',
    grades,
    /** `confusion[first][second]`: how many items had these of the grades; null for more than {@link TABLE_GRADES}. */
    confusion:
      grades.length > TABLE_GRADES
        ? null
        : grades.map((_, first) => grades.map((_, second) => cells.get(first * grades.length + second) ?? 0)),
  };
}

const TABLE_GRADES = 20;

/** All whole grades from 0 to the highest, where a table holds them; otherwise, and with fractions, those that were given. */
function scaleOf(given: readonly number[]): number[] {
  const highest = given.reduce((most, grade) => Math.max(most, grade), 0);
  return highest < TABLE_GRADES && given.every((grade) => Number.isInteger(grade) && grade >= 0)
    ? Array.from({ length: highest + 1 }, (_, grade) => grade)
    : [...new Set(given)].sort((a, b) => a - b);
}

function kappaOf(
  cells: ReadonlyMap<number, number>,
  grades: readonly number[],
  items: number,
  weight: (first: number, second: number) => number,
): number | null {
  const [firsts, seconds] = [grades.map(() => 0), grades.map(() => 0)];
  let [observed, expected] = [0, 0];
  for (const [cell, count] of cells) {
    const [first, second] = [Math.floor(cell / grades.length), cell % grades.length];
    observed += weight(grades[first]!, grades[second]!) * count;
    firsts[first]! += count;
    seconds[second]! += count;
  }
  for (const [first, count] of firsts.entries())
    for (let second = 0; count > 0 && second < seconds.length; second++)
      expected += (weight(grades[first]!, grades[second]!) * count * seconds[second]!) / items;
  return expected > 0 ? 1 - observed / expected : null;
}

/** How far two grades are apart: not at all or wholly, by the grades that lie between them, by their squared distance. */
export type GradeScale = 'nominal' | 'ordinal' | 'interval';

/** Pairs of grades within units, those of a group in one list: positions of the two in `grades`, and a weight. */
export type Coincidences = ReturnType<typeof coincidences>;

/** The coincidences of each group of units: sums over them are those of the groups together. */
export function coincidences(groups: readonly (readonly (readonly number[])[])[]) {
  const paired = groups.map((units) => units.filter(({ length }) => length > 1));
  const grades = [...new Set(paired.flat(2))].sort((a, b) => a - b);
  const position = new Map(grades.map((grade, i) => [grade, i]));
  const size = grades.length;
  const ofGroup = (units: readonly (readonly number[])[]): Float64Array => {
    const cells = new Map<number, number>();
    for (const unit of units) {
      const at = unit.map((grade) => position.get(grade)!);
      // Each unit adds as much as it has grades.
      const weight = 1 / (unit.length - 1);
      for (let i = 0; i < at.length; i++)
        for (let j = 0; j < at.length; j++) {
          // A judge is not paired with himself.
          if (i === j) continue;
          const cell = at[i]! * size + at[j]!;
          cells.set(cell, (cells.get(cell) ?? 0) + weight);
        }
    }
    return Float64Array.from([...cells].flatMap(([cell, weight]) => [Math.floor(cell / size), cell % size, weight]));
  };
  return { grades, groups: paired.map(ofGroup) };
}

/**
 * Krippendorff's α = 1 − D_o / D_e of any number of judges, of some groups, of which one may be drawn several times:
 * D_o is the mean squared distance of two grades of one unit, D_e of any two. Units with a single grade count for
 * nothing. “Computing Krippendorff’s alpha-reliability”, 2011; “Content analysis”, 4th edition, 2018, chapter 12.
 * @returns 1 for full agreement, 0 for that of chance; null where no unit has two grades, or all grades are the same
 */
export function alphasOfDrawn(
  { grades, groups }: Coincidences,
  drawn: ArrayLike<number>,
): Readonly<Record<GradeScale, number | null>> {
  const pairs = Array.from(drawn, (group) => groups[group]!);
  const counts = new Float64Array(grades.length);
  for (const each of pairs) for (let at = 0; at < each.length; at += 3) counts[each[at]!]! += each[at + 2]!;
  let total = 0;
  const below = counts.map((count) => (total += count) - count / 2);
  const observed = { nominal: 0, ordinal: 0, interval: 0 };
  for (const each of pairs)
    for (let at = 0; at < each.length; at += 3) {
      const [a, b, weight] = [each[at]!, each[at + 1]!, each[at + 2]!];
      if (a === b) continue;
      observed.nominal += weight;
      observed.ordinal += weight * (below[a]! - below[b]!) ** 2;
      observed.interval += weight * (grades[a]! - grades[b]!) ** 2;
    }
  const isOneGrade = counts.filter((count) => count > 0).length < 2;
  const alpha = (apart: number, expected: number): number | null =>
    isOneGrade ? null : 1 - ((total - 1) * apart) / expected;
  return {
    nominal: alpha(
      observed.nominal,
      counts.reduce((sum, count) => sum + count * (total - count), 0),
    ),
    ordinal: alpha(observed.ordinal, squaredDistances(below, counts, total)),
    interval: alpha(observed.interval, squaredDistances(grades, counts, total)),
  };
}

/** Σ (a − b)² over all pairs of values, which is twice their number times Σ (a − mean)². */
function squaredDistances(values: ArrayLike<number>, counts: Float64Array, total: number): number {
  const mean = counts.reduce((sum, count, i) => sum + count * values[i]!, 0) / total;
  return 2 * total * counts.reduce((sum, count, i) => sum + count * (values[i]! - mean) ** 2, 0);
}
