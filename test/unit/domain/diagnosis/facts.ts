import type { PassageFacts, RetrieverFacts, StepFacts } from '../../../../src/domain/diagnosis/cause';

const words = (rank: number | null, shared = 1): RetrieverFacts => ({
  kind: 'words',
  rank,
  words: shared,
  truncated: null,
});

const vectors = (rank: number | null, truncated = false): RetrieverFacts => ({
  kind: 'vectors',
  rank,
  words: null,
  truncated,
});

const join = (after: number | null): StepFacts => ({
  part: 'fusion',
  joins: true,
  before: null,
  after,
  reads: null,
  truncated: null,
});

const rerank = (before: number | null, after: number | null, reads = 20, truncated = false): StepFacts => ({
  part: 'rerank',
  joins: false,
  before,
  after,
  reads,
  truncated,
});

/** A passage that is searched, shares two words with the question, and is in no list. */
const facts = (given: Partial<PassageFacts> = {}): PassageFacts => ({
  searched: 'yes',
  shared: { written: 2, stems: 2 },
  retrievers: [],
  steps: [],
  rank: null,
  ...given,
});

export const made = { words, vectors, join, rerank, facts };
