export interface SimulatedRow {
  /** By column. */
  readonly figures: Readonly<Record<string, string>>;
  /** Whether what is claimed of it holds; null where nothing is claimed, as of what must not be done. */
  readonly holds: boolean | null;
}

export interface SimulationOptions {
  /** Sequences or samples of a row. */
  readonly count: number;
  readonly seed: number;
}

/** A row that is still to be computed: it needs no other one, so that rows can be computed side by side. */
export interface RowToSimulate {
  readonly name: string;
  readonly simulate: (options: SimulationOptions) => SimulatedRow | Promise<SimulatedRow>;
}

/** A table that `npm run simulate` prints. */
export interface Simulation {
  readonly title: string;
  /** What its rows have to show. */
  readonly claim: string;
  /** None where the data of the table are absent. */
  readonly rows: () => readonly RowToSimulate[];
}

/** Without the 0 before the point, as the field writes shares and measures. */
export const share = (value: number, digits = 3): string => value.toFixed(digits).replace(/^(-?)0\./, '$1.');
