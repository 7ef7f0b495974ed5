import { describe, expect, it } from 'vitest';
import {
  boosted,
  NamedValues,
  numberShares,
  openCondition,
} from '../../../../../src/domain/retrieval/metadata/condition';
import { docId, type Metadata, type Ranking } from '../../../../../src/base/types';
import { fieldText, numberOf, valuesOf } from '../../../../../src/domain/retrieval/metadata/field-values';
import type { ConditionSpec } from '../../../../../src/domain/retrieval/metadata/metadata-spec';
import { DEFAULT_ANALYZER } from '../../../../../src/domain/text/analyzer-spec';
import { lexical } from '../../../../../src/domain/experiment/catalogue';
import { composedOf, parseComposed } from '../../../../../src/domain/experiment/composed';
import { type ExperimentSpec, parseExperiment, type SystemSpec } from '../../../../../src/domain/experiment/experiment';
import { experimentFile } from '../../../../../src/domain/experiment/experiment-file';
import { fieldsOfSystem, missingFields, numbersOfSystem } from '../../../../../src/domain/experiment/missing';
import { defaultLearned, featureColumns, routesOf } from '../../../../../src/domain/ltr/learned-spec';
import type { LearnedModel } from '../../../../../src/domain/ltr/model';
import { specProblem } from '../../../../../src/ui/shared/messages/experiment';

const list = (...scores: [string, number][]): Ranking => scores.map(([id, score]) => ({ id: docId(id), score }));
const flat = (ranking: Ranking) => ranking.map(({ id, score }) => [id, score]);

it('a boost adds its weight to scores that were normalised to 0 to 1, whatever their scale', () => {
  const boost = boosted(list(['a', 300], ['b', 200], ['c', 100]), 0.6, (id) => Number(id === docId('c')));
  expect(flat(boost)).toEqual([
    ['a', 1],
    ['c', 0.6],
    ['b', 0.5],
  ]);
});

it('a boost orders those of equal scores as trec_eval does, by id descending', () => {
  expect(flat(boosted(list(['a', 1], ['b', 0]), 1, (id) => Number(id === docId('b'))))).toEqual([
    ['b', 1],
    ['a', 1],
  ]);
});

describe('shares of a number', () => {
  const docs = (...values: (number | undefined)[]) =>
    values.map((price) => ({ title: '', text: '', metadata: price === undefined ? {} : { price } }));

  it('go from the lowest of the collection to the highest, and are 0 for documents without one', () => {
    expect([...numberShares('price', docs(-10, 40, 15, undefined))]).toEqual([0, 1, 0.5, 0]);
  });

  it('are 0 where all have the same number, or none has one', () => {
    expect([...numberShares('price', docs(5, 5))]).toEqual([0, 0]);
    expect([...numberShares('price', docs(undefined))]).toEqual([0]);
  });
});

const doc = {
  title: 'A title',
  text: 'a text',
  metadata: { colours: ['red', 'dark blue'], year: 2020, title: 'other' },
};

describe('values of a field', () => {
  it('are the items of a list, or the one value as text', () => {
    expect(valuesOf(doc, 'colours')).toEqual(['red', 'dark blue']);
    expect(valuesOf(doc, 'year')).toEqual(['2020']);
    expect(valuesOf(doc, 'price')).toEqual([]);
    expect(valuesOf({ title: '', text: '' }, 'year')).toEqual([]);
  });

  it('of title and text are those of the document, and else of the metadata', () => {
    expect(valuesOf(doc, 'title')).toEqual(['A title']);
    expect(valuesOf({ ...doc, title: '' }, 'title')).toEqual(['other']);
    expect(valuesOf(doc, 'text')).toEqual(['a text']);
  });

  it('are never those that every object has', () => {
    expect(valuesOf(doc, 'constructor')).toEqual([]);
    expect(valuesOf(doc, 'toString')).toEqual([]);
  });

  it('make one text, each in a line, in the order of the fields', () => {
    expect(fieldText(doc, ['year', 'colours', 'price'])).toBe('2020\nred\ndark blue');
  });
});

describe('the number of a field', () => {
  it.each([
    ['12', 12],
    [' -1.5e2 ', -150],
    ['007', 7],
    ['0x10', undefined],
    ['12 €', undefined],
    ['1,200', undefined],
    ['', undefined],
    ['Infinity', undefined],
    ['1e999', undefined],
  ])('of “%s” is %s', (text, number) => {
    expect(numberOf({ title: '', text: '', metadata: { n: text } }, 'n')).toBe(number);
  });

  it('is there for one value alone', () => {
    expect(numberOf({ title: '', text: '', metadata: { n: ['1', '2'] } }, 'n')).toBeUndefined();
    expect(numberOf({ title: '', text: '', metadata: { n: 0 } }, 'n')).toBe(0);
  });
});

const words = (text: string): string[] => text.toLowerCase().match(/\w+/g) ?? [];
const docs = (
  [
    { category: 'Shoes', price: 10 },
    { category: ['Phone case', 'Phone'], price: '20' },
    { category: 'Phone', price: 30 },
    {},
  ] satisfies Metadata[]
).map((metadata) => ({ title: '', text: '', metadata }));

/** Places of the documents that meet a condition; null where a question asks for nothing. */
function met(spec: ConditionSpec, question = ''): number[] | null {
  const meets = openCondition(spec, docs, words).forQuestion(question);
  return meets && docs.flatMap((_, i) => (meets(i) ? [i] : []));
}

describe('a condition on the metadata', () => {
  it('is met by any of some values, letter for letter', () => {
    expect(met({ kind: 'values', field: 'category', values: ['Phone', 'Bags'] })).toEqual([1, 2]);
    expect(met({ kind: 'values', field: 'category', values: ['phone'] })).toEqual([]);
    expect(met({ kind: 'values', field: 'price', values: ['10'] })).toEqual([0]);
  });

  it('is met by a number of a range with both its ends, and never by a document without one', () => {
    expect(met({ kind: 'range', field: 'price', least: 10, most: 20 })).toEqual([0, 1]);
    expect(met({ kind: 'range', field: 'price', least: null, most: 25 })).toEqual([0, 1]);
    expect(met({ kind: 'range', field: 'price', least: 20.5, most: null })).toEqual([2]);
    expect(met({ kind: 'range', field: 'category', least: null, most: 1e9 })).toEqual([]);
  });

  it('is met by what the question names, and asks for nothing where it names nothing', () => {
    const spec: ConditionSpec = { kind: 'question', field: 'category', analyzer: DEFAULT_ANALYZER };
    expect(met(spec, 'red shoes, please')).toEqual([0]);
    expect(met(spec, 'which shoe?')).toBeNull();
    expect(met(spec, '')).toBeNull();
  });
});

describe('values that questions name', () => {
  const named = (values: string[], question: string): string[] => [
    ...new NamedValues(values.map((value) => ({ value, terms: words(value) }))).in(words(question)),
  ];

  it('are named together where they have the same terms, and never without terms', () => {
    expect(named(['Red', 'red!', '!'], 'a red one')).toEqual(['Red', 'red!']);
  });
});

const system = (parts: Partial<SystemSpec> = {}): SystemSpec => ({
  id: 'mine',
  retrievers: [lexical(DEFAULT_ANALYZER)],
  fusion: null,
  learned: null,
  rerank: null,
  threshold: null,
  ...parts,
});

const experimentOf = (...systems: SystemSpec[]): ExperimentSpec => ({
  schema: 1,
  systems,
  depth: 10,
  lists: 'depth',
  ks: [5],
  measures: ['MAP'],
  relevance: 1,
  missing: 'zero',
});

const problems = (parts: object): string[] => {
  const parsed = parseExperiment(experimentOf({ ...system(), ...parts }));
  return parsed.ok ? [] : parsed.problems.map(specProblem);
};

const learner = defaultLearned('rank-net');
const price = { kind: 'range', field: 'price' };
const nouns = { ...DEFAULT_ANALYZER, partsOfSpeech: 'nouns-and-verbs' };
const twice = { ...learner.features, metadata: [0, 1].map((absent) => ({ field: 'a', absent })) };
const full = system({
  retrievers: [{ ...lexical(DEFAULT_ANALYZER), fields: ['title', 'category'] }],
  filter: { kind: 'question', field: 'brand', analyzer: DEFAULT_ANALYZER },
  learned: { ...learner, features: { ...learner.features, metadata: [{ field: 'year', absent: 0 }] } },
  boost: { kind: 'number', field: 'price', weight: -0.5 },
});

describe('what a spec says of metadata', () => {
  it('is kept by a file of the experiment, and by a custom system', () => {
    const parsed = parseExperiment(JSON.parse(experimentFile(experimentOf(full))));
    expect(parsed).toEqual({ ok: true, spec: experimentOf(full) });
    expect(parseComposed([composedOf(full)])).toEqual({ ok: true, systems: [composedOf(full)] });
  });

  it.each([
    [{ filter: { ...price, least: null, most: null } }, 'filter.least: a range needs a minimum or a maximum'],
    [{ filter: { ...price, least: 2, most: 1 } }, 'filter.least: the minimum, 2, is above the maximum, 1'],
    [{ filter: { kind: 'values', field: 'a', values: [] } }, 'filter.values: name a value'],
    [{ filter: { kind: 'values', field: 'a', values: ['x', 'x'] } }, 'filter.values: “x” is listed twice'],
    [
      { boost: { kind: 'number', field: 'a', weight: 0 } },
      'boost.weight: a weight of 0 changes nothing: leave the boost out',
    ],
    [
      { boost: { kind: 'question', field: 'a', weight: 1, analyzer: nouns } },
      'boost.analyzer.partsOfSpeech: parts of speech are known to the tokens “japanese” alone, not to “cjk-bigram”: choose “all”',
    ],
    [
      { retrievers: [{ ...lexical(DEFAULT_ANALYZER), fields: ['a', 'a'] }] },
      'retrievers.0.fields: “a” is listed twice',
    ],
    [{ learned: { ...learner, features: twice } }, 'learned.features.metadata: “a” is listed twice'],
  ])('is refused with where and why: %j', (parts, problem) => {
    expect(problems(parts)).toEqual([`systems.0.${problem}`]);
  });

  it('may be all that a learned ranker reads', () => {
    const features = { ...learner.features, routes: [], terms: [] };
    expect(problems({ learned: { ...learner, features } })).toHaveLength(1);
    expect(
      problems({ learned: { ...learner, features: { ...features, metadata: [{ field: 'a', absent: 0 }] } } }),
    ).toEqual([]);
  });

  it('gives columns of numbers, after all others', () => {
    expect(featureColumns(full.learned!.features, 1).slice(-2)).toEqual(['exact-phrase', 'metadata(year)']);
    // A field may be called as a route is.
    const features = ['score(route2)', 'metadata(route7)', 'metadata(score(route9))'];
    expect(routesOf({ features } as unknown as LearnedModel)).toBe(2);
  });
});

it('the fields that a system reads are those of its retrievers, its filter, its boost and its ranker', () => {
  expect(fieldsOfSystem(full).sort()).toEqual(['brand', 'category', 'price', 'title', 'year']);
  expect(numbersOfSystem(full).sort()).toEqual(['price', 'year']);
  expect(fieldsOfSystem(system())).toEqual([]);
});

it('the fields that a system reads are reported where a collection lacks one, title and text never', () => {
  expect(missingFields([full, system()], ['category', 'brand', 'price', 'year'])).toEqual([]);
  expect(missingFields([full], ['brand'])).toEqual([
    { code: 'system-field-missing', data: { system: 'mine', field: 'category', fields: ['brand'] } },
  ]);
});
