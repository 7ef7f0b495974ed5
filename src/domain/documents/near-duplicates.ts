import type { Doc, DocId } from '../types';
import { folded } from './folded';
import { candidatePairs } from './min-hash';
import { jaccard, shinglesOfFolded } from './shingles';

/** Two documents that are the same, or nearly. */
export interface DuplicatePair {
  /** The one that comes first. */
  readonly first: DocId;
  readonly second: DocId;
  /** Share of their shingles that both have; 1 where the texts are the same but for case, white space and forms. */
  readonly similarity: number;
  readonly exact: boolean;
}

/** A document with those after it that are the same, or nearly. */
export interface DuplicateGroup {
  /** The one that is kept. */
  readonly kept: DocId;
  readonly others: readonly { readonly id: DocId; readonly similarity: number; readonly exact: boolean }[];
}

/** Nearly the same: nine tenths of the shingles of both. */
export const NEAR = 0.9;

type Source = Pick<Doc, 'id' | 'text'>;

/**
 * Groups of documents that are duplicates: one belongs to the group of the first document before it that is kept and that
 * it is the same as, or shares nine tenths of its shingles with. So each is a duplicate of the one that stands for it, and
 * no two that are kept are. Documents without words are no duplicates.
 */
export function duplicateGroups(docs: readonly Source[]): DuplicateGroup[] {
  const near = new Map<DocId, DuplicatePair[]>();
  const same = new Map<DocId, DuplicatePair[]>();
  for (const pair of duplicatePairs(docs)) {
    const [by, id] = pair.exact ? [same, pair.first] : [near, pair.second];
    append(by, id, pair);
  }
  const position = new Map(docs.map(({ id }, i) => [id, i]));
  const groups = new Map<DocId, DuplicateGroup['others'][number][]>();
  const gone = new Set<DocId>([...same.values()].flat().map(({ second }) => second));
  for (const { id } of docs) {
    if (gone.has(id)) continue;
    const kept = (near.get(id) ?? []).filter(({ first }) => !gone.has(first));
    const first = kept.sort((a, b) => position.get(a.first)! - position.get(b.first)!)[0];
    const copies = (same.get(id) ?? []).map(({ second }) => second);
    if (first) gone.add(id);
    const others = first
      ? [id, ...copies].map((other) => ({ id: other, similarity: first.similarity, exact: false }))
      : copies.map((other) => ({ id: other, similarity: 1, exact: true }));
    for (const other of others) append(groups, first?.first ?? id, other);
  }
  return [...groups]
    .map(([kept, others]) => ({ kept, others: others.sort((a, b) => position.get(a.id)! - position.get(b.id)!) }))
    .sort((a, b) => position.get(a.kept)! - position.get(b.kept)!);
}

/**
 * Pairs of documents that are the same but for case, white space and forms of characters, or that share nine tenths of
 * their shingles (Jaccard; candidates by MinHash). Of documents that are the same the first stands for all: it is paired
 * with each of the others, and it alone with those that are near.
 */
export function duplicatePairs(docs: readonly Source[]): DuplicatePair[] {
  const same = new Map<string, Source[]>();
  for (const doc of docs) {
    const text = folded(doc.text).text;
    append(same, text, doc);
  }
  const classes = [...same.values()].map(([first, ...copies]) => ({ first: first!, copies }));
  const sets = [...same.keys()].map(shinglesOfFolded);
  const pairs: DuplicatePair[] = classes.flatMap(({ first, copies }, i) =>
    sets[i]!.length === 0 ? [] : copies.map(({ id }) => ({ first: first.id, second: id, similarity: 1, exact: true })),
  );
  candidatePairs(sets, (a, b) => {
    const [x, y] = [sets[a]!.length, sets[b]!.length];
    if (Math.min(x, y) < NEAR * Math.max(x, y)) return;
    const similarity = jaccard(sets[a]!, sets[b]!);
    if (similarity >= NEAR)
      pairs.push({ first: classes[a]!.first.id, second: classes[b]!.first.id, similarity, exact: false });
  });
  return pairs;
}

function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
