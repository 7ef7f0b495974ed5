import Papa from 'papaparse';

/**
 * What spreadsheets take for a formula: `=cmd|…` in a name would run on the machine of whoever opens the file.
 * Own pattern, since papaparse's lets a formula with a line break in it pass. https://owasp.org/www-community/attacks/CSV_Injection
 */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * CSV by RFC 4180: comma, CRLF, quotes where needed, a final line break. Numbers keep all their digits (they read back
 * as the same double); texts that a spreadsheet would run get a leading apostrophe. `undefined` is an empty cell.
 */
export function csv(header: readonly string[], rows: readonly (readonly (string | number | undefined)[])[]): string {
  const text = Papa.unparse([[...header], ...rows.map((row) => [...row])], {
    newline: '\r\n',
    escapeFormulae: formula,
  });
  return `${text}\r\n`;
}
