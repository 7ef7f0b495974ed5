import { groupBy } from '../../base/containers';
import { alphasOfDrawn, coincidences, type GradeScale } from '../statistics/inter-rater';
import { quantileOfSorted } from '../statistics/quantile';
import { Random } from '../statistics/random';
import { judgedByMany, type JudgedByMany, type Judges } from './judges';
import type { JudgingAct } from './acts';

export const SCALES: readonly GradeScale[] = ['ordinal', 'nominal', 'interval'];

export interface Alpha {
  /** Null where all grades are the same, or nothing has two. */
  readonly alpha: number | null;
  /** 95 %; null where it cannot be computed. */
  readonly interval: readonly [low: number, high: number] | null;
}

export type JudgesAgreement = ReturnType<typeof judgesAgreement>;

const RESAMPLES = 1000;
const TAIL = 0.025;
/** Fewer resamples with an α than this are no distribution. */
const DEFINED = 0.95;

/** Bootstraps over questions: their judgments depend on each other. Negative grades (unjudged) are left out. */
export function judgesAgreement(places: Iterable<JudgedByMany>) {
  const graded = [...places]
    .map((place) => ({ ...place, opinions: place.opinions.filter(({ grade }) => grade >= 0) }))
    .filter(({ opinions }) => opinions.length > 1);
  const units = graded.map(({ query, opinions }) => ({ query, grades: opinions.map(({ grade }) => grade) }));
  const sources = new Map(
    graded.flatMap(({ opinions }) => opinions.map(({ source }) => [JSON.stringify(source), source])),
  );
  const questions = [...groupBy(units, ({ query }) => query).values()].map((own) => own.map(({ grades }) => grades));
  return {
    alphas: alphasOf(questions, 1),
    places: units.length,
    questions: questions.length,
    same: units.filter(({ grades }) => grades.every((grade) => grade === grades[0])).length,
    sources: [...sources.values()],
  };
}

export function alphasOf(questions: readonly (readonly (readonly number[])[])[], seed: number, resamples = RESAMPLES) {
  const found = coincidences(questions);
  const all = alphasOfDrawn(found, [...questions.keys()]);
  const values: Record<GradeScale, number[]> = { nominal: [], ordinal: [], interval: [] };
  const random = new Random(seed);
  const words = new Uint32Array(questions.length);
  for (let b = 0; questions.length > 1 && b < resamples; b++) {
    random.fill(words);
    const drawn = words.map((word) => (word * questions.length) / 2 ** 32);
    const alphas = alphasOfDrawn(found, drawn);
    for (const scale of SCALES) if (alphas[scale] !== null) values[scale].push(alphas[scale]);
  }
  const of = (scale: GradeScale): Alpha => {
    const sorted = Float64Array.from(values[scale]).sort();
    if (all[scale] === null || sorted.length < resamples * DEFINED) return { alpha: all[scale], interval: null };
    return { alpha: all[scale], interval: [quantileOfSorted(sorted, TAIL), quantileOfSorted(sorted, 1 - TAIL)] };
  };
  return { nominal: of('nominal'), ordinal: of('ordinal'), interval: of('interval') };
}

/** The widest range of grades first, then the largest mean squared distance of two grades. */
export function disagreements(places: ReadonlyMap<string, JudgedByMany>) {
  return [...places]
    .map(([key, place]) => {
      const grades = place.opinions.map(({ grade }) => grade);
      return { key, place, range: Math.max(...grades) - Math.min(...grades), spread: spreadOf(grades) };
    })
    .filter(({ range }) => range > 0)
    .sort((a, b) => b.range - a.range || b.spread - a.spread)
    .map(({ key, place, range }) => ({ key, place, range }));
}

function spreadOf(grades: readonly number[]): number {
  const mean = grades.reduce((sum, grade) => sum + grade, 0) / grades.length;
  return grades.reduce((sum, grade) => sum + (grade - mean) ** 2, 0) / (grades.length - 1);
}

export type MergeSummary = NonNullable<ReturnType<typeof mergeSummary>>;

export function mergeSummary(judges: Judges | null, acts: readonly JudgingAct[]) {
  if (!judges || judges.judges.length === 0) return null;
  const places = judgedByMany(judges, acts);
  const { places: judgedTwice, alphas } = judgesAgreement(places.values());
  const { rule, own } = judges;
  return {
    judges: judges.judges.length,
    rule,
    own,
    /** Places that judges of files graded, and those with the grades of two or more. */
    places: places.size,
    judgedTwice,
    ...alphas.ordinal,
  };
}
