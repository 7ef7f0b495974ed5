import type { Span } from '../../base/types';
import { isSpace, type IsWhiteSpace, trimmed } from './chunk';

/**
 * Spans without white space at their ends, without those that hold nothing else. Where two that follow each other become
 * one and the same, it is there once: a chunk is named by its place, and LangChain would give the same text twice.
 */
export function tidy(text: string, spans: readonly Span[], isWhiteSpace: IsWhiteSpace = isSpace): Span[] {
  const tidied: Span[] = [];
  for (const each of spans) {
    const span = trimmed(text, each, isWhiteSpace);
    const last = tidied.at(-1);
    if (span && !(last?.start === span.start && last.end === span.end)) tidied.push(span);
  }
  return tidied;
}
