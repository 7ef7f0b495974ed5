import { groupBy } from '../../base/containers';
import type { Doc, DocId } from '../../base/types';
import { folded } from './folded';
import { LikelyAlike } from './min-hash';
import { jaccard, shinglesOfFolded } from './shingles';

/** A document with those after it that are the same, or nearly. */
export interface DuplicateGroup {
  readonly kept: DocId;
  readonly others: readonly { readonly id: DocId; readonly similarity: number; readonly exact: boolean }[];
}

/** Nearly the same: nine tenths of the shingles of both. */
export const NEAR = 0.9;

type ComparedSource = Pick<Doc, 'id' | 'text'>;

interface KeptDocument {
  readonly doc: ComparedSource;
  readonly shingles: Float64Array;
  readonly others: DuplicateGroup['others'][number][];
}

/**
 * Groups of duplicates: a document joins the first kept one before it that is the same but for case, white space and
 * forms of characters, or shares nine tenths of its shingles (Jaccard; candidates by MinHash). So no two kept ones are
 * duplicates. Only kept ones are compared: thousands that are all alike cost no more than as many that are not.
 * Documents without words are no duplicates.
 */
export function duplicateGroups(docs: readonly ComparedSource[]): DuplicateGroup[] {
  const position = new Map(docs.map(({ id }, i) => [id, i]));
  const likely = new LikelyAlike();
  const kept: KeptDocument[] = [];
  for (const [text, [doc, ...copies]] of groupBy(docs, ({ text }) => folded(text).text)) {
    const shingles = shinglesOfFolded(text);
    const keys = likely.keysOf(shingles);
    const near = firstNear(kept, likely.find(keys), shingles);
    if (near) {
      const { others, similarity } = near;
      others.push(...[doc!, ...copies].map(({ id }) => ({ id, similarity, exact: false })));
    } else if (shingles.length > 0) {
      likely.add(keys, kept.length);
      kept.push({ doc: doc!, shingles, others: copies.map(({ id }) => ({ id, similarity: 1, exact: true })) });
    }
  }
  return kept
    .filter(({ others }) => others.length > 0)
    .map(({ doc, others }) => ({
      kept: doc.id,
      others: others.sort((a, b) => position.get(a.id)! - position.get(b.id)!),
    }));
}

function firstNear(kept: readonly KeptDocument[], likely: readonly number[], shingles: Float64Array) {
  for (const number of likely) {
    const { shingles: own, others } = kept[number]!;
    const [few, many] = [own.length, shingles.length].sort((a, b) => a - b) as [number, number];
    if (few < NEAR * many) continue;
    const similarity = jaccard(own, shingles);
    if (similarity >= NEAR) return { others, similarity };
  }
  return null;
}
