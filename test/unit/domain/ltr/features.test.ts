import { describe, expect, it } from 'vitest';
import { type Placed, ROUTE_FEATURES, TERM_FEATURES } from '../../../../src/domain/ltr/features';
import { grades, hits } from '../measures/make';
import { queryId, type Run } from '../../../../src/base/types';
import { buildFeatures, type FeatureSources } from '../../../../src/domain/ltr/build-features';

const list = hits({ a: 8, b: 5, c: 4 });

const ofRoute = (placed: Partial<Placed>) =>
  ROUTE_FEATURES.map(({ value }) =>
    value({ list, normalised: Float64Array.of(1, 0.25, 0), depth: 10, place: -1, ...placed }),
  );

const ofTerms = (question: string, doc: string) => {
  const split = (text: string) => text.split(' ').filter((term) => term !== '');
  const docTerms = split(doc);
  return TERM_FEATURES.map(({ value }) =>
    value({ question: split(question), doc: docTerms, docTerms: new Set(docTerms), meanLength: 4 }),
  );
};

describe('features of a route', () => {
  it('of a document that is absent: the lowest score, a rank behind the depth, 0 and 0', () => {
    expect(ofRoute({})).toEqual([4, 11, 0, 0]);
    // A list longer than was said, and one of nothing: an absent document is never in front.
    expect(ofRoute({ depth: 2 })).toEqual([4, 4, 0, 0]);
    expect(ofRoute({ list: [], normalised: new Float64Array(0) })).toEqual([0, 11, 0, 0]);
  });
});

describe('features of terms', () => {
  it('are length ratio, term coverage and exact phrase', () => {
    expect(ofTerms('cat the', 'on the mat the cat sat')).toEqual([1.5, 1, 0]);
  });

  it('count a repeated term of the question once, and need it twice in the phrase', () => {
    expect(ofTerms('cat cat dog', 'cat')).toEqual([0.25, 0.5, 0]);
    expect(ofTerms('cat cat', 'a cat')).toEqual([0.5, 1, 0]);
    expect(ofTerms('a a b', 'a a a b')).toEqual([1, 1, 1]);
  });
});

const [q1, q2] = [queryId('q1'), queryId('q2')];

const runOf = (...lists: [string, Record<string, number>][]): Run =>
  new Map(lists.map(([query, scores]) => [queryId(query), hits(scores)]));

const texts: Record<string, string> = { d1: 'red fish', d2: 'blue fish swims', d3: 'red blue', d4: '' };
const sources: FeatureSources = {
  questions: [q2, q1],
  routes: [
    { name: 'bm25', run: runOf(['q1', { d1: 1, d2: 3, d3: 2 }], ['q2', {}]), depth: 5 },
    { name: 'dense', run: runOf(['q1', { d2: 0.5, d4: 0.9 }], ['q2', { d1: 0.1 }]), depth: 4 },
  ],
};

const rows = (matrix: ReturnType<typeof buildFeatures>) =>
  matrix.docs.map((doc, row) => [
    doc,
    ...matrix.values.subarray(row * matrix.names.length, (row + 1) * matrix.names.length),
  ]);

describe('the feature matrix', () => {
  it('has a row for each document of any list, question by question, ids descending', () => {
    const matrix = buildFeatures(sources);
    expect(matrix.questions).toEqual(['q2', 'q1']);
    expect([...matrix.offsets]).toEqual([0, 1, 5]);
    expect(matrix.names).toEqual(
      ['bm25', 'dense'].flatMap((route) => ['score', 'rank', 'normalised', 'found'].map((name) => `${name}(${route})`)),
    );
    expect(rows(matrix)).toEqual([
      ['d1', 0, 6, 0, 0, 0.1, 1, 0, 1],
      ['d4', 1, 6, 0, 0, 0.9, 1, 1, 1],
      ['d3', 2, 2, 0.5, 1, 0.5, 5, 0, 0],
      ['d2', 3, 1, 1, 1, 0.5, 2, 0, 1],
      ['d1', 1, 3, 0, 1, 0.5, 5, 0, 0],
    ]);
    expect([...matrix.labels]).toEqual([0, 0, 0, 0, 0]);
  });

  it('has the features that are asked for, terms and numbers of documents among them', () => {
    const split = (text: string) => text.split(' ').filter((term) => term !== '');
    const matrix = buildFeatures({
      ...sources,
      questions: [q1],
      routeFeatures: ['rank'],
      terms: { ofQuestion: () => ['red', 'fish'], ofDoc: (doc) => split(texts[doc]!), meanLength: 2 },
      metadata: [{ name: 'year', valueOf: (doc) => (doc === 'd1' ? 1999 : undefined), absent: 2000 }],
    });
    expect(matrix.names).toEqual([
      'rank(bm25)',
      'rank(dense)',
      'length-ratio',
      'term-coverage',
      'exact-phrase',
      'metadata(year)',
    ]);
    expect(rows(matrix)).toEqual([
      ['d4', 6, 1, 0, 0, 0, 2000],
      ['d3', 2, 5, 1, 0.5, 0, 2000],
      ['d2', 1, 2, 1.5, 0.5, 0, 2000],
      ['d1', 3, 5, 1, 1, 1, 1999],
    ]);
    const few = { ...sources, terms: { ofQuestion: () => [], ofDoc: () => [], meanLength: 1 } };
    expect(buildFeatures({ ...few, routeFeatures: [], termFeatures: ['exact-phrase'] }).names).toEqual([
      'exact-phrase',
    ]);
  });

  it('labels with grades; unjudged and negative ones are 0', () => {
    const qrels = new Map([[q1, grades({ d1: 3, d2: -1, d9: 2 })]]);
    expect([...buildFeatures({ ...sources, qrels }).labels]).toEqual([0, 0, 0, 0, 3]);
  });

  it('refuses what would mix up columns, questions or documents', () => {
    const [bm25] = sources.routes;
    expect(() => buildFeatures({ ...sources, routes: [bm25!, bm25!] })).toThrow(
      'two features are called “score(bm25)”',
    );
    expect(() => buildFeatures({ ...sources, questions: [q1, q1] })).toThrow('twice');
    const repeated = new Map([[q1, [...hits({ a: 1 }), ...hits({ a: 2 })]]]);
    expect(() => buildFeatures({ ...sources, routes: [{ ...bm25!, run: repeated }] })).toThrow(
      '“a” is in the ranking twice',
    );
    const terms = { ofQuestion: () => [], ofDoc: () => [], meanLength: 0 };
    expect(() => buildFeatures({ ...sources, terms })).toThrow('mean length');
  });
});
