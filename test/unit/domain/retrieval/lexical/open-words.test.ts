import { describe, expect, it } from 'vitest';
import { openWords } from '../../../../../src/domain/retrieval/lexical/open-words';
import { LexicalSearch } from '../../../../../src/domain/retrieval/lexical/search';
import { DEFAULT_ANALYZER } from '../../../../../src/domain/text/analyzer-spec';
import {
  DEFAULT_QUESTIONS,
  defaultTermGraph,
  type QuestionSpec,
} from '../../../../../src/domain/retrieval/retriever-spec';
import { DEFAULT_SCORERS } from '../../../../../src/domain/retrieval/lexical/scorers';
import { opened, terms } from './make';

const texts = [
  'red apple pie',
  'green apple tart',
  'red wine list',
  'apple tart with cream',
  'cream of nothing else',
  'slow train',
];
const postings = opened(texts);
const scorer = DEFAULT_SCORERS['bm25-lucene'];

const searching = (question: QuestionSpec, from = postings, kind: keyof typeof DEFAULT_SCORERS = 'bm25-lucene') =>
  openWords(from, { kind: 'lexical', analyzer: DEFAULT_ANALYZER, scorer: DEFAULT_SCORERS[kind], question });
const docs = (list: readonly { doc: number }[]) => list.map(({ doc }) => doc);
const plain = (question: string | ReadonlyMap<string, number>) =>
  new LexicalSearch(postings, scorer).search(typeof question === 'string' ? terms(question) : question, 10);

it('a question as asked is searched by its own terms', () => {
  expect(searching({ kind: 'as-asked' })(terms('red apple'), 10)).toEqual(plain('red apple'));
});

it('terms with weights count as that many repeats', () => {
  expect(
    plain(
      new Map([
        ['red', 2],
        ['apple', 1],
      ]),
    ),
  ).toEqual(plain('red red apple'));
  const half = plain(new Map([['red', 0.5]]));
  const whole = plain('red');
  expect(half.map(({ score }) => score)).toEqual(whole.map(({ score }) => score / 2));
});

describe('a question with RM3', () => {
  const rm3 = { ...DEFAULT_QUESTIONS.rm3, fbDocs: 2, fbTerms: 5, mostDocuments: 1 };

  it('finds passages by words of its first passages', () => {
    expect(docs(searching({ kind: 'as-asked' })(terms('tart'), 10))).not.toContain(4);
    expect(docs(searching(rm3)(terms('tart'), 10))).toContain(4);
  });

  it('reads likelihoods as logarithms: negative scores are weights of passages too', () => {
    const found = searching(rm3, postings, 'query-likelihood')(terms('tart'), 10);
    expect(docs(found)).toContain(4);
    for (const { score } of found) expect(Number.isFinite(score)).toBe(true);
  });
});

it('a question with its spelling corrected finds by the word that was meant, which counts less than if it had been written', () => {
  const corrected = searching(DEFAULT_QUESTIONS.spelling)(terms('appel'), 10);
  const meant = plain('apple');
  expect(docs(corrected)).toEqual(docs(meant));
  expect(corrected[0]!.score).toBeLessThan(meant[0]!.score);
});

describe('a question with associated words', () => {
  const pairs = opened([
    ...Array.from({ length: 6 }, (_, i) => `engine piston part${i}`),
    'piston alone',
    ...Array.from({ length: 90 }, (_, i) => `other text ${i}`),
  ]);

  it('finds passages without any of its words', () => {
    const asked = searching({ kind: 'as-asked' }, pairs)(terms('engine'), 20);
    const joined = searching(DEFAULT_QUESTIONS.synonyms, pairs)(terms('engine'), 20);
    expect(docs(asked)).not.toContain(6);
    expect(docs(joined)).toContain(6);
    expect(docs(joined).slice(0, 6).sort()).toEqual(docs(asked).sort());
  });
});

describe('a walk over shared terms', () => {
  const graph = { ...defaultTermGraph(DEFAULT_ANALYZER), mostPassages: 1 };

  it('reaches passages that share words with those that have the question’s', () => {
    const found = docs(openWords(postings, graph)(terms('pie'), 10));
    expect(found[0]).toBe(0);
    // By “apple” and by “red”; nothing leads to the train.
    expect(found).toEqual(expect.arrayContaining([1, 2, 3]));
    expect(found).not.toContain(5);
  });

  it('counts a word of the question as often as it is asked', () => {
    const once = openWords(postings, graph)(terms('pie wine'), 10);
    const twice = openWords(postings, graph)(terms('pie wine wine'), 10);
    expect(twice[0]!.doc).toBe(2);
    expect(twice).not.toEqual(once);
  });
});
