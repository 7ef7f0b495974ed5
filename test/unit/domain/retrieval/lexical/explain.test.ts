import { describe, expect, it } from 'vitest';
import { openExplainer } from '../../../../../src/domain/retrieval/lexical/search';
import { openWords } from '../../../../../src/domain/retrieval/lexical/open-words';
import {} from '../../../../../src/domain/retrieval/lexical/postings';
import { DEFAULT_ANALYZER } from '../../../../../src/domain/text/analyzer-spec';
import {
  DEFAULT_QUESTIONS,
  defaultTermGraph,
  type LexicalSpec,
} from '../../../../../src/domain/retrieval/retriever-spec';
import { DEFAULT_SCORERS } from '../../../../../src/domain/retrieval/lexical/scorers';
import { opened, terms } from './make';

const TEXTS = [
  'red red apple pie',
  'green apple pie',
  'blue sky',
  'red sky at night red',
  '',
  'apple apple tart with red plum',
  'green plum tart',
];
const QUESTION = terms('red apple red nowhere pie');
const lexical = (
  scorer: LexicalSpec['scorer'],
  question: LexicalSpec['question'] = DEFAULT_QUESTIONS['as-asked'],
): LexicalSpec => ({ kind: 'lexical', analyzer: DEFAULT_ANALYZER, scorer, question });
const sum = (shares: readonly (number | null)[]): number => shares.reduce<number>((total, share) => total + share!, 0);

describe('the explanation of words', () => {
  it.each(Object.values(DEFAULT_SCORERS))('has shares that add up to the score that ranked, by $kind', (scorer) => {
    const postings = opened(TEXTS);
    const spec = lexical(scorer);
    const found = openWords(postings, spec)(QUESTION, 10);
    expect(found.length).toBeGreaterThan(3);
    const explain = openExplainer(postings, spec);
    for (const { doc, score } of found) {
      const explained = explain(QUESTION, doc);
      expect(explained.score).toBe(score);
      expect(Math.abs(sum(explained.terms.map(({ share }) => share)) - score)).toBeLessThan(1e-9);
      expect(explained.terms.map(({ term }) => term)).toEqual(['red', 'apple', 'nowhere', 'pie']);
      expect(explained.terms.every(({ added }) => !added)).toBe(true);
    }
  });

  it.each(['rm3', 'spelling', 'synonyms'] as const)(
    'is of the terms that were searched where the question was changed by %s',
    (kind) => {
      const postings = opened(TEXTS);
      const change = {
        ...DEFAULT_QUESTIONS,
        rm3: { ...DEFAULT_QUESTIONS.rm3, mostDocuments: 1 },
        synonyms: { ...DEFAULT_QUESTIONS.synonyms, leastLogLikelihood: 0, leastTogether: 1, mostPassages: 1 },
      }[kind];
      const spec = lexical(DEFAULT_SCORERS['bm25-lucene'], change);
      const asked = terms('appel pie tart');
      const explain = openExplainer(postings, spec);
      const found = openWords(postings, spec)(asked, 10);
      let addedTerms = 0;
      for (const { doc, score } of found) {
        const explained = explain(asked, doc);
        expect(Math.abs(sum(explained.terms.map(({ share }) => share)) - score)).toBeLessThan(1e-9);
        const flags = explained.terms.map(({ added }) => added);
        // Those of the question are first.
        expect(flags).toEqual([...flags].sort((a, b) => Number(a) - Number(b)));
        for (const { term, added } of explained.terms) expect(added).toBe(!asked.includes(term));
        addedTerms += flags.filter(Boolean).length;
      }
      expect(addedTerms).toBeGreaterThan(0);
    },
  );

  it('says what a walk over shared terms matched, and makes up no shares for it', () => {
    const postings = opened(TEXTS);
    const explain = openExplainer(postings, defaultTermGraph(DEFAULT_ANALYZER));
    expect(explain(terms('red nowhere plum red'), 5)).toEqual({
      score: null,
      terms: [
        { term: 'red', inQuestion: 2, added: false, inDocument: 1, documents: 3, share: null },
        { term: 'nowhere', inQuestion: 1, added: false, inDocument: 0, documents: 0, share: null },
        { term: 'plum', inQuestion: 1, added: false, inDocument: 1, documents: 2, share: null },
      ],
    });
  });
});
