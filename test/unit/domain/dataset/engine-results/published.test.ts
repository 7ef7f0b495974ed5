import { describe, expect, it } from 'vitest';
import {
  elasticsearchProblems,
  hasEngineDescriptions,
  opensearchValidator,
  qdrantValidator,
} from '../../../../engine-descriptions';
import { fixture } from './results';

const json = (name: string): unknown => JSON.parse(fixture(name));
const responsesOf = (name: string): unknown[] =>
  fixture(name)
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { response: unknown }).response);

const MULTI_SEARCH = 'schemas/_core.msearch.yaml#/components/schemas/MultiSearchResult';
const SEARCH = 'schemas/_core.search.yaml#/components/schemas/SearchResponse';
const EVALUATED = 'schemas/_core.rank_eval.yaml#/components/schemas/RankEvalRequestItem';
const DETAIL = 'schemas/_core.rank_eval.yaml#/components/schemas/RankEvalMetricDetail';

describe.skipIf(!hasEngineDescriptions())(
  'sample files are as the engines publish them (skipped where the descriptions are absent)',
  () => {
    it('of OpenSearch', () => {
      expect(opensearchValidator(MULTI_SEARCH)(json('msearch.responses.json'))).toEqual([]);
      const search = opensearchValidator(SEARCH);
      for (const response of responsesOf('search.jsonl')) expect(search(response)).toEqual([]);
      const evaluated = opensearchValidator(EVALUATED);
      for (const request of (json('rank-eval.request.json') as { requests: unknown[] }).requests)
        expect(evaluated(request)).toEqual([]);
      const detail = opensearchValidator(DETAIL);
      for (const each of Object.values((json('rank-eval.response.json') as { details: object }).details))
        expect(detail(each)).toEqual([]);
      // A validator that accepts anything would show nothing.
      expect(search({ took: 'long' })).not.toEqual([]);
    });

    it('of Qdrant', () => {
      const query = qdrantValidator('QueryResponse');
      const batch = json('qdrant-batch.responses.json') as { result: unknown[] };
      const alone = responsesOf('qdrant-query.jsonl').map((response) => (response as { result: unknown }).result);
      for (const result of [...batch.result, ...alone]) expect(query(result)).toEqual([]);
      expect(qdrantValidator('QueryRequestBatch')(json('qdrant-batch.requests.json'))).toEqual([]);
      expect(query({ points: [{ score: 1 }] })).not.toEqual([]);
    });

    it('of Elasticsearch', { timeout: 240_000 }, () => {
      const bodies = [
        { type: 'RankEvalResponse', body: json('rank-eval.response.json') },
        { type: 'RankEvalResponse', body: { details: 3 } },
      ];
      const [sound, wrong] = elasticsearchProblems(bodies);
      expect(sound).toEqual([]);
      expect(wrong).not.toEqual([]);
    });
  },
);
