import Papa from 'papaparse';

/** What spreadsheets split by: a line break of any kind, comma, semicolon, tab, bar, colon. */
const SEPARATOR = /[,;\t|:\n\v\f\r\x85\u2028\u2029]/;

/** Separators, quotes, white space and invisible characters, as many as there are, before what begins a formula. */
const BEFORE_FORMULA = /(?<![,;|:"\s\p{Cc}\p{Cf}])[,;|:"\s\p{Cc}\p{Cf}]*(?=[=+\-@＝＋－＠])/gu;

/**
 * An apostrophe before each place at which a spreadsheet may see a formula: `=`, `+`, `-`, `@` or full-width forms at
 * the start of a text, of a line, or after a separator, with only quotes, white space and invisible characters between.
 * Readers may separate by `;`: `a;=cmd|…` is then two cells, and a quote that does not begin a cell is literal.
 */
export const withoutFormulas = (text: string): string =>
  text.replace(BEFORE_FORMULA, (before, at: number) => (at === 0 || SEPARATOR.test(before) ? `${before}'` : before));

/**
 * CSV by RFC 4180: comma, CRLF, quotes where needed, a final line break. `undefined` is an empty cell. Numbers, also
 * negative, are never changed and keep all digits (they read back as the same double). Texts: each place that begins a
 * formula under any separator known to spreadsheets gets an apostrophe, since `=cmd|…` in a name would run on the
 * reader's machine (https://owasp.org/www-community/attacks/CSV_Injection); all else, hyphens within words included,
 * stays as it is.
 */
export function csv(header: readonly string[], rows: readonly (readonly (string | number | undefined)[])[]): string {
  const cells = [[...header], ...rows].map((row) =>
    row.map((cell) => (typeof cell === 'string' ? withoutFormulas(cell) : cell)),
  );
  return `${Papa.unparse(cells, { newline: '\r\n' })}\r\n`;
}
