import { beforeEach, describe, expect, it } from 'vitest';
import type { ResultRecord } from '../../../../src/contract/result';
import { DEFAULT_ANALYZER } from '../../../../src/domain/text/analyzer-spec';
import { lexical, vectorsBy, metadataCatalogue } from '../../../../src/domain/experiment/catalogue';
import type { ComposedSystem } from '../../../../src/domain/experiment/composed';
import type { ComposedRetriever } from '../../../../src/domain/experiment/retrievers';
import { defaultLearned } from '../../../../src/domain/ltr/learned-spec';
import type { FilterSpec } from '../../../../src/domain/retrieval/metadata/metadata-spec';
import { said } from '../../said';
import { DEFAULT_SETTINGS } from '../../../../src/domain/experiment/settings';
import { type Dataset, docId, type Metadata, queryId } from '../../../../src/base/types';
import { experiment, keep, openBench, type OpenBench, quiet, remarksOf } from '../workshop';

const WORDS = 'amber birch copper delta ember fjord grove heron'.split(' ');
const CATEGORIES = ['red shoes', 'bags', 'hats', 'shoes'];
const DOCS = 120;

/** What each document is: a word and its neighbour in the text, a category of four, and a price for most of them. */
const metadataOf = (i: number): Metadata => ({
  category: CATEGORIES[Math.floor(i / 8) % 4]!,
  ...(i % 10 === 0 ? {} : { price: (i * 37) % 100 }),
});

/** Questions of one word and, but for every fourth, a category; relevant is what has both, the dear ones above all. */
function shop(withMetadata = true): Dataset {
  const docs = Array.from({ length: DOCS }, (_, i) => ({
    id: docId(`d${String(i).padStart(3, '0')}`),
    title: '',
    text: `${WORDS[i % 8]} ${WORDS[(i + 3) % 8]} thing ${i}`,
    ...(withMetadata ? { metadata: metadataOf(i) } : {}),
  }));
  const queries = Array.from({ length: 32 }, (_, q) => ({
    id: queryId(`q${q}`),
    text: q % 4 === 3 ? WORDS[q % 8]! : `${WORDS[q % 8]} ${CATEGORIES[q % 4]}`,
  }));
  const judgments = queries.flatMap(({ id }, q) =>
    docs.flatMap((doc, i) => {
      if (i % 8 !== q % 8 || metadataOf(i)['category'] !== CATEGORIES[q % 4]) return [];
      return [{ query: id, doc: doc.id, grade: Number(metadataOf(i)['price'] ?? 0) > 50 ? 2 : 1 }];
    }),
  );
  return { docs, queries, judgments };
}

let own: OpenBench;

beforeEach(async () => {
  own = await openBench(shop());
});

const words = lexical(DEFAULT_ANALYZER);
const byCategory: ComposedRetriever = { ...words, fields: ['category'] };

const system = (id: string, parts: Partial<ComposedSystem> = {}): ComposedSystem => ({
  id,
  retrievers: [words],
  fusion: null,
  learned: null,
  rerank: null,
  threshold: null,
  ...parts,
});

const spec = (composed: ComposedSystem[], depth = 10) =>
  experiment({ systems: [], composed, depth, ks: [1, 5], families: ['nDCG', 'Recall'], measures: [] });

const run = (composed: ComposedSystem[], depth?: number, id = own.collection.id) =>
  own.bench.runs.run(id, spec(composed, depth), quiet);

const counted = (result: ResultRecord, stage: string) => result.counts.find((each) => each.stage === stage)!;

/** Ids of every list of a system, by question. */
async function lists(result: ResultRecord, id: string): Promise<Record<string, string[]>> {
  const found = await own.bench.inspect.rankings(result, id);
  return Object.fromEntries([...found!].map(([query, list]) => [query, list.map((hit) => hit.id)]));
}

const categoryOf = (id: string): unknown => metadataOf(Number(id.slice(1)))['category'];

describe('a route of metadata', () => {
  it('finds by its field alone, and is one of the retrievers that are fused', async () => {
    const fused = system('both', {
      retrievers: [words, byCategory],
      // Min-max would make nothing of a list whose scores are all equal, as those of a category often are.
      fusion: { method: 'wsum', norm: 'max', weights: [0.5, 0.5], absent: 'zero' },
    });
    const result = await run([system('text'), system('category', { retrievers: [byCategory] }), fused], 60);
    const found = await lists(result, 'category');
    expect(new Set(found['q1']!.map(categoryOf))).toEqual(new Set(['bags']));
    // “amber red shoes”: the red ones first, since they have both words; the other shoes after them.
    expect(new Set(found['q0']!.slice(0, 30).map(categoryOf))).toEqual(new Set(['red shoes']));
    expect(new Set(found['q0']!.map(categoryOf))).toEqual(new Set(['red shoes', 'shoes']));
    expect(found['q3']).toEqual([]);
    const [text, , both] = result.systems.map(({ measures }) => measures['nDCG@5']!);
    expect(both!).toBeGreaterThan(text! + 0.2);
  });

  it('has an index of its own, which other retrievers of the field share', async () => {
    const second: ComposedRetriever = { ...byCategory, scorer: { kind: 'tf-idf' } };
    const composed = [system('a', { retrievers: [byCategory] }), system('b', { retrievers: [second] })];
    const first = await run([system('text'), ...composed]);
    expect(counted(first, 'lexical-index')).toMatchObject({ computed: 2 * DOCS, reused: DOCS });
    const again = await run(composed, 20);
    expect(counted(again, 'lexical-index')).toMatchObject({ computed: 0, reused: 2 * DOCS });
  });
});

describe('what was computed', () => {
  it('stays whatever the metadata, for systems that read none', async () => {
    const bare = await keep(own.workshop, shop(false));
    expect([bare.corpusKey, bare.metadata]).toEqual([own.collection.corpusKey, undefined]);
    const [here, there] = [await run([system('text')]), await run([system('text')], 10, bare.id)];
    expect(here.key).toBe(there.key);
  });

  it('is another thing for another metadata, where that is read', async () => {
    const dataset = shop();
    const docs = dataset.docs.map((doc, i) => (i === 0 ? { ...doc, metadata: { category: 'hats' } } : doc));
    const other = await keep(own.workshop, { ...dataset, docs });
    const composed = [system('route', { retrievers: [byCategory] })];
    expect((await run(composed)).key).not.toBe((await run(composed, 10, other.id)).key);
    expect((await run([system('text')])).key).toBe((await run([system('text')], 10, other.id)).key);
  });

  it('is counted by the estimate as the run has it', async () => {
    const filter: FilterSpec = { kind: 'values', field: 'category', values: ['bags'] };
    const composed = [system('route', { retrievers: [byCategory] }), system('filtered', { filter })];
    const before = await own.bench.runs.estimate(own.collection.id, spec(composed));
    expect(before.pending.filter(({ stage }) => stage === 'lexical-search')).toHaveLength(2);
    await run(composed);
    // Another name is another result, of the same work.
    const renamed = composed.map((each) => ({ ...each, id: `${each.id}!` }));
    expect((await own.bench.runs.estimate(own.collection.id, spec(renamed))).pending).toEqual([]);
  });
});

describe('a filter', () => {
  const filter: FilterSpec = { kind: 'values', field: 'category', values: ['hats'] };

  it.each([
    ['words', words],
    ['words by MiniSearch', { kind: 'minisearch', ...DEFAULT_SETTINGS.lexical, analyzer: DEFAULT_ANALYZER }],
    ['vectors', vectorsBy('nearest')],
  ] satisfies [string, ComposedRetriever][])('keeps lists of %s as long as they were', async (_, retriever) => {
    const whole = system('whole', { retrievers: [retriever] });
    const all = await lists(await run([whole], DOCS), 'whole');
    const kept = await lists(await run([{ ...whole, id: 'kept', filter }], 6), 'kept');
    for (const [query, list] of Object.entries(all)) {
      const hats = list.filter((id) => categoryOf(id) === 'hats');
      // Filtering a list of 6 would keep one or two of them.
      expect(kept[query], query).toEqual(hats.slice(0, 6));
    }
    expect(kept['q0']!.length).toBeGreaterThan(4);
  });

  it('by what questions name leaves those that name nothing alone, and says how many', async () => {
    const named = { kind: 'question', field: 'category', analyzer: DEFAULT_ANALYZER } as const;
    const result = await run([system('whole'), system('kept', { filter: named })], 6);
    const [whole, kept] = [await lists(result, 'whole'), await lists(result, 'kept')];
    expect(kept['q3']).toEqual(whole['q3']);
    // “red shoes” are meant, and not the shoes inside.
    expect(new Set(kept['q0']!.map(categoryOf))).toEqual(new Set(['red shoes']));
    expect(remarksOf(result)).toEqual([
      { code: 'filter-unnamed', data: { field: 'category', unnamed: 8, questions: 32 } },
    ]);
    const [without, withIt] = result.systems.map(({ measures }) => measures['Recall@5']!);
    expect(withIt!).toBeGreaterThan(without!);
  });

  it('by what questions name reads each rewrite by itself', async () => {
    const file = { kind: 'rewrites', file: 'r.json', entries: [{ question: 'q1', texts: ['amber hats'] }] } as const;
    const [header] = await own.bench.collections.addSupplied(own.collection.id, [file]);
    const retriever: ComposedRetriever = {
      kind: 'rewritten',
      rewrites: { name: header!.name, hash: header!.hash },
      original: true,
      constant: 60,
      retriever: words,
    };
    const named: FilterSpec = { kind: 'question', field: 'category', analyzer: DEFAULT_ANALYZER };
    const found = await lists(await run([system('kept', { retrievers: [retriever], filter: named })], 6), 'kept');
    // The question names bags, its rewrite hats.
    expect(new Set(found['q1']!.map(categoryOf))).toEqual(new Set(['bags', 'hats']));
    expect(new Set(found['q2']!.map(categoryOf))).toEqual(new Set(['hats']));
  });

  it('is shared by the retrievers of a system, and another one is another list', async () => {
    const dear = { kind: 'range', field: 'price', least: 50, most: null } as const;
    const result = await run([
      system('dear', {
        retrievers: [words, vectorsBy('nearest')],
        filter: dear,
        fusion: { method: 'rrf', constant: 60, weights: [1, 1] },
      }),
      system('hats', { filter }),
    ]);
    for (const list of Object.values(await lists(result, 'dear')))
      for (const id of list) expect(Number(metadataOf(Number(id.slice(1)))['price'])).toBeGreaterThanOrEqual(50);
    for (const list of Object.values(await lists(result, 'hats')))
      expect(list.map(categoryOf)).toEqual(list.map(() => 'hats'));
  });
});

describe('a boost', () => {
  it('by a number puts the dear ones first, where its weight is great', async () => {
    const boost = { kind: 'number', field: 'price', weight: 100 } as const;
    const result = await run([
      system('text'),
      system('dear', { boost }),
      system('cheap', { boost: { ...boost, weight: -100 } }),
    ]);
    const price = (id: string): number => Number(metadataOf(Number(id.slice(1)))['price'] ?? 0);
    const [text, dear, cheap] = [
      await lists(result, 'text'),
      await lists(result, 'dear'),
      await lists(result, 'cheap'),
    ];
    for (const query of Object.keys(text)) {
      expect(new Set(dear[query])).toEqual(new Set(text[query]));
      expect(dear[query]!.map(price)).toEqual(dear[query]!.map(price).toSorted((a, b) => b - a));
      expect(cheap[query]!.map(price)).toEqual(cheap[query]!.map(price).toSorted((a, b) => a - b));
    }
  });

  it('by what questions name keeps the order of questions that name nothing, and says how many', async () => {
    const boost = { kind: 'question', field: 'category', analyzer: DEFAULT_ANALYZER, weight: 0.5 } as const;
    const result = await run([system('text'), system('boosted', { boost })], 60);
    const [text, boosted] = [await lists(result, 'text'), await lists(result, 'boosted')];
    expect(boosted['q3']).toEqual(text['q3']);
    expect(boosted['q1']).not.toEqual(text['q1']);
    expect(remarksOf(result)[0]).toMatchObject({ code: 'boost-unnamed', data: { unnamed: 8, questions: 32 } });
    const [plain, lifted] = result.systems.map(({ measures }) => measures['nDCG@5']!);
    expect(lifted!).toBeGreaterThan(plain!);
  });
});

const learner = defaultLearned('rank-net');
const both = { retrievers: [words, byCategory] };

it('a learned ranker learns from numbers of the metadata, by columns of their own', { timeout: 60_000 }, async () => {
  const features = { ...learner.features, metadata: [{ field: 'price', absent: -1 }] };
  const result = await run([
    system('without', { ...both, learned: learner }),
    system('with', { ...both, learned: { ...learner, features } }),
  ]);
  const report = (await own.bench.inspect.learned(result, 'with'))!;
  expect(report.trained.model.features.at(-1)).toBe('metadata(price)');
  const price = report.whole.importances.features.find(({ name }) => name === 'metadata(price)')!;
  expect('weight' in price && price.weight).toBeGreaterThan(0);
  const [without, withIt] = result.systems.map(({ measures }) => measures['nDCG@5']!);
  expect(withIt!).toBeGreaterThan(without!);
  // A trained model reads the same numbers again, and another number for those that have none is another ranker.
  const applied = await run([system('applied', { ...both, learned: report.trained })]);
  const renumbered = { ...report.trained, features: { ...features, metadata: [{ field: 'price', absent: 1e6 }] } };
  const other = await run([system('applied', { ...both, learned: renumbered })]);
  expect(await lists(other, 'applied')).not.toEqual(await lists(applied, 'applied'));
});

it('the systems that are proposed for a collection with metadata run as they are, each with a name of its own, and the routes together beat the text', async () => {
  const entries = metadataCatalogue(DEFAULT_ANALYZER, own.collection.metadata!.fields);
  const composed = entries.map(({ system: each }) => each);
  expect(composed.map(({ id }) => id)).toEqual([
    'category-route',
    'filter-by-category',
    'boost-by-category',
    'metadata-routes',
  ]);
  const result = await run([system('text'), ...composed], 60);
  const [text, , filtered, lifted, together] = result.systems.map(({ measures }) => measures['nDCG@5']!);
  for (const each of [filtered!, lifted!, together!]) expect(each).toBeGreaterThan(text!);
  expect(metadataCatalogue(DEFAULT_ANALYZER, [])).toEqual([]);
});

describe('a field that is not there', () => {
  it('is refused by its name, with the fields that there are', async () => {
    const wrong = system('wrong', { filter: { kind: 'values', field: 'colour', values: ['red'] } });
    await expect(said(run([wrong]))).rejects.toThrow(
      '“wrong” reads the field “colour”, which no document of this collection has. There are: category and price. Change the system, or leave it out.',
    );
    const bare = await keep(own.workshop, shop(false));
    await expect(said(run([system('wrong', { retrievers: [byCategory] })], 10, bare.id))).rejects.toThrow(
      'no metadata at all',
    );
  });

  it('as a number is refused, where documents have only text there', async () => {
    const boost = { kind: 'number', field: 'category', weight: 1 } as const;
    await expect(run([system('wrong', { boost })])).rejects.toMatchObject({
      code: 'system-field-no-number',
      data: { system: 'wrong', field: 'category' },
    });
  });
});
