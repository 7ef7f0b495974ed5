export interface SimulatedRow {
  readonly name: string;
  /** By column. */
  readonly figures: Readonly<Record<string, string>>;
  /** Whether what is claimed of it holds; null where nothing is claimed, as of what must not be done. */
  readonly holds: boolean | null;
}

/** A table that `npm run simulate` prints. */
export interface Simulation {
  readonly title: string;
  /** What its rows have to show. */
  readonly claim: string;
  /** @param count sequences or samples of a row */
  readonly rows: (options: { readonly count: number; readonly seed: number }) => Iterable<SimulatedRow>;
}

/** Without the 0 before the point, as the field writes shares and measures. */
export const share = (value: number, digits = 3): string => value.toFixed(digits).replace(/^(-?)0\./, '$1.');
