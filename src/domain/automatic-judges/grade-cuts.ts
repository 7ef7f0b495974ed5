/** The least score of each grade from 1 on; descending numbers of passages, so ascending scores. */
export type GradeCuts = readonly number[];

/** A passage that a person graded, and the score that a model gave it. */
export interface GradedScore {
  readonly score: number;
  readonly grade: number;
}

/**
 * Cuts at matched prevalence: as many of the passages have a score of grade g and more as people gave grade g and more.
 * Needs no more of a score than its order, and never turns two grades round. A cut is halfway between two scores.
 *
 * @param graded with whole grades; one below 0 stands for unjudged and is left out
 * @returns null where nothing is graded
 */
export function gradeCuts(graded: readonly GradedScore[]): GradeCuts | null {
  const known = graded.filter(({ grade }) => grade >= 0);
  if (known.length === 0) return null;
  const scores = known.map(({ score }) => score).sort((a, b) => b - a);
  const highest = known.reduce((most, { grade }) => Math.max(most, grade), 0);
  return Array.from({ length: highest }, (_, i) => {
    const passages = known.filter(({ grade }) => grade > i).length;
    if (passages === scores.length) return -Infinity;
    return (scores[passages - 1]! + scores[passages]!) / 2;
  });
}

/** The highest grade whose cut a score reaches; 0 below all. */
export const gradeByCuts = (score: number, cuts: GradeCuts): number =>
  cuts.reduce((grade, cut, i) => (score >= cut ? i + 1 : grade), 0);

/**
 * After how many judged questions scores are calibrated anew, on those questions. The automatic grades of a question
 * then never depend on how people judged it or a later one, which keeps the corrected interval valid, and agreement
 * is measured on passages that calibrated nothing. Doubling: the cost grows with the logarithm.
 *
 * @returns ascending, from 0 (nothing is judged) to at most `judged`
 */
export function calibrationTimes(judged: number): number[] {
  const times = [0];
  for (let time = FIRST_CALIBRATION; time <= judged; time *= 2) times.push(time);
  return times;
}

/** Judged questions that are needed to calibrate at all. */
const FIRST_CALIBRATION = 5;
