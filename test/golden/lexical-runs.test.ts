import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Postings, PostingsBuilder } from '../../src/domain/retrieval/lexical/postings';
import type { ScorerSpec } from '../../src/domain/retrieval/lexical/scorers';
import { LexicalSearch } from '../../src/domain/retrieval/lexical/search';
import { queryId } from '../../src/base/types';
import { collectionPath } from '../data';
import { goldenPath, readJson, readRun } from './read';

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
  return { ids: corpus.map(({ _id }) => _id), postings: new Postings(builder.finish()), queries: lines(queriesPath!) };
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
  it('BM25 as Lucene has it, 11,250 hits', () => {
    expect(compare(goldenPath('runs', 'bm25.run'), { kind: 'bm25-lucene', k1: 0.9, b: 0.4 })).toBe(11_250);
  });

  it('query likelihood, 11,250 hits', () => {
    expect(compare(goldenPath('runs', 'ql-dirichlet.run'), { kind: 'query-likelihood', mu: 1000 })).toBe(11_250);
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

  it('tf-idf, 11,250 hits', () => {
    expect(compare(goldenPath('runs', 'tfidf.run'), { kind: 'tf-idf' })).toBe(11_250);
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
