import MiniSearch from 'minisearch';
import { createMiniSearch } from '../../src/adapters/lexical/minisearch-index';
import type { WordIndex } from '../../src/adapters/lexical/word-index';
import { createPostings } from '../../src/adapters/lexical/postings-index';
import { DEFAULT_ANALYZER } from '../../src/domain/text/analyzer-spec';
import type { WordSpec } from '../../src/domain/retrieval/retriever-spec';
import { DEFAULT_SCORERS } from '../../src/domain/retrieval/lexical/scorer-spec';
import { Random } from '../../src/domain/statistics/random';
import { cjkBigram } from '../../src/domain/text/cjk-bigram';
import { peakMegabytes } from './peak-memory';

/**
 * `word-index.mjs postings|minisearch|minisearch-search <passages>`: builds an index of passages of 80 words and asks questions of 12, whose
 * words are as common as those of natural text (Zipf's law, 50,000 words). Prints milliseconds a question.
 */

const [WORDS, LENGTH, ASKED, QUESTIONS] = [50_000, 80, 12, 20];
const DEPTH = 100;

const minisearch = {
  kind: 'minisearch',
  analyzer: DEFAULT_ANALYZER,
  k1: 1.2,
  b: 0.7,
  delta: 0.5,
  score: 'bm25+',
} as const satisfies WordSpec;

const ways = {
  postings: {
    create: () => createPostings(cjkBigram),
    spec: {
      kind: 'lexical',
      analyzer: DEFAULT_ANALYZER,
      scorer: DEFAULT_SCORERS['bm25-lucene'],
      question: { kind: 'as-asked' },
    },
  },
  minisearch: {
    create: () => createMiniSearch(cjkBigram),
    spec: minisearch,
  },
  'minisearch-search': { create: searchOfMiniSearch, spec: minisearch },
} as const satisfies Record<string, { create: unknown; spec: WordSpec }>;

const [way, docs] = [process.argv[2] as keyof typeof ways, Number(process.argv[3])];
const texts = textsOf(LENGTH, docs, 1);
const questions = textsOf(ASKED, QUESTIONS, 2);
const { create, spec } = ways[way];

const building = performance.now();
const index = create();
for (let at = 0; at < texts.length; at += 500) index.add(texts.slice(at, at + 500));
const search = index.searcher(spec);
const buildMilliseconds = performance.now() - building;

const found = questions.map((question) => search(question, DEPTH)).reduce((sum, list) => sum + list.length, 0);
const began = performance.now();
for (const question of questions) search(question, DEPTH);
const milliseconds = (performance.now() - began) / questions.length;
console.log(JSON.stringify({ milliseconds, buildMilliseconds, megabytes: peakMegabytes(), found }));

/** The package itself: every passage that it finds, sorted. */
function searchOfMiniSearch(): Pick<WordIndex, 'add' | 'searcher'> {
  const index = new MiniSearch({ fields: ['text'], tokenize: cjkBigram, processTerm: (term: string) => term });
  return {
    add(texts) {
      const first = index.documentCount;
      index.addAll(texts.map((text, i) => ({ id: first + i, text })));
    },
    searcher: () => (question, depth) =>
      index
        .search(question)
        .slice(0, depth)
        .map(({ id, score }) => ({ doc: id as number, score })),
  };
}

/** Word r of Zipf's law is 1 / r as frequent as the first. */
function textsOf(length: number, count: number, seed: number): string[] {
  const random = new Random(seed);
  const drawn = new Uint32Array(length);
  const total = Math.log(WORDS + 1);
  return Array.from({ length: count }, () => {
    random.fill(drawn);
    return Array.from(drawn, (word) => `w${Math.floor(Math.exp((word / 2 ** 32) * total)) - 1}`).join(' ');
  });
}
