import type { LexicalSpec } from '../spec/experiment';
import { cjkBigram } from './cjk-bigram';

/** Splits a text into the terms that a lexical index counts; a term that occurs twice is given twice. */
export type Analyzer = (text: string) => string[];

/** One line an analyzer. Changing what one returns changes scores, so it needs a new name. */
export const analyzers: { readonly [Id in LexicalSpec['analyzer']]: Analyzer } = {
  'cjk-bigram': cjkBigram,
};
