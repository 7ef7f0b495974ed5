import Papa from 'papaparse';

/** What spreadsheets split by: a line break of any kind, comma, semicolon, tab, bar, colon. */
const SEPARATOR = /[,;\t|:\n\v\f\r\x85\u2028\u2029]/;

/** Separators, quotes, white space and invisible characters, as many as there are, before what begins a formula. */
const BEFORE_FORMULA = /(?<![,;|:"\s\p{Cc}\p{Cf}])[,;|:"\s\p{Cc}\p{Cf}]*(?=[=+\-@＝＋－＠])/gu;

/**
 * An apostrophe before each place at which a spreadsheet may see the beginning of a formula: `=`, `+`, `-`, `@` or their
 * full-width forms at the start of a text, of a line, or after a separator, with nothing but quotes, white space and
 * invisible characters between. The comma of this file does not bind the reader: where `;` separates, `a;=cmd|…` is two
 * cells, and a quote that does not begin a cell is a character as any other.
 */
const guarded = (text: string): string =>
  text.replace(BEFORE_FORMULA, (before, at: number) => (at === 0 || SEPARATOR.test(before) ? `${before}'` : before));

/**
 * CSV by RFC 4180: comma, CRLF, quotes where needed, a final line break. Numbers keep all their digits (they read back
 * as the same double). `=cmd|…` in a name would run on the machine of whoever opens the file
 * (https://owasp.org/www-community/attacks/CSV_Injection): each place in a text that begins a formula under any separator
 * that spreadsheets know gets an apostrophe before it, and all other text stays as it is, hyphens between words included.
 * Numbers, negative ones too, are never changed. `undefined` is an empty cell.
 */
export function csv(header: readonly string[], rows: readonly (readonly (string | number | undefined)[])[]): string {
  const cells = [[...header], ...rows].map((row) =>
    row.map((cell) => (typeof cell === 'string' ? guarded(cell) : cell)),
  );
  return `${Papa.unparse(cells, { newline: '\r\n' })}\r\n`;
}
