import { append, groupBy } from '../../base/containers';
import type { Doc, DocId } from '../../base/types';
import { mergedWith } from './prepare';

/** What became of a document when its collection was read again; documents that stayed as they were have none. */
export interface DocumentChange {
  /**
   * `renamed`: its whole text stands under a new id. `edited`: its own text is another. `split`: several documents hold
   * most of its text. `merged`: its whole text is part of another document, or a copy of it stayed. `deleted`: none of it.
   */
  readonly kind: 'renamed' | 'edited' | 'split' | 'merged' | 'deleted';
  readonly from: DocId;
  readonly to: readonly DocId[];
}

/** Parts of a split document hold this share of its text at least, without white space. */
const SPLIT_SHARE = 0.5;
/** Characters by which a shorter text is looked up in a longer one; texts below this are no part of another. */
const ANCHOR = 24;

/** Compares texts without white space. A document both renamed and edited counts as deleted and added. */
export function documentChanges(before: readonly Doc[], after: readonly Doc[]): DocumentChange[] {
  const now = new Map(after.map((doc) => [doc.id, doc]));
  const known = new Set(before.map(({ id }) => id));
  const changed = before.filter(({ id, text }) => now.get(id)?.text !== text);
  if (changed.length === 0) return [];
  const added = after.filter(({ id }) => !known.has(id));
  const copies = groupBy(after, ({ text }) => text);
  const merged = new Map(after.flatMap((doc) => mergedWith(doc).map((other) => [other, doc.id])));
  const fresh = [...added, ...changed.flatMap(({ id }) => now.get(id) ?? [])].map(visible);
  const gone = changed.filter(({ id }) => !now.has(id)).map(visible);
  const parts = containment(changed.map(visible), fresh);
  const holders = new Map<DocId, DocId>();
  for (const [holder, held] of containment(fresh, gone))
    for (const { id } of held) if (!holders.has(id)) holders.set(id, holder);
  return changed.map(({ id: from, text }): DocumentChange => {
    const copy = copies.get(text)?.find(({ id }) => !known.has(id)) ?? copies.get(text)?.[0];
    const own = parts.get(from) ?? [];
    const all = visible({ id: from, text }).text.length;
    const held = own.reduce((sum, part) => sum + part.text.length, 0);
    if (own.length > 1 && held >= SPLIT_SHARE * all) return { kind: 'split', from, to: own.map(({ id }) => id) };
    if (now.has(from)) return { kind: 'edited', from, to: [from] };
    if (copy) return { kind: known.has(copy.id) ? 'merged' : 'renamed', from, to: [copy.id] };
    const holder = merged.get(from) ?? holders.get(from);
    return holder === undefined ? { kind: 'deleted', from, to: [] } : { kind: 'merged', from, to: [holder] };
  });
}

type VisibleDocument = Pick<Doc, 'id' | 'text'>;

const visible = ({ id, text }: VisibleDocument): VisibleDocument => ({ id, text: text.replace(/\s+/gu, '') });

/** By id of a longer text, the shorter ones that are part of it, in their order there. A text is no part of itself. */
function containment(longer: readonly VisibleDocument[], shorter: readonly VisibleDocument[]) {
  const findable = shorter.filter(({ text }) => text.length >= ANCHOR);
  const byStart = groupBy(findable, ({ text }) => text.slice(0, ANCHOR));
  const found = new Map<DocId, VisibleDocument[]>();
  if (byStart.size === 0) return found;
  for (const { id, text } of longer) {
    const seen = new Set<VisibleDocument>();
    for (let at = 0; at + ANCHOR <= text.length; at++)
      for (const part of byStart.get(text.slice(at, at + ANCHOR)) ?? [])
        if (part.text.length < text.length && !seen.has(part) && text.startsWith(part.text, at)) {
          seen.add(part);
          append(found, id, part);
        }
  }
  return found;
}
