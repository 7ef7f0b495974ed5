import Papa from 'papaparse';

const SEPARATOR = /[,;\t|:\n\v\f\r\x85\u2028\u2029]/;

/** Separators, quotes, white space and invisible characters, as many as there are, before what begins a formula. */
const BEFORE_FORMULA = /(?<![,;|:"\s\p{Cc}\p{Cf}])[,;|:"\s\p{Cc}\p{Cf}]*(?=[=+\-@＝＋－＠])/gu;

/** An apostrophe before `=`, `+`, `-`, `@` or full-width forms at the start of a text, a line, or after a separator. */
export const withoutFormulas = (text: string): string =>
  text.replace(BEFORE_FORMULA, (before, at: number) => (at === 0 || SEPARATOR.test(before) ? `${before}'` : before));

/**
 * RFC 4180 with a final line break; numbers keep all digits. Texts get an apostrophe where a formula begins under any
 * separator: `=cmd|…` would run (https://owasp.org/www-community/attacks/CSV_Injection).
 */
export function csv(header: readonly string[], rows: readonly (readonly (string | number | null | undefined)[])[]) {
  const cells = [[...header], ...rows].map((row) =>
    row.map((cell) => (typeof cell === 'string' ? withoutFormulas(cell) : cell)),
  );
  return `${Papa.unparse(cells, { newline: '\r\n' })}\r\n`;
}
