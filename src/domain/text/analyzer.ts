/** Splits a text into the terms that a lexical index counts; a term that occurs twice is given twice. */
export type Analyzer = (text: string) => string[];
