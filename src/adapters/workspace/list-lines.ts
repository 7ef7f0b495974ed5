import * as v from 'valibot';
import { type KeptRankings, RankingsPacker } from '../../domain/run/packed';
import type { DocId } from '../../base/types';

/**
 * Rankings as lines: the documents that are ranked, and then for each question the place of each document among them and its
 * score, best first.
 */
export function* listLines(queries: readonly string[], { docs, rankings }: KeptRankings): Generator<unknown> {
  yield { docs };
  const { offsets, docs: ranked, scores } = rankings;
  for (const [i, query] of queries.entries()) {
    const hits: [number, number][] = [];
    for (let at = offsets[i]!; at < offsets[i + 1]!; at++) hits.push([ranked[at]!, scores[at]!]);
    yield { query, hits };
  }
}

/** Whether rankings are one for each question, and of the documents that they name. */
export const areListsOf = (queries: readonly unknown[], { docs, rankings }: KeptRankings): boolean =>
  queries.every((query) => typeof query === 'string') &&
  rankings.offsets.length === queries.length + 1 &&
  rankings.offsets[0] === 0 &&
  rankings.offsets.at(-1) === rankings.docs.length &&
  rankings.docs.length === rankings.scores.length &&
  rankings.docs.every((doc) => doc < docs.length);

const Head = v.strictObject({ docs: v.array(v.string()) });
const Line = v.strictObject({ query: v.string(), hits: v.array(v.strictTuple([v.number(), v.number()])) });

export interface ReadLists {
  readonly queries: readonly string[];
  readonly kept: KeptRankings;
}

/** The other way round. @returns null for what are no such lines */
export function readLists([head, ...lines]: readonly unknown[]): ReadLists | null {
  // Checked and not copied: a copy leaves out fields of some names.
  if (!v.is(Head, head) || !lines.every((line) => v.is(Line, line))) return null;
  const lists = lines as readonly v.InferOutput<typeof Line>[];
  const isPlace = (doc: number): boolean => Number.isInteger(doc) && doc >= 0 && doc < head.docs.length;
  if (!lists.every(({ hits }) => hits.every(([doc]) => isPlace(doc)))) return null;
  const packer = new RankingsPacker(lists.map(({ hits }) => hits.length));
  for (const { hits } of lists) for (const [doc, score] of hits) packer.add(doc, score);
  return {
    queries: lists.map(({ query }) => query),
    kept: { docs: head.docs as readonly string[] as readonly DocId[], rankings: packer.packed },
  };
}
