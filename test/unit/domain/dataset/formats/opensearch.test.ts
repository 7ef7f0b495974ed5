import { describe, expect, it } from 'vitest';
import { collectionIn, judged, placesOf, problemsIn } from '../make';

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

  it('are refused with a key twice, of which the last would count', async () => {
    const text = '{"judgmentRatings": [\n{"query": "q", "ratings": [{"docId": "d", "rating": 1, "rating": 0}]}]}';
    expect(placesOf(await problemsIn({ 'j.json': text }))).toEqual([
      ['duplicate-key', 'j.json', 2, 'judgmentRatings[0].ratings[0].rating'],
    ]);
  });

  it('keep the digits of long ids, and may have blanks at the ends of questions', async () => {
    const ratings = '[{"docId": 9007199254740993, "rating": 1}, {"docId": 9007199254740992, "rating": 0}]';
    const found = await collectionIn({ 'j.json': `{"judgmentRatings": [{"query": "why? ", "ratings": ${ratings}}]}` });
    expect(judged(found)).toEqual(['why?  9007199254740993 1', 'why?  9007199254740992 0']);
  });
});
