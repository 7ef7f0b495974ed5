import { beforeAll, describe, expect, it } from 'vitest';
import type { SystemSpec } from '../../../../../src/domain/experiment/parts';
import type { FusionSpec } from '../../../../../src/domain/fusion/fusion-spec';
import {
  qdrantCollection,
  qdrantForms,
  qdrantPoint,
  qdrantQuery,
  qdrantRetriever,
} from '../../../../../src/domain/handover/qdrant/bodies';
import { hasEngineDescriptions, qdrantValidator, type Validator } from '../../../../engine-descriptions';
import { dense, MINISEARCH, passages, RRF } from '../make';
import { nearest, question, SYSTEMS } from '../shapes';

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
