import { describe, expect, it } from 'vitest';
import { Postings, PostingsBuilder } from '../../src/domain/retrieval/lexical/postings';
import type { ScorerSpec } from '../../src/domain/retrieval/lexical/scorers';
import { LexicalSearch } from '../../src/domain/retrieval/lexical/search';
import { goldenPath, readJson, readRun, sharedGoldenPath } from './read';
import { readFileSync } from 'node:fs';
import { queryId } from '../../src/base/types';
import { collectionPath } from '../data';

describe('lexical', () => {
  interface Tokens {
    doc_ids: string[];
    doc_tokens: string[];
    query_ids: string[];
    query_tokens: string[];
  }

  interface Found {
    docs: string[];
    scores: number[];
  }

  interface Golden {
    queries: string[];
    top20: Record<string, Record<string, Found>>;
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
      expect(largest).toBeLessThan(1e-12);
      expect(compared).toBe(3500);
    });
  });
});

const corpusPath = collectionPath('cranfield', 'corpus.jsonl');
const queriesPath = collectionPath('cranfield', 'queries.jsonl');
const absent = corpusPath === null || queriesPath === null;

interface Line {
  _id: string;
  text: string;
}

function lines(path: string): Line[] {
  const written = readFileSync(path, 'utf8').trimEnd().split('\n');
  return written.map((line) => JSON.parse(line) as Line);
}

const terms = ({ text }: Line): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
const sixDecimals = (score: number): number => Number(score.toFixed(6));

function opened() {
  const corpus = lines(corpusPath!);
  const builder = new PostingsBuilder();
  builder.add(corpus.map(terms));
  return {
    ids: corpus.map(({ _id }) => _id),
    postings: new Postings(builder.finish()),
    queries: lines(queriesPath!),
  };
}

/** The run files round scores to six decimals, and order what is then equal by the place in the corpus. */
function asWritten(hits: { doc: number; score: number }[], ids: readonly string[]): { id: string; score: number }[] {
  return hits
    .map(({ doc, score }) => ({ doc, score: sixDecimals(score) }))
    .sort((a, b) => b.score - a.score || a.doc - b.doc)
    .map(({ doc, score }) => ({ id: ids[doc]!, score }));
}

/** @returns the number of values compared */
function compare(path: string, spec: ScorerSpec): number {
  const { ids, postings, queries } = opened();
  const run = readRun(path);
  const search = new LexicalSearch(postings, spec);
  let compared = 0;
  for (const query of queries) {
    const expected = run.get(queryId(query._id))!;
    // Some more than the run has: of scores that are equal when rounded, the run may keep one that is lower here.
    const ours = asWritten(search.search(terms(query), expected.length + 20), ids).slice(0, expected.length);
    expect(ours, `question ${query._id}`).toEqual(expected);
    compared += ours.length;
  }
  return compared;
}

describe.skipIf(absent)('lexical search of Cranfield equals the runs of the reference', () => {
  it.each<[string, ScorerSpec]>([
    ['bm25', { kind: 'bm25-lucene', k1: 0.9, b: 0.4 }],
    ['ql-dirichlet', { kind: 'query-likelihood', mu: 1000 }],
    ['tfidf', { kind: 'tf-idf' }],
  ])('%s, 11,250 hits', (name, spec) => {
    expect(compare(goldenPath('runs', `${name}.run`), spec)).toBe(11_250);
  });

  it('query likelihood of a document without any term of the question, at its best, enters no list', () => {
    const { postings, queries } = opened();
    const search = new LexicalSearch(postings, { kind: 'query-likelihood', mu: 1000 });
    // Of documents that hold no term, the shortest scores most.
    const empty = postings.lengths.indexOf(0);
    for (const query of queries) {
      const last = search.search(terms(query), 50)[49]!;
      expect(search.explain(terms(query), empty).score).toBeLessThan(last.score);
    }
  });

  it('BM25 with lengths in one byte, as Lucene keeps them, and not with exact ones', () => {
    interface Golden {
      readonly results: Readonly<
        Record<string, { readonly docs: readonly string[]; readonly scores: readonly number[] }>
      >;
    }
    const { results } = readJson<Golden>(goldenPath('retrievers', 'byte-lengths.json'));
    const { ids, postings, queries } = opened();
    const exact = { kind: 'bm25-lucene', k1: 1.2, b: 0.75 } as const;
    const byBytes = new LexicalSearch(postings, { ...exact, lengths: 'byte' });
    const byExact = new LexicalSearch(postings, exact);
    const asked = queries.filter(({ _id }) => _id in results);
    expect(asked).toHaveLength(21);
    let others = 0;
    for (const query of asked) {
      const { docs, scores } = results[query._id]!;
      const hits = byBytes.search(terms(query), 20);
      hits.forEach(({ score }, i) => expect(score, `${query._id}, ${i + 1}`).toBeCloseTo(scores[i]!, 12));
      // Scores that are equal in the sum's last digits stand in either order.
      const sorted = (names: readonly string[]): string[] => [...names].sort();
      expect(sorted(hits.map(({ doc }) => ids[doc]!))).toEqual(sorted(docs));
      const near = byExact.search(terms(query), 20);
      if (near.some(({ doc }, i) => doc !== hits[i]!.doc)) others++;
    }
    expect(others).toBeGreaterThan(10);
  });
});
