/** Rows of one height of which only those near the visible part are drawn. */
export interface RowWindow {
  readonly first: number;
  /** After the last. */
  readonly end: number;
}

/**
 * The rows to draw.
 *
 * @param top where the list begins, from the top of what is visible: negative when it is scrolled
 * @param height of what is visible
 * @param spare rows that are drawn before and after
 */
export function rowWindow(count: number, row: number, top: number, height: number, spare = 8): RowWindow {
  if (row <= 0 || count === 0) return { first: 0, end: Math.min(count, 2 * spare) };
  const first = Math.floor(-top / row) - spare;
  const end = Math.ceil((height - top) / row) + spare;
  const clamp = (at: number): number => Math.max(0, Math.min(count, at));
  return { first: clamp(first), end: clamp(end) };
}
