import type { DocId, QueryId, Ranking } from '../../base/types';

export interface Placed {
  readonly list: Ranking;
  /** Place of the candidate in it, from 0; −1 where it is not there. */
  readonly place: number;
  /** Scores of the list, min-max normalised. */
  readonly normalised: Float64Array;
  readonly depth: number;
}

export interface TermPair {
  readonly question: readonly string[];
  readonly doc: readonly string[];
  readonly docTerms: ReadonlySet<string>;
  /** Mean count of terms over the collection; above 0. */
  readonly meanLength: number;
}

/** Its texts, with what it is where something is absent, are in `ui/shared/messages/features.ts`. */
interface Feature<Input> {
  readonly name: string;
  readonly value: (input: Input) => number;
}

export const ROUTE_FEATURES = [
  {
    name: 'score',
    value: ({ list, place }) => (place >= 0 ? list[place]!.score : (list.at(-1)?.score ?? 0)),
  },
  {
    name: 'rank',
    // A short list ended since nothing more matched: what it lacks is no better there than in a full one.
    value: ({ list, place, depth }) => (place >= 0 ? place : Math.max(depth, list.length)) + 1,
  },
  {
    name: 'normalised',
    value: ({ normalised, place }) => (place >= 0 ? normalised[place]! : 0),
  },
  {
    name: 'found',
    value: ({ place }) => (place >= 0 ? 1 : 0),
  },
] as const satisfies readonly Feature<Placed>[];

export const TERM_FEATURES = [
  {
    name: 'length-ratio',
    value: ({ doc, meanLength }) => doc.length / meanLength,
  },
  {
    name: 'term-coverage',
    value: ({ question, docTerms }) => coverage(question, docTerms),
  },
  {
    name: 'exact-phrase',
    value: ({ question, doc }) => (hasPhrase(doc, question) ? 1 : 0),
  },
] as const satisfies readonly Feature<TermPair>[];

export type RouteFeatureName = (typeof ROUTE_FEATURES)[number]['name'];
export type TermFeatureName = (typeof TERM_FEATURES)[number]['name'];

export interface MetadataFeature {
  readonly name: string;
  readonly valueOf: (doc: DocId) => number | undefined;
  /** What stands for a document without it: to be chosen, since 0 may be a value of its own. */
  readonly absent: number;
}

export interface Terms {
  readonly ofQuestion: (question: QueryId) => readonly string[];
  readonly ofDoc: (doc: DocId) => readonly string[];
  /** Mean count of terms over the collection, not over the candidates. */
  readonly meanLength: number;
}

export const columnName = (feature: RouteFeatureName | 'metadata', of: string): string => `${feature}(${of})`;

function coverage(question: readonly string[], docTerms: ReadonlySet<string>): number {
  const asked = new Set(question);
  let found = 0;
  for (const term of asked) if (docTerms.has(term)) found++;
  return asked.size === 0 ? 0 : found / asked.size;
}

function hasPhrase(doc: readonly string[], phrase: readonly string[]): boolean {
  if (phrase.length === 0) return false;
  for (let from = 0; from + phrase.length <= doc.length; from++) {
    let same = 0;
    while (same < phrase.length && doc[from + same] === phrase[same]) same++;
    if (same === phrase.length) return true;
  }
  return false;
}
