import { beforeAll, describe, expect, it } from 'vitest';
import { luceneForms } from '../../../../../src/domain/handover/lucene/index-body';
import {
  opensearchIndex,
  opensearchPipeline,
  opensearchRetriever,
  opensearchSearch,
} from '../../../../../src/domain/handover/opensearch/bodies';
import { TARGETS } from '../../../../../src/domain/handover/targets';
import { hasEngineDescriptions, opensearchValidator, type Validator } from '../../../../engine-descriptions';
import { handed, MIN_MAX } from '../make';
import { nearest, question, SYSTEMS } from '../shapes';

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

  it('is not described for the z-score, and a note says so', () => {
    const scored = handed({
      fusion: { method: 'arithmetic-mean', norm: 'opensearch-z-score', absent: 'zero', weights: [1, 1] },
    });
    expect(TARGETS.opensearch.expressed(scored).refusals).toEqual([]);
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
    expect(index!(replaced(opensearchIndex(system), /"type":"knn_vector"/, '"type":"vector"'))).not.toEqual([]);
    const asked = opensearchSearch(system, question(luceneForms(system)));
    expect(search!(replaced(asked, /"queries":\[/, '"queries":["match",'))).not.toEqual([]);
    const joined = opensearchPipeline(nearest(ID, { fusion: MIN_MAX }));
    expect(pipeline!(replaced(joined, /"min_max"/, '"minmax"'))).not.toEqual([]);
    expect(pipeline!(replaced(opensearchPipeline(system), /"rrf"/, '"rank"'))).not.toEqual([]);
  });
});
