import { describe, expect, it } from 'vitest';
import {
  byteLength,
  DEFAULT_SCORERS,
  scorerOf,
  type ScorerSpec,
} from '../../../../../src/domain/retrieval/lexical/scorers';
import { LexicalSearch } from '../../../../../src/domain/retrieval/lexical/search';
import { opened, passages, terms } from './make';

const {
  'bm25-lucene': lucene,
  'bm25-plus': plus,
  bm25l,
  'bm25-okapi': okapi,
  'tf-idf': tfIdf,
  'query-likelihood': likelihood,
} = DEFAULT_SCORERS;

/** The score of each document that is found. */
function scores(spec: ScorerSpec, question: string, from: readonly string[] = passages): Map<number, number> {
  const hits = new LexicalSearch(opened(from), spec).search(terms(question), from.length);
  return new Map(hits.map(({ doc, score }) => [doc, score]));
}

/** In the first document: `a` with tf 2, df 1, `b` with tf 1, df 2, dl 3; `c` with df 2 is absent. */
const norm = 0.25 + (0.75 * 3) / 2.2;
const part = (2 * 2.5) / (2 + 1.5 * norm);

const luceneIdf = Math.log(1 + 4.5 / 1.5);
const luceneA = luceneIdf * (2 / (2 + 1.2 * norm));
const luceneB = Math.log(1 + 3.5 / 2.5) * (1 / (1 + 1.2 * norm));

// 45 tokens are read back as 44; 4 documents hold a token, (45 + 5 + 2 + 1) / 4 in the mean.
const long = [`a ${'x '.repeat(44)}`, 'c c c c d', 'b c', '', 'e'];
const inByte = (dl: number, avgdl: number, count: number): number =>
  Math.log(1 + (count - 1 + 0.5) / 1.5) * (1 / (1 + 1.2 * (0.25 + (0.75 * dl) / avgdl)));

const [plusA, plusC] = [Math.log(6 / 1), Math.log(6 / 2)];
const plusDelta = { ...plus, absent: 'delta' } as const;

const c = 2 / norm;
const lIdf = Math.log(6 / 1.5);
const lPart = (2.5 * (c + 0.5)) / (1.5 + c + 0.5);

const okapiIdf = Math.log(4.5 / 1.5);
// x in 3 of 4; p, q, r and s in one each. All documents have two tokens, so the length does not matter.
const common = ['x p', 'x q', 'x r', 's s'];
const [rare, negative] = [Math.log(3.5 / 1.5), Math.log(1.5 / 3.5)];
const saturated = (1 * 2.5) / (1 + 1.5);

// Question (a: 1, b: 1), document (a: 2, b: 1).
const [idf1, idf2] = [Math.log(6 / 2) + 1, Math.log(6 / 3) + 1];
const cosine = (x: number, y: number, tf = 2) => (tf * x * x + y * y) / (Math.hypot(x, y) * Math.hypot(tf * x, y));

// Of 11 tokens, `a` is 2 and `c` 5.
const mixed = { ...likelihood, mu: 10 };
const likelyA = Math.log((2 + (10 * 2) / 11) / (3 + 10));
const likelyC = Math.log((0 + (10 * 5) / 11) / (3 + 10));

type Case = [string, ScorerSpec, string, number, Readonly<Record<string, number>>, (readonly string[])?];

/** The score of the first document by hand, and those of mistakes that one could make. */
const cases: Case[] = [
  [
    'the formula',
    lucene,
    'a',
    luceneA,
    {
      'factor k1 + 1': luceneA * 2.2,
      'idf without 1 +': Math.log(4.5 / 1.5) * (2 / (2 + 1.2 * norm)),
      'logarithm to base 10': luceneA / Math.LN10,
      'length in distinct terms': luceneIdf * (2 / (2 + 1.2 * (0.25 + (0.75 * 2) / 1.4))),
      'empty documents left out of the mean': luceneIdf * (2 / (2 + 1.2 * (0.25 + (0.75 * 3) / 2.75))),
      'empty documents left out of N': Math.log(1 + 3.5 / 1.5) * (2 / (2 + 1.2 * norm)),
    },
  ],
  [
    'lengths in one byte, and no empty documents',
    { ...lucene, lengths: 'byte' },
    'a',
    inByte(44, 13.25, 4),
    {
      'exact length': inByte(45, 13.25, 4),
      'mean of cut lengths': inByte(44, 13, 4),
      'empty documents in N': inByte(44, 13.25, 5),
      'empty documents in the mean': inByte(44, 10.6, 4),
    },
    long,
  ],
  ['a sum, and a repeat again', lucene, 'a b a', 2 * luceneA + luceneB, { 'repeats once': luceneA + luceneB }],
  [
    'the formula',
    plus,
    'a',
    plusA * (1 + part),
    {
      'without δ': plusA * part,
      'δ within the saturation': plusA * ((3 * 2.5) / (3 + 1.5 * norm)),
      'without k1 + 1': plusA * (1 + part / 2.5),
      'idf of Lucene': Math.log(1 + 4.5 / 1.5) * (1 + part),
      'logarithm to base 10': Math.log10(6) * (1 + part),
    },
  ],
  ['nothing for an absent term', plus, 'a c', plusA * (1 + part), { δ: plusA * (1 + part) + plusC }],
  ['δ for an absent term', plusDelta, 'a c', plusA * (1 + part) + plusC, { nothing: plusA * (1 + part) }],
  ['δ for each repeat', plusDelta, 'a c c', plusA * (1 + part) + 2 * plusC, { once: plusA * (1 + part) + plusC }],
  [
    'the formula',
    bm25l,
    'a',
    lIdf * lPart,
    {
      'without δ': (lIdf * 2.5 * c) / (1.5 + c),
      'δ outside': lIdf * ((2.5 * c) / (1.5 + c) + 0.5),
      'idf of BM25+': Math.log(6) * lPart,
      'logarithm to base 10': Math.log10(4) * lPart,
      'as rank-bm25': lIdf * 2 * lPart,
    },
  ],
  ['the factor tf of rank-bm25', { ...bm25l, form: 'rank-bm25' }, 'a', lIdf * 2 * lPart, { paper: lIdf * lPart }],
  [
    'nothing for an absent term, and repeats',
    bm25l,
    'a c a',
    2 * lIdf * lPart,
    {
      'δ for what is absent': 2 * lIdf * lPart + Math.log(6 / 2.5) * ((2.5 * 0.5) / (1.5 + 0.5)),
      'repeats once': lIdf * lPart,
    },
  ],
  [
    'the formula',
    okapi,
    'a',
    okapiIdf * part,
    {
      'idf of Lucene': Math.log(1 + 4.5 / 1.5) * part,
      'without k1 + 1': (okapiIdf * part) / 2.5,
      'logarithm to base 10': Math.log10(3) * part,
    },
  ],
  ['repeats', okapi, 'a a', 2 * okapiIdf * part, { 'repeats once': okapiIdf * part }],
  [
    'ε times the mean idf for a term of most documents',
    okapi,
    'x',
    ((0.25 * (4 * rare + negative)) / 5) * saturated,
    {
      'not floored': negative * saturated,
      'zero instead': 0,
      'mean of positive values': 0.25 * rare * saturated,
      'mean over tokens': ((0.25 * (5 * rare + 3 * negative)) / 8) * saturated,
    },
    common,
  ],
  [
    'the cosine',
    tfIdf,
    'a b',
    cosine(idf1, idf2),
    {
      'document not normalised': (2 * idf1 * idf1 + idf2 * idf2) / Math.hypot(idf1, idf2),
      'idf once': (2 * idf1 + idf2) / (Math.hypot(1, 1) * Math.hypot(2 * idf1, idf2)),
      'idf without + 1': cosine(idf1 - 1, idf2 - 1),
      'frequency as 1 + ln tf': cosine(idf1, idf2, 1 + Math.log(2)),
    },
  ],
  ['repeats in the vector', tfIdf, 'a b a', 1, { 'repeats once': cosine(idf1, idf2) }],
  [
    'the formula',
    mixed,
    'a c',
    likelyA + likelyC,
    {
      'absent terms left out': likelyA,
      'document frequency': Math.log((2 + 10 / 11) / 13) + Math.log(20 / 11 / 13),
      'documents instead of tokens': Math.log((2 + (10 * 2) / 5) / 13) + Math.log((10 * 5) / 5 / 13),
      'logarithm to base 10': (likelyA + likelyC) / Math.LN10,
      'divided by the collection’s part, as in Lucene': likelyA + likelyC - Math.log(2 / 11) - Math.log(5 / 11),
    },
  ],
  ['repeats', mixed, 'a c a', 2 * likelyA + likelyC, { 'repeats once': likelyA + likelyC }],
];

it.each(cases)(
  'a score equals its formula by hand, and no near miss %s of %o for %s',
  (_, spec, question, value, wrong, from) => {
    const score = scores(spec, question, from).get(0)!;
    expect(score).toBeCloseTo(value, 12);
    for (const [mistake, other] of Object.entries(wrong))
      expect(Math.abs(score - other), mistake).toBeGreaterThan(1e-3);
  },
);

describe.each(Object.values(DEFAULT_SCORERS))('$kind', (spec) => {
  it('leaves out terms that no document holds', () => {
    expect(scores(spec, 'a b nowhere')).toEqual(scores(spec, 'a b'));
  });

  const wrong: Readonly<Record<string, readonly number[]>> = {
    k1: [-1, NaN, Infinity],
    b: [-0.1, 1.1, NaN],
    delta: [-1, NaN],
    epsilon: [-1, NaN],
    mu: [0, -1, NaN, Infinity],
  };
  const refused = Object.entries(wrong).flatMap(([name, values]) =>
    name in spec ? values.map((value) => ({ [name]: value })) : [],
  );
  it.each(refused)('refuses %o', (parameter) => {
    expect(() => scorerOf(opened(passages), { ...spec, ...parameter })).toThrow(RangeError);
  });
});

it('bm25-okapi finds documents whose score is 0 or below, which a tiny collection gives', () => {
  // Held by half of the documents: ln 1 is 0.
  expect(scores(okapi, 'x', ['x', 'y'])).toEqual(new Map([[0, 0]]));
  const below = scores(okapi, 'x', ['x', 'x']);
  expect([...below.keys()]).toEqual([0, 1]);
  expect(below.get(0)).toBeLessThan(0);
  // 0 times a negative mean is −0, with which documents must be found no less.
  expect(scores({ ...okapi, epsilon: 0 }, 'x', ['x', 'x']).size).toBe(2);
});

describe('query-likelihood', () => {
  it('does not find the empty document, though it has a higher score', () => {
    const search = new LexicalSearch(opened(passages), mixed);
    expect([...scores(mixed, 'e b').keys()].sort()).toEqual([0, 1, 4]);
    expect(search.explain(terms('e b'), 3).score).toBeCloseTo(Math.log(1 / 11) + Math.log(2 / 11), 12);
  });

  it('gives the same for frequencies within and beyond its table of logarithms', () => {
    const many = Array.from({ length: 60 }, (_, i) => 'x '.repeat(i + 1) + 'y');
    const tokens = (60 * 61) / 2 + 60;
    const found = scores(mixed, 'x', many);
    expect(found.size).toBe(60);
    for (const [doc, score] of found)
      expect(score).toBeCloseTo(Math.log((doc + 1 + (10 * (tokens - 60)) / tokens) / (doc + 2 + 10)), 12);
  });
});

/** The bit operations of Lucene's `SmallFloat.intToByte4` and `byte4ToInt`. */
function smallFloat(length: number): number {
  if (length < 24) return length;
  const above = length - 24;
  const bits = 32 - Math.clz32(above);
  if (bits < 4) return length;
  const shift = bits - 4;
  const encoded = ((above >>> shift) & 7) | ((shift + 1) << 3);
  return 24 + (((encoded & 7) | 8) << ((encoded >>> 3) - 1));
}

it('byteLength is what Lucene reads back', () => {
  const lengths = [...Array(5000).keys(), 65_535, 65_536, 1_000_000, 1_048_599, 1_048_600, 2_013_265_943];
  expect(lengths.map(byteLength)).toEqual(lengths.map(smallFloat));
  expect([39, 40, 41, 100, 1000].map(byteLength)).toEqual([39, 40, 40, 96, 984]);
});
