/** What Hitrate uses of Papa Parse: its published types pull in Node's. */
declare module 'papaparse' {
  export interface Step {
    readonly data: string[];
    readonly errors: readonly { readonly code: string; readonly index?: number }[];
    /** `cursor` is where the row ends. */
    readonly meta: { readonly cursor: number };
  }

  const papa: {
    unparse(rows: (string | number | null | undefined)[][], options?: { newline?: string }): string;
    parse(
      text: string,
      options?: { delimiter?: string; newline?: string; fastMode?: boolean; step?: (step: Step) => void },
    ): { data: string[][]; errors: unknown[] };
  };
  export default papa;
}
