import type { PartKey } from '../experiment/parts';

export interface PassageFacts {
  readonly searched: Searched;
  /** As written, and by their stems. Null where the question was asked by other texts, or the text is not known. */
  readonly shared: { readonly written: number; readonly stems: number } | null;
  readonly retrievers: readonly RetrieverFacts[];
  readonly steps: readonly StepFacts[];
  readonly rank: number | null;
}

export type Searched = 'yes' | 'missing' | 'chunked-apart' | 'filtered';

export interface RetrieverFacts {
  readonly kind: 'words' | 'vectors' | 'run';
  readonly rank: number | null;
  readonly words: number | null;
  readonly truncated: boolean | null;
}

export interface StepFacts {
  readonly part: PartKey;
  readonly joins: boolean;
  readonly before: number | null;
  readonly after: number | null;
  readonly reads: number | null;
  readonly truncated: boolean | null;
}

export const CAUSES = [
  'not-searched',
  'truncated',
  'analyzer',
  'no-shared-words',
  'lost-in-fusion',
  'below-candidates',
  'demoted',
  'just-below-k',
  'other',
] as const;
export type Cause = (typeof CAUSES)[number];

/** Ranks up to this many times k are just below k. */
const JUST_BELOW = 2;

/** What a list after the retrievers had within k was not lost by them or the fusion. Unknown facts match none. */
export function causeOf(facts: PassageFacts, k: number): Cause {
  return CAUSES.find((cause) => MATCHES[cause](facts, k))!;
}

const within = (rank: number | null, k: number): boolean => rank !== null && rank <= k;

const rerankOf = ({ steps }: PassageFacts): StepFacts | undefined => steps.find(({ part }) => part === 'rerank');

const cutOf = (facts: PassageFacts, k: number): number => Math.max(k, rerankOf(facts)?.reads ?? 0);

const isHeld = ({ steps }: PassageFacts, k: number): boolean => steps.some(({ after }) => within(after, k));

const MATCHES: Readonly<Record<Cause, (facts: PassageFacts, k: number) => boolean>> = {
  'not-searched': ({ searched }) => searched !== 'yes',

  truncated: (facts, k) => {
    const rerank = rerankOf(facts);
    if (rerank?.truncated === true && !within(rerank.after, k)) return true;
    if (isHeld(facts, k)) return false;
    return facts.retrievers.some(({ truncated, rank }) => truncated === true && !within(rank, k));
  },

  /** Question and passage share written words, and no retriever of words has one of them left. */
  analyzer: (facts, k) => {
    const searching = facts.retrievers.filter(({ kind }) => kind === 'words');
    if (isHeld(facts, k) || searching.length === 0 || facts.shared === null) return false;
    return facts.shared.written > 0 && searching.every(({ words }) => words === 0);
  },

  /** Nothing for retrievers of words to find, and no other retriever has it where the next stage would read it. */
  'no-shared-words': (facts, k) => {
    const { retrievers } = facts;
    if (isHeld(facts, k) || retrievers.every(({ kind }) => kind === 'run')) return false;
    const cut = cutOf(facts, k);
    return sharesNone(facts) && retrievers.every(({ kind, rank }) => kind === 'words' || !within(rank, cut));
  },

  /** A retriever has it within k, or among the candidates of the reranker, and the joined list does not. */
  'lost-in-fusion': (facts, k) => {
    const join = facts.steps.find(({ joins }) => joins);
    if (!join || isHeld(facts, k)) return false;
    const best = bestRank(facts.retrievers);
    return [k, cutOf(facts, k)].some((cut) => within(best, cut) && !within(join.after, cut));
  },

  'below-candidates': (facts) => {
    const rerank = rerankOf(facts);
    return rerank?.reads != null && !within(rerank.before, rerank.reads);
  },

  /** The reranker read it, and put it lower than it was. */
  demoted: (facts, k) => {
    const { before = null, after = null } = rerankOf(facts) ?? {};
    return before !== null && !within(after, Math.max(k, before));
  },

  'just-below-k': ({ rank }, k) => within(rank, JUST_BELOW * k),

  other: () => true,
};

function sharesNone({ retrievers, shared }: PassageFacts): boolean {
  const searching = retrievers.filter(({ kind }) => kind === 'words');
  return searching.length > 0 ? searching.every(({ words }) => words === 0) : shared?.stems === 0;
}

export function bestRank(retrievers: readonly RetrieverFacts[]): number | null {
  const ranks = retrievers.flatMap(({ rank }) => (rank === null ? [] : [rank]));
  return ranks.length > 0 ? Math.min(...ranks) : null;
}
