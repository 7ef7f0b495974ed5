/** Rows of numbers as in `1 .5 2, 0 3 4`. */
export const rowsIn = <Row extends readonly number[] = number[]>(text: string): Row[] =>
  (text ? text.split(', ') : []).map((row) => row.split(' ').map(Number) as unknown as Row);
