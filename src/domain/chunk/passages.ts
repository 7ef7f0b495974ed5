import type { Doc, Span } from '../../base/types';
import { type CountTokens, cutByTokens } from './by-tokens';
import type { ChunkerSpec } from './chunker-spec';
import { cut } from './cut';
import { PassageContexts } from './passage-contexts';
import { type Passage, passageAt, withContext } from './places';
import type { WrittenContexts } from './written-contexts';

/** Where a chunker cuts a document. @param count tokens of texts, for a chunker that counts them */
export async function spansOf(doc: Doc, spec: ChunkerSpec, count: CountTokens): Promise<readonly Span[]> {
  if (spec.kind === 'whole') return [{ start: 0, end: doc.text.length }];
  return spec.kind === 'tokens' ? cutByTokens(doc, spec, count) : cut(doc, spec);
}

/**
 * Documents cut into passages, document by document, in the order of the text. A document that is not cut keeps its id,
 * and all else that it has.
 *
 * @param written contexts from a file, which the spec names; null where it names none
 */
export async function passagesOf(
  docs: readonly Doc[],
  spec: ChunkerSpec,
  count: CountTokens,
  written: WrittenContexts | null = null,
): Promise<readonly Passage[]> {
  const passages: Passage[] = [];
  for (const doc of docs) {
    const spans = await spansOf(doc, spec, count);
    const given = written?.of(doc, spans);
    const made = given || spec.kind === 'whole' ? null : new PassageContexts(doc, spec);
    for (const [i, { start, end }] of spans.entries()) {
      const place = { doc: doc.id, start, end };
      const context = made?.at(start) ?? { title: '', context: given?.[i] ?? '' };
      const passage = spec.kind === 'whole' ? withContext(doc, context) : passageAt(doc, place, context);
      passages.push({ place, doc: passage });
    }
  }
  return passages;
}
