import { chunkerProblems, type SplitChunkerSpec } from './chunker-spec';
import type { Doc, Span } from '../../base/types';
import { byHeadings } from './headings';
import { isSpace, type IsWhiteSpace } from './spans';
import { recursive, SEPARATIONS } from './recursive';
import { isPythonSpace } from './spans';
import { bySentences } from './sentences';
import { tidy } from './spans';
import { windows } from './recursive';

/**
 * Cuts the text of a document by rules that need no model.
 *
 * @returns places in the order of the text, trimmed, none twice; all that is not white space is in at least one
 * @throws {RangeError} when the overlap is not less than the size
 */
export function cut(doc: Doc, spec: Exclude<SplitChunkerSpec, { kind: 'tokens' }>): Span[] {
  refuse(spec);
  return tidy(doc.text, spansOf(doc, spec), whiteSpaceOf(spec));
}

/** What a chunker trims at the ends of its chunks: LangChain's calls Python's `strip`. */
export const whiteSpaceOf = ({ kind }: SplitChunkerSpec): IsWhiteSpace =>
  kind === 'recursive' ? isPythonSpace : isSpace;

/** @throws {RangeError} with the first problem of a spec that cannot be cut by */
export function refuse(spec: SplitChunkerSpec): void {
  const [problem] = chunkerProblems(spec);
  if (problem) throw new RangeError(`${spec.kind}: ${problem.message}`);
}

function spansOf(doc: Doc, spec: Exclude<SplitChunkerSpec, { kind: 'tokens' }>): Span[] {
  const all: Span = { start: 0, end: doc.text.length };
  switch (spec.kind) {
    case 'recursive':
      return recursive(doc.text, all, spec, SEPARATIONS[spec.separators]);
    case 'sentences':
      return bySentences(doc.text, spec);
    case 'headings':
      return byHeadings(doc, spec);
    case 'window':
      return windows(doc.text, all, spec);
  }
}
