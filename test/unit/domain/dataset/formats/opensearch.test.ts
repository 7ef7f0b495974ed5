import { describe, expect, it } from 'vitest';
import { collectionIn, judged } from '../make';

const list = {
  id: '1',
  name: 'n',
  type: 'IMPORT_JUDGMENT',
  judgmentRatings: [
    {
      query: 'red shoes',
      ratings: [
        { docId: 'd1', rating: '2.0' },
        { docId: 7, rating: 0 },
      ],
    },
  ],
};

describe('judgments of OpenSearch', () => {
  it.each([
    ['by themselves', list],
    ['in a document', { _index: 'search-relevance-judgment', _source: list }],
    ['in a response', { took: 1, hits: { total: { value: 1 }, hits: [{ _id: 'x', _source: list }] } }],
  ])('are read %s', async (_name, value) => {
    const found = await collectionIn({ 'judgments.json': JSON.stringify(value, null, 2) });
    expect(found.summary).toMatchObject({ format: 'opensearch', name: 'judgments' });
    expect(judged(found)).toEqual(['red shoes d1 2', 'red shoes 7 0']);
  });
});
