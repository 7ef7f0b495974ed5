import type { SliceReport } from '../../domain/slices/report';

const MAX_COLUMNS = 12;
const COLUMN = 36;
const NAMES = 140;
const NAMES_NARROW = 84;
export const NARROW = 480;

/** The longest word of most names in one line. */
const HEAD = 72;

const beside = (width: number): number => width - (width < NARROW ? NAMES_NARROW : NAMES);

export const columnsThatFit = (width: number): number =>
  Math.max(2, Math.min(MAX_COLUMNS, Math.floor(beside(width) / COLUMN)));

/** Whether heads are written upwards, so that no word is broken. */
export const headsUpwards = (width: number, columns: number): boolean =>
  width < NARROW || beside(width) / columns < HEAD;

/** The best system, then the others in the order of the result. @param chosen ids; null for those with the best means */
export function shownSystems(
  { systems, best }: Pick<SliceReport, 'systems' | 'best'>,
  chosen: readonly string[] | null,
  most: number,
): number[] {
  const others = [...systems.keys()].filter((s) => {
    const { id } = systems[s]!;
    return id !== best && (chosen === null || chosen.includes(id));
  });
  const kept = [...others].sort((a, b) => systems[b]!.mean - systems[a]!.mean || a - b).slice(0, most - 1);
  return [systems.findIndex(({ id }) => id === best), ...kept.sort((a, b) => a - b)];
}

/** The cell that an arrow key leads to, in a table of so many rows and columns; null for another key. */
export function nextCell(
  key: string,
  [row, column]: readonly [number, number],
  rows: number,
  columns: number,
): readonly [number, number] | null {
  const within = (value: number, count: number): number => Math.max(0, Math.min(count - 1, value));
  switch (key) {
    case 'ArrowUp':
      return [within(row - 1, rows), column];
    case 'ArrowDown':
      return [within(row + 1, rows), column];
    case 'ArrowLeft':
      return [row, within(column - 1, columns)];
    case 'ArrowRight':
      return [row, within(column + 1, columns)];
    case 'Home':
      return [row, 0];
    case 'End':
      return [row, columns - 1];
    default:
      return null;
  }
}
