import { describe, expect, it } from 'vitest';
import { Postings, PostingsBuilder } from '../../src/domain/retrieval/lexical/postings';
import type { ScorerSpec } from '../../src/domain/retrieval/lexical/scorers';
import { LexicalSearch } from '../../src/domain/retrieval/lexical/search';
import { goldenPath, readJson, sharedGoldenPath } from './read';

interface Tokens {
  doc_ids: string[];
  doc_tokens: string[];
  query_ids: string[];
  query_tokens: string[];
  relevant: Record<string, string[]>;
}

interface Found {
  docs: string[];
  scores: number[];
}

interface Whole {
  hit: Record<string, number>;
  hit_count: Record<string, number>;
  mrr: Record<string, number>;
  n: number;
}

interface Golden {
  queries: string[];
  params: { BM25Okapi: { epsilon: number; average_idf: number; n_negative_idf: number; avgdl: number } };
  top20: Record<string, Record<string, Found>>;
  full: Record<string, Whole>;
}

const systems: Record<string, ScorerSpec> = {
  BM25Okapi: { kind: 'bm25-okapi', k1: 1.5, b: 0.75, epsilon: 0.25 },
  BM25L: { kind: 'bm25l', k1: 1.5, b: 0.75, delta: 0.5, form: 'rank-bm25' },
  BM25L_paper: { kind: 'bm25l', k1: 1.5, b: 0.75, delta: 0.5, form: 'paper' },
  BM25Plus: { kind: 'bm25-plus', k1: 1.5, b: 0.75, delta: 1, absent: 'delta' },
  BM25Plus_paper: { kind: 'bm25-plus', k1: 1.5, b: 0.75, delta: 1, absent: 'nothing' },
  BM25Lucene: { kind: 'bm25-lucene', k1: 1.2, b: 0.75 },
  tfidf_cosine: { kind: 'tf-idf' },
};

const golden = readJson<Golden>(goldenPath('retrievers', 'lexical.json'));
const tokensPath = sharedGoldenPath('retrievers', 'tokens.json');

const split = (text: string): string[] => (text === '' ? [] : text.split(' '));
const relative = (ours: number, theirs: number): number => Math.abs(ours - theirs) / Math.abs(theirs);

function opened() {
  const tokens = readJson<Tokens>(tokensPath!);
  const builder = new PostingsBuilder();
  builder.add(tokens.doc_tokens.map(split));
  const postings = new Postings(builder.finish());
  const questions = new Map(tokens.query_ids.map((id, i) => [id, split(tokens.query_tokens[i]!)]));
  return { tokens, postings, questions };
}

describe.skipIf(tokensPath === null)('lexical search of semiconductor-zh', () => {
  it('agrees with every score of the first 20, 3,500 values, to 1e-12 of it, and with their documents', () => {
    const { tokens, postings, questions } = opened();
    let [compared, largest] = [0, 0];
    for (const [name, spec] of Object.entries(systems)) {
      const search = new LexicalSearch(postings, spec);
      for (const query of golden.queries) {
        const expected = golden.top20[name]![query]!;
        const hits = search.search(questions.get(query)!, 20);
        expect(hits).toHaveLength(expected.docs.length);
        hits.forEach(({ doc, score }, place) => {
          largest = Math.max(largest, relative(score, expected.scores[place]!));
          expect(tokens.doc_ids[doc], `${name}, ${query}, place ${place + 1}`).toBe(expected.docs[place]);
          compared++;
        });
      }
    }
    if (process.env['SHOW']) console.log('largest', largest);
    expect(largest).toBeLessThan(1e-12);
    expect(compared).toBe(3500);
  });

  it.each(Object.keys(systems))('finds as much as %s: 15 values over 321 questions', (name) => {
    const { tokens, postings, questions } = opened();
    const search = new LexicalSearch(postings, systems[name]!);
    const ranks = [...questions].map(([query, terms]) => {
      const relevant = tokens.relevant[query]!;
      return 1 + search.search(terms, 5).findIndex(({ doc }) => relevant.includes(tokens.doc_ids[doc]!));
    });
    const expected = golden.full[name]!;
    expect(ranks).toHaveLength(expected.n);
    let compared = 0;
    for (const [k, count] of Object.entries(expected.hit_count)) {
      const found = ranks.filter((rank) => rank > 0 && rank <= Number(k));
      expect(found, `hits at ${k}`).toHaveLength(count);
      expect(found.length / ranks.length).toBeCloseTo(expected.hit[k]!, 12);
      expect(found.reduce((sum, rank) => sum + 1 / rank, 0) / ranks.length).toBeCloseTo(expected.mrr[k]!, 12);
      compared += 3;
    }
    expect(compared).toBe(15);
  });

  it('gives BM25+ of the package as the sum without δ and Σ idf · δ of the question, 500 values', () => {
    const { tokens, postings, questions } = opened();
    const without = new LexicalSearch(postings, { kind: 'bm25-plus', k1: 1.5, b: 0.75, delta: 0, absent: 'nothing' });
    let compared = 0;
    for (const query of golden.queries) {
      const terms = questions.get(query)!;
      const constant = terms.reduce((sum, term) => {
        const id = postings.termId(term);
        return id === undefined ? sum : sum + Math.log((postings.docCount + 1) / postings.documentFrequency(id));
      }, 0);
      const expected = golden.top20['BM25Plus']![query]!;
      without.search(terms, 20).forEach(({ doc, score }, place) => {
        expect(tokens.doc_ids[doc]).toBe(expected.docs[place]);
        expect(relative(score + constant, expected.scores[place]!)).toBeLessThan(1e-12);
        compared++;
      });
    }
    expect(compared).toBe(500);
  });

  it('has the mean length, the negative idfs and the mean idf of the reference', () => {
    const { tokens, postings } = opened();
    const { avgdl, average_idf, n_negative_idf, epsilon } = golden.params.BM25Okapi;
    expect(postings.averageLength).toBeCloseTo(avgdl, 12);
    const terms = [...new Set(tokens.doc_tokens.flatMap(split))];
    const negative = terms.filter((term) => postings.documentFrequency(postings.termId(term)!) > postings.docCount / 2);
    expect(negative).toHaveLength(n_negative_idf);
    // With k1 = 0 a term that is held is worth its idf, which for these is the floor.
    const search = new LexicalSearch(postings, { kind: 'bm25-okapi', k1: 0, b: 0, epsilon });
    for (const term of negative)
      expect(relative(search.search([term], 1)[0]!.score, epsilon * average_idf)).toBeLessThan(1e-12);
  });
});
