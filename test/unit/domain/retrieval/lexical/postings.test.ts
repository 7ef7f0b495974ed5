import { describe, expect, it } from 'vitest';
import { Postings, PostingsBuilder } from '../../../../../src/domain/retrieval/lexical/postings';
import { opened, passages, terms } from './make';
import { ForwardIndex, LexicalSearch, openExplainer } from '../../../../../src/domain/retrieval/lexical/search';
import { openWords } from '../../../../../src/domain/retrieval/lexical/open-words';
import { DEFAULT_ANALYZER } from '../../../../../src/domain/text/analyzer-spec';
import {
  DEFAULT_QUESTIONS,
  defaultTermGraph,
  type LexicalSpec,
} from '../../../../../src/domain/retrieval/retriever-spec';
import { DEFAULT_SCORERS } from '../../../../../src/domain/retrieval/lexical/scorers';

describe('postings', () => {
  it('keep any string as a term: empty, with spaces and line feeds, of half a surrogate pair', () => {
    const odd = ['', ' ', '\n', '\0', '𠮷', '\ud83d', '__proto__', 'constructor'];
    const builder = new PostingsBuilder();
    builder.add([odd, ['\n', '']]);
    const postings = new Postings(structuredClone(builder.finish()));
    expect(odd.map((term) => postings.termId(term))).toEqual(odd.map((_, i) => i));
    expect(odd.map((_, id) => postings.documentFrequency(id))).toEqual([2, 1, 2, 1, 1, 1, 1, 1]);
  });

  it('refuse parts that do not fit together', () => {
    const builder = new PostingsBuilder();
    builder.add(passages.map(terms));
    const stored = builder.finish();
    const broken = [
      { ...stored, version: 2 as 1 },
      { ...stored, terms: 'abcd' },
      { ...stored, docs: stored.docs.slice(1) },
      { ...stored, frequencies: stored.frequencies.slice(1) },
      { ...stored, offsets: stored.offsets.slice(1) },
      { ...stored, collectionFrequencies: stored.collectionFrequencies.slice(1) },
    ];
    for (const parts of broken) expect(() => new Postings(parts)).toThrow(RangeError);
  });
});

it('a forward index has of every document the terms that it was made of, with how often each occurs', () => {
  const postings = opened(passages);
  const { offsets, terms: ids, frequencies } = new ForwardIndex(postings);
  const texts = postings.termTexts();
  passages.forEach((passage, doc) => {
    const found = Array.from(ids.subarray(offsets[doc]!, offsets[doc + 1]!), (term, i) => [
      texts[term]!,
      frequencies[offsets[doc]! + i]!,
    ]);
    const counts = new Map<string, number>();
    for (const term of terms(passage)) counts.set(term, (counts.get(term) ?? 0) + 1);
    expect(new Map(found as [string, number][])).toEqual(counts);
  });
});

describe('building postings', () => {
  it('numbers terms by first occurrence and counts repeats, empty documents included', () => {
    const builder = new PostingsBuilder();
    builder.add(passages.map(terms));
    expect(builder.finish()).toEqual({
      version: 1,
      terms: 'abcde',
      termEnds: Uint32Array.of(1, 2, 3, 4, 5),
      offsets: Uint32Array.of(0, 1, 3, 5, 6, 7),
      docs: Uint32Array.of(0, 0, 1, 1, 2, 2, 4),
      frequencies: Uint16Array.of(2, 1, 1, 1, 4, 1, 1),
      lengths: Uint32Array.of(3, 2, 5, 0, 1),
      collectionFrequencies: Uint32Array.of(2, 2, 5, 1, 1),
    });
  });

  it('gives the index of what was added so far, and continues', () => {
    const builder = new PostingsBuilder();
    builder.add(passages.slice(0, 2).map(terms));
    const first = builder.finish();
    builder.add(passages.slice(2).map(terms));
    const whole = new PostingsBuilder();
    whole.add(passages.map(terms));
    expect(first.lengths).toEqual(Uint32Array.of(3, 2));
    expect(builder.finish()).toEqual(whole.finish());
    expect(builder.docCount).toBe(5);
  });

  it('counts beyond 16 bits, where a document is that long', () => {
    const builder = new PostingsBuilder();
    builder.add([['x', 'y'], Array.from({ length: 65_536 }, () => 'x'), ['x']]);
    expect(builder.finish().frequencies).toEqual(Uint32Array.of(1, 65_536, 1, 1));
    const shorter = new PostingsBuilder();
    shorter.add([Array.from({ length: 65_535 }, () => 'x')]);
    expect(shorter.finish().frequencies).toEqual(Uint16Array.of(65_535));
  });

  it('grows past its first room in documents, postings and terms', () => {
    const builder = new PostingsBuilder();
    for (let doc = 0; doc < 3000; doc++) builder.add([[`t${doc}`, 'x', `t${doc}`]]);
    const postings = new Postings(builder.finish());
    expect([postings.docCount, postings.termCount, postings.tokenCount]).toEqual([3000, 3001, 9000]);
    const last = postings.termId('t2999')!;
    expect(postings.docs[postings.offsets[last]!]).toBe(2999);
    expect(postings.frequencies[postings.offsets[last]!]).toBe(2);
    expect(postings.documentFrequency(postings.termId('x')!)).toBe(3000);
  });
});

const lucene = { kind: 'bm25-lucene', k1: 1.2, b: 0.75 } as const;

describe('the explanation of a score', () => {
  const search = new LexicalSearch(opened(passages), lucene);

  it('names each term once, with its counts and its share', () => {
    const { score, shares } = search.explain(terms('b nowhere c b a'), 1);
    expect(shares.map(({ share: _, ...rest }) => rest)).toEqual([
      { term: 'b', inQuestion: 2, inDocument: 1, documents: 2 },
      { term: 'nowhere', inQuestion: 1, inDocument: 0, documents: 0 },
      { term: 'c', inQuestion: 1, inDocument: 1, documents: 2 },
      { term: 'a', inQuestion: 1, inDocument: 0, documents: 1 },
    ]);
    const [b, nowhere, c, a] = shares.map(({ share }) => share);
    expect([nowhere, a]).toEqual([0, 0]);
    expect(b).toBeCloseTo(2 * c!, 12);
    expect(score).toBe(b! + c!);
  });

  it.each([-1, 5, 0.5])('is refused for document %s, which is not there', (doc) => {
    expect(() => search.explain(['a'], doc)).toThrow(RangeError);
  });
});

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
