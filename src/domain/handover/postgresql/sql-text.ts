/** A name as SQL reads it whatever it holds. */
export const quotedName = (name: string): string => `"${stored(name).replaceAll('"', '""')}"`;

/** A text as SQL reads it whatever it holds, with `standard_conforming_strings` on, as it is unless somebody turns it off. */
export const quotedText = (text: string): string => `'${stored(text).replaceAll("'", "''")}'`;

/** A text as PostgreSQL can hold it: it has no character 0 and no half of a surrogate pair. Each becomes U+FFFD. */
export const stored = (text: string): string => text.replaceAll('\0', '\ufffd').replace(/\p{Surrogate}/gu, '\ufffd');

/** A number as PostgreSQL reads back the same double-precision number. */
export const double = (number: number): string => `${number}::float8`;

export const arrayText = (values: readonly string[]): string =>
  `{${values.map((value) => `"${stored(value).replace(/["\\]/g, '\\$&')}"`).join(',')}}`;

/** Of equal scores, for an `ORDER BY`: as trec_eval has them. */
export const tieOrder = (id: string): string => `${id} COLLATE "C" DESC`;
