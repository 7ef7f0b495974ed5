/** Values of several systems for the same questions, question by question: those of a question lie side by side. */
export interface Columns {
  readonly questions: number;
  readonly systems: number;
  /** Value of system `s` for question `q` at `q * systems + s`. */
  readonly values: Float64Array;
  /** Sum over questions, by system. */
  readonly sums: Float64Array;
}

/** @param rows one a system, of equal length and without NaN */
export function columnsOf(rows: readonly Float64Array[]): Columns {
  const systems = rows.length;
  const questions = rows[0]?.length ?? 0;
  const values = new Float64Array(questions * systems);
  rows.forEach((row, s) => row.forEach((value, q) => (values[q * systems + s] = value)));
  return { questions, systems, values, sums: Float64Array.from(rows, (row) => row.reduce((a, b) => a + b, 0)) };
}
