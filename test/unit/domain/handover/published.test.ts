import { beforeAll, describe, expect, it } from 'vitest';
import type { SystemSpec } from '../../../../src/domain/experiment/parts';
import type { FusionSpec } from '../../../../src/domain/fusion/fusion-spec';
import { elasticsearchIndex, elasticsearchSearch } from '../../../../src/domain/handover/elasticsearch';
import { luceneForms } from '../../../../src/domain/handover/lucene/index-body';
import { opensearchIndex, opensearchPipeline, opensearchSearch } from '../../../../src/domain/handover/opensearch';
import { qdrantCollection, qdrantPoint, qdrantQuery } from '../../../../src/domain/handover/qdrant';
import type { HandedSystem } from '../../../../src/domain/handover/target';
import { expressedFor, TARGETS } from '../../../../src/domain/handover/targets';
import {
  elasticsearchProblems,
  hasEngineDescriptions,
  opensearchValidator,
  qdrantValidator,
  type Validator,
} from '../../../engine-descriptions';
import { dense, handed, MIN_MAX, MINISEARCH, passages, RRF } from './make';
import { nearest, question, SYSTEMS } from './shapes';

/** Of every shape; what is approximate is a part of the index alone. */
const SHAPES = [
  ...Object.entries(SYSTEMS).map(([name, parts]) => [name, false, parts] as const),
  ['reciprocal rank fusion', true, SYSTEMS['reciprocal rank fusion']!] as const,
];

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

  it.each(SHAPES)('is valid for %s, approximate: %s', (_, approximate, parts) => {
    const system = nearest(ID, parts, approximate);
    const asked = question(luceneForms(system));
    expect(index!(opensearchIndex(system))).toEqual([]);
    expect(search!(opensearchSearch(system, asked))).toEqual([]);
    const joined = opensearchPipeline(system);
    if (joined) expect(pipeline!(joined)).toEqual([]);
  });

  it('is not described for the z-score, and a note says so', () => {
    const scored = handed({
      fusion: { method: 'arithmetic-mean', norm: 'opensearch-z-score', absent: 'zero', weights: [1, 1] },
    });
    expect(expressedFor(ID, scored.system).refusals).toEqual([]);
    const joined = JSON.stringify(opensearchPipeline(scored));
    expect(joined).toContain('"technique":"z_score"');
    expect(pipeline!(JSON.parse(joined))).not.toEqual([]);
    expect(pipeline!(JSON.parse(joined.replace('z_score', 'min_max')))).toEqual([]);
    const notes = ({ system }: typeof scored) =>
      TARGETS.opensearch.notes({ ...scored, system }).filter(({ code }) => code === 'undescribed');
    expect(notes(scored)).toEqual([{ code: 'undescribed', data: { name: 'z_score' } }]);
    expect(notes(nearest(ID, { fusion: MIN_MAX }))).toEqual([]);
  });

  it('is refused where it is wrong', () => {
    const system = handed();
    const replaced = (value: unknown, from: RegExp, to: string): unknown => {
      const text = JSON.stringify(value);
      expect(text).toMatch(from);
      return JSON.parse(text.replace(from, to));
    };
    expect(index!(replaced(opensearchIndex(system), /"dimension":3/, '"dimension":"three"'))).not.toEqual([]);
    const asked = opensearchSearch(system, question(luceneForms(system)));
    expect(search!(replaced(asked, /"queries":\[/, '"queries":["match",'))).not.toEqual([]);
  });
});

const EVEN: FusionSpec = { ...RRF, weights: [1, 1] } as FusionSpec;

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
    const forms = TARGETS.qdrant.forms(system);
    expect(collection!(qdrantCollection(system))).toEqual([]);
    expect(points!({ points: passages(forms).map((each) => qdrantPoint(system, each)) })).toEqual([]);
    expect(query!(qdrantQuery(system, question(forms)))).toEqual([]);
  });

  it('is refused where it is wrong', () => {
    const system = nearest(ID, { fusion: EVEN });
    const wrong = JSON.parse(JSON.stringify(qdrantCollection(system)).replace('"Cosine"', '"cosine"')) as unknown;
    expect(collection!(wrong)).not.toEqual([]);
    expect(points!({ points: [{ vector: {} }] })).not.toEqual([]);
    const asked = qdrantQuery(system, question(TARGETS.qdrant.forms(system)));
    expect(query!({ ...asked, query: { rrf: { k: 0 } } })).not.toEqual([]);
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
      ];
    };
    const sound = SHAPES.flatMap(([name, approximate, parts]) =>
      bodiesOf(nearest('elasticsearch', parts, approximate)).map((each) => ({
        ...each,
        what: `${each.what} of ${name}`,
      })),
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
