import { describe, expect, it } from 'vitest';
import { givenName, queryTextIn } from '../../../../../src/domain/dataset/engine-results/list-log';

const MATCH = { match: { text: 'ferry' } };
const KNN = { knn: { field: 'v', query_vector_builder: { text_embedding: { model_id: 'm', model_text: 'ferry' } } } };

describe('the question of a request', () => {
  it.each<[string, object, string | null]>([
    ['match', { query: MATCH }, 'ferry'],
    ['match with options', { query: { match: { text: { query: 'ferry', operator: 'and' } } } }, 'ferry'],
    ['multi_match', { query: { multi_match: { query: 'ferry', fields: ['title', 'text'] } } }, 'ferry'],
    [
      'a hybrid',
      { query: { hybrid: { queries: [MATCH, { neural: { v: { query_text: 'Ferry', k: 10 } } }] } } },
      'ferry',
    ],
    ['retrievers', { retriever: { rrf: { retrievers: [{ standard: { query: MATCH } }, KNN] } } }, 'ferry'],
    ['what narrows it left out', { query: { bool: { must: MATCH, filter: { match: { kind: 'boat' } } } } }, 'ferry'],
    ['parameters of a template', { id: 't', params: { query_string: 'ferry', from: 0 } }, 'ferry'],
    ['a text that Qdrant embeds', { query: { text: 'ferry', model: 'm' }, limit: 3 }, 'ferry'],
    ['Vespa', { yql: 'select * from x where userQuery()', query: 'ferry' }, 'ferry'],
    ['a vector alone', { knn: { field: 'v', query_vector: [1, 2], k: 3 } }, null],
    ['two texts', { query: { bool: { should: [{ match: { a: 'ferry' } }, { match: { b: 'tram' } }] } } }, null],
  ])('is found in %s', (_, request, text) => {
    expect(queryTextIn(request)).toBe(text);
  });

  it('is read beside a response, or from the request that stands there', () => {
    expect(givenName({ query_id: 3, question: 'ferry' })).toEqual({ id: '3', text: 'ferry' });
    expect(givenName({ request: { query: { match: { a: 'ferry' } } } })).toEqual({ id: null, text: 'ferry' });
    expect(givenName({ qid: ' ', query: '' })).toEqual({ id: null, text: null });
  });
});
