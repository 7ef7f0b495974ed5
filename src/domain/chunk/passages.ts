import type { Doc, Span } from '../../base/types';
import { type CountTokens, cutByTokens } from './by-tokens';
import type { ChunkerSpec, SplitChunkerSpec } from './chunker-spec';
import { cut } from './cut';
import { PassageContexts } from './passage-contexts';
import { type Passage, passageAt } from './places';

/** Where a chunker cuts a document. @param count tokens of texts, for a chunker that counts them */
export async function spansOf(doc: Doc, spec: ChunkerSpec, count: CountTokens): Promise<readonly Span[]> {
  if (spec.kind === 'whole') return [{ start: 0, end: doc.text.length }];
  return spec.kind === 'tokens' ? cutByTokens(doc, spec, count) : cut(doc, spec);
}

/** Documents cut into passages, document by document, in the order of the text. */
export async function passagesOf(
  docs: readonly Doc[],
  spec: SplitChunkerSpec,
  count: CountTokens,
): Promise<readonly Passage[]> {
  const passages: Passage[] = [];
  for (const doc of docs) {
    const contexts = new PassageContexts(doc, spec);
    for (const { start, end } of await spansOf(doc, spec, count)) {
      const place = { doc: doc.id, start, end };
      passages.push({ place, doc: passageAt(doc, place, contexts.at(start)) });
    }
  }
  return passages;
}
