/**
 * What Hitrate uses of Papa Parse. Its published types pull in Node's, and with them a world that `domain` must not see.
 */
declare module 'papaparse' {
  const papa: {
    unparse(
      rows: (string | number | undefined)[][],
      options?: { newline?: string; escapeFormulae?: boolean | RegExp },
    ): string;
    parse<Row = string[]>(text: string): { data: Row[]; errors: unknown[] };
  };
  export default papa;
}
