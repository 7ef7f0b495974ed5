import { valueOf } from '../../base/containers';
import { TextHash } from '../../base/hash';
import type { DocId, QueryId, Ranking } from '../../base/types';

/** The form in which runs leave a worker and rest on disk; documents are positions in a corpus. */
export interface PackedRankings {
  /** `offsets[i] … offsets[i + 1]` are the hits of question `i`; one entry more than there are questions. */
  readonly offsets: Uint32Array;
  readonly docs: Uint32Array;
  readonly scores: Float64Array;
}

/** Rankings with the names of what they rank: passages that were cut are in no collection. */
export interface KeptRankings {
  readonly docs: readonly DocId[];
  readonly rankings: PackedRankings;
}

export interface PackedRun {
  readonly queries: readonly QueryId[];
  /** Each once, ascending by bytes, so that positions compare as ids do. */
  readonly docs: readonly DocId[];
  /** List `i` is that of `queries[i]`, in the order of trec_eval. */
  readonly rankings: PackedRankings;
}

export function packRankings(
  lists: readonly (readonly { readonly doc: number; readonly score: number }[])[],
): PackedRankings {
  const packer = new RankingsPacker(lists.map(({ length }) => length));
  for (const list of lists) for (const { doc, score } of list) packer.add(doc, score);
  return packer.packed;
}

/** Packs the hits of rankings as they come, where all at once would hold the page. */
export class RankingsPacker {
  readonly packed: PackedRankings;
  private at = 0;

  constructor(lengths: readonly number[]) {
    const offsets = new Uint32Array(lengths.length + 1);
    lengths.forEach((length, i) => (offsets[i + 1] = offsets[i]! + length));
    const hits = offsets[lengths.length]!;
    this.packed = { offsets, docs: new Uint32Array(hits), scores: new Float64Array(hits) };
  }

  add(doc: number, score: number): void {
    this.packed.docs[this.at] = doc;
    this.packed.scores[this.at++] = score;
  }
}

export const unpackRankings = (packed: PackedRankings, ids: readonly DocId[]): Ranking[] =>
  Array.from({ length: packed.offsets.length - 1 }, (_, i) => unpackRanking(packed, ids, i));

export function unpackRanking({ offsets, docs, scores }: PackedRankings, ids: readonly DocId[], i: number): Ranking {
  const hits = [];
  for (let at = offsets[i]!; at < offsets[i + 1]!; at++) hits.push({ id: ids[docs[at]!]!, score: scores[at]! });
  return hits;
}

/** How long the longest list is. */
export const longestOf = ({ offsets }: Pick<PackedRankings, 'offsets'>): number =>
  offsets.reduce((most, end, i) => Math.max(most, end - (offsets[i - 1] ?? 0)), 0);

/** Whether kept lists give what is read up to k, or of all: those of the deepest k are kept, and perhaps cut. */
export const reaches = (
  k: number | null,
  { lists, ks }: { readonly lists: 'depth' | 'k'; readonly ks: readonly number[] },
  cutAt: number | null,
): boolean =>
  (k === null || lists === 'depth' || k === Math.max(...ks)) && (cutAt === null || (k !== null && k <= cutAt));

/** Of the first hit of each list; −Infinity for an empty one. */
export const firstScoresOf = ({ offsets, scores }: PackedRankings): Float64Array =>
  Float64Array.from({ length: offsets.length - 1 }, (_, i) =>
    offsets[i]! < offsets[i + 1]! ? scores[offsets[i]!]! : -Infinity,
  );

export const runHash = ({ queries, docs, rankings: { offsets, docs: ranked, scores } }: PackedRun): string =>
  new TextHash()
    .add(JSON.stringify([queries, docs]))
    .bytes(offsets)
    .bytes(ranked)
    .bytes(scores)
    .digest();

/** Numbers documents as they come, for lists that name them by position. */
export class DocNumbers {
  private readonly numbers = new Map<DocId, number>();

  of(id: DocId): number {
    return valueOf(this.numbers, id, () => this.numbers.size);
  }

  get ids(): DocId[] {
    return [...this.numbers.keys()];
  }
}
