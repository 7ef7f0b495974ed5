import type { SliceSource } from './dimensions';

/** A system with values for a smaller share of the questions is left out, or it would take the others' questions. */
const MIN_ANSWERED = 0.8;
/** Additions that the tests may take: some seconds. */
const BUDGET = 4e9;
const MIN_RESAMPLES = 999;

/** Positions of the rows that have values for most of the questions that any row has a value for. */
export function answeringRows(values: readonly Float64Array[]): number[] {
  const answered = values.map((row) => row.reduce((count, value) => count + (Number.isNaN(value) ? 0 : 1), 0));
  const most = Math.max(0, ...answered);
  return [...values.keys()].filter((s) => answered[s]! > 0 && answered[s]! >= MIN_ANSWERED * most);
}

/** Questions for which all rows have values. */
export const answeredByAll = (values: readonly Float64Array[]): number[] =>
  [...(values[0]?.keys() ?? [])].filter((q) => values.every((row) => !Number.isNaN(row[q]!)));

/** What the slices of some of the questions are made from. */
export function sourceOf(
  { questions, passages, languages, vectors }: SliceSource,
  counted: readonly number[],
): SliceSource {
  return {
    questions: counted.map((q) => questions[q]!),
    passages,
    languages,
    vectors: vectors && {
      width: vectors.width,
      vectors: Float32Array.from({ length: counted.length * vectors.width }, (_, i) => {
        return vectors.vectors[counted[Math.floor(i / vectors.width)]! * vectors.width + (i % vectors.width)]!;
      }),
    },
  };
}

/** Resamples for so many values, counted once for each dimension: as many as wanted, and fewer where it would take long. */
export const affordable = (wanted: number, values: number): number =>
  Math.max(Math.min(wanted, MIN_RESAMPLES), Math.min(wanted, Math.floor(BUDGET / (4 * Math.max(1, values)))));
