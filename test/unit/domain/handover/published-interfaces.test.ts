import { beforeAll, describe, expect, it } from 'vitest';
import type { SystemSpec } from '../../../../src/domain/experiment/parts';
import type { FusionSpec } from '../../../../src/domain/fusion/fusion-spec';
import {
  elasticsearchIndex,
  elasticsearchRetriever,
  elasticsearchSearch,
} from '../../../../src/domain/handover/elasticsearch/bodies';
import { luceneForms } from '../../../../src/domain/handover/lucene/index-body';
import {
  opensearchIndex,
  opensearchPipeline,
  opensearchRetriever,
  opensearchSearch,
} from '../../../../src/domain/handover/opensearch/bodies';
import {
  qdrantCollection,
  qdrantForms,
  qdrantPoint,
  qdrantQuery,
  qdrantRetriever,
} from '../../../../src/domain/handover/qdrant/bodies';
import { TARGETS } from '../../../../src/domain/handover/targets';
import type {
  HandedQuestion,
  HandedSystem,
  HandoverTarget,
  SearchForm,
  TargetId,
} from '../../../../src/domain/handover/target';
import {
  elasticsearchProblems,
  hasEngineDescriptions,
  opensearchValidator,
  qdrantValidator,
  type Validator,
} from '../../../engine-descriptions';
import { dense, handed, LEXICAL, MIN_MAX, MINISEARCH, passages, RRF } from './make';

const HNSW = { kind: 'hnsw', metric: 'cosine', m: 16, efConstruction: 200, efSearch: 128 } as const;
const EVEN: FusionSpec = { ...RRF, weights: [1, 1] } as FusionSpec;

/** Systems of every shape that a body has. */
const SYSTEMS: Readonly<Record<string, Partial<SystemSpec>>> = {
  'reciprocal rank fusion': {},
  'a weighted sum': { fusion: MIN_MAX },
  words: { retrievers: [LEXICAL], fusion: null },
  vectors: { retrievers: [dense()], fusion: null, threshold: 0.2 },
  'a graph of vectors': { retrievers: [LEXICAL, dense(HNSW)] },
  'terms of an analyzer that no engine has': {
    retrievers: [{ ...LEXICAL, analyzer: { ...LEXICAL.analyzer, tokens: 'japanese' } }, dense()],
  },
  'stop words and stems': {
    retrievers: [{ ...LEXICAL, analyzer: { ...LEXICAL.analyzer, stopWords: ['en'], stemmer: 'en' } }, dense()],
  },
  'a filter of values': { filter: { kind: 'values', field: 'kind', values: ['a', 'b'] } },
  'a filter of numbers': { filter: { kind: 'range', field: 'year', least: 1990, most: null } },
};

/** What is written is the nearest that the target can express. */
const nearest = (id: TargetId, parts: Partial<SystemSpec>): HandedSystem => {
  const given = handed(parts);
  const target: HandoverTarget = TARGETS[id];
  return { ...given, system: target.expressed(given).nearest! };
};

const question = (forms: readonly SearchForm[]): HandedQuestion => ({
  searched: passages(forms)[0]!.searched.map((each) => each!),
});

describe.skipIf(!hasEngineDescriptions())('what is written for OpenSearch, by its published description', () => {
  const ID = 'opensearch';
  let [index, search, pipeline]: Validator[] = [];
  beforeAll(() => {
    const body = (file: string, name: string): Validator =>
      opensearchValidator(`namespaces/${file}.yaml#/components/requestBodies/${name}/content/application~1json/schema`);
    index = body('indices', 'indices.create');
    search = body('_core', 'search');
    pipeline = body('search_pipeline', 'search_pipeline.put');
  }, 120_000);

  it.each(Object.entries(SYSTEMS))('is valid for %s', (_, parts) => {
    const system = nearest(ID, parts);
    const asked = question(luceneForms(system));
    expect(index!(opensearchIndex(system))).toEqual([]);
    expect(search!(opensearchSearch(system, asked))).toEqual([]);
    system.system.retrievers.forEach((_, i) => expect(search!(opensearchRetriever(system, i, asked))).toEqual([]));
    const joined = opensearchPipeline(system);
    if (joined) expect(pipeline!(joined)).toEqual([]);
  });

  it('is refused where it is wrong', () => {
    const system = handed();
    const replaced = (value: unknown, from: RegExp, to: string): unknown => {
      const text = JSON.stringify(value);
      expect(text).toMatch(from);
      return JSON.parse(text.replace(from, to));
    };
    expect(index!(replaced(opensearchIndex(system), /"dimension":3/, '"dimension":"three"'))).not.toEqual([]);
    expect(index!(replaced(opensearchIndex(system), /"type":"knn_vector"/, '"type":"vector"'))).not.toEqual([]);
    const asked = opensearchSearch(system, question(luceneForms(system)));
    expect(search!(replaced(asked, /"queries":\[/, '"queries":["match",'))).not.toEqual([]);
    const joined = opensearchPipeline(nearest(ID, { fusion: MIN_MAX }));
    expect(pipeline!(replaced(joined, /"min_max"/, '"minmax"'))).not.toEqual([]);
    expect(pipeline!(replaced(opensearchPipeline(system), /"rrf"/, '"rank"'))).not.toEqual([]);
  });
});

describe.skipIf(!hasEngineDescriptions())('what is written for Qdrant, by its published description', () => {
  const ID = 'qdrant';
  let [collection, points, query]: Validator[] = [];
  beforeAll(() => {
    collection = qdrantValidator('CreateCollection');
    points = qdrantValidator('PointsList');
    query = qdrantValidator('QueryRequest');
  }, 120_000);

  const own: Readonly<Record<string, Partial<SystemSpec>>> = {
    ...SYSTEMS,
    'reciprocal rank fusion': { fusion: EVEN },
    'MiniSearch’s words': { retrievers: [MINISEARCH, dense()], fusion: EVEN },
    'scores by distribution': {
      fusion: {
        method: 'wsum',
        norm: { kind: 'dbsf', deviation: 'sample', clamp: false },
        absent: 'zero',
        weights: [1, 1],
      },
    },
    'a formula': { fusion: { method: 'wsum', norm: 'none', absent: 'zero', weights: [0.2, 3] } },
    'a filter of values that are numbers': { filter: { kind: 'values', field: 'year', values: ['1999'] } },
  };

  it.each(Object.entries(own))('is valid for %s', (_, parts) => {
    const system = nearest(ID, parts);
    const forms = qdrantForms(system);
    expect(collection!(qdrantCollection(system))).toEqual([]);
    expect(points!({ points: passages(forms).map((each) => qdrantPoint(system, each)) })).toEqual([]);
    expect(query!(qdrantQuery(system, question(forms)))).toEqual([]);
    forms.forEach((_, i) => expect(query!(qdrantRetriever(system, i, question(forms)))).toEqual([]));
  });

  it('is refused where it is wrong', () => {
    const system = nearest(ID, { fusion: EVEN });
    const wrong = JSON.parse(JSON.stringify(qdrantCollection(system)).replace('"Cosine"', '"cosine"')) as unknown;
    expect(collection!(wrong)).not.toEqual([]);
    expect(points!({ points: [{ vector: {} }] })).not.toEqual([]);
    const asked = qdrantQuery(system, question(qdrantForms(system)));
    expect(query!({ ...asked, query: { rrf: { k: 0 } } })).not.toEqual([]);
    expect(query!({ ...asked, prefetch: [{ limit: 0 }] })).not.toEqual([]);
  });
});

describe.skipIf(!hasEngineDescriptions())('what is written for Elasticsearch, by its published types', () => {
  const INDEX = `IndicesCreateRequest['body']`;
  const SEARCH = `SearchRequest['body']`;

  it('compiles for systems of every shape, and what is wrong does not', { timeout: 120_000 }, () => {
    const bodiesOf = (system: HandedSystem): { what: string; type: string; body: unknown }[] => {
      const asked = question(luceneForms(system));
      return [
        { what: 'index', type: INDEX, body: elasticsearchIndex(system) },
        { what: 'search', type: SEARCH, body: elasticsearchSearch(system, asked) },
        ...system.system.retrievers.map((_, i) => ({
          what: `retriever ${i}`,
          type: SEARCH,
          body: elasticsearchRetriever(system, i, asked),
        })),
      ];
    };
    const sound = Object.entries(SYSTEMS).flatMap(([name, parts]) =>
      bodiesOf(nearest('elasticsearch', parts)).map((each) => ({ ...each, what: `${each.what} of ${name}` })),
    );
    const system = handed();
    const text = JSON.stringify(elasticsearchSearch(system, question(luceneForms(system))));
    const wrong = [
      { type: SEARCH, body: JSON.parse(text.replace('rank_constant', 'rank_konstant')) as unknown },
      { type: SEARCH, body: JSON.parse(text.replace('"rank_window_size":100', '"rank_window_size":"100"')) as unknown },
      {
        type: INDEX,
        body: JSON.parse(
          JSON.stringify(elasticsearchIndex(system)).replace('"type":"flat"', '"type":"exact"'),
        ) as unknown,
      },
    ];
    const problems = elasticsearchProblems([...sound, ...wrong]);
    const found = sound
      .map(({ what }, i) => ({ what, problems: problems[i] }))
      .filter(({ problems }) => problems!.length);
    expect(found).toEqual([]);
    expect(problems.slice(sound.length).map(({ length }) => length > 0)).toEqual([true, true, true]);
  });
});
