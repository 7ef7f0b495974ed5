import { describe, expect, it } from 'vitest';
import { quepid } from '../../../../../src/domain/dataset/formats/quepid';
import { collectionIn, judged, source } from '../make';

describe('ratings of Quepid', () => {
  it.each([
    ['query,docid,rating\n', true],
    ['Query;DocID;Rating\n', true],
    ['"query","docid","rating","team"\n', true],
    ['query,docid\n', false],
    ['query_id,docid,rating\n', false],
  ])('are recognised: %j is %s', async (text, expected) => {
    expect(await quepid.recognises(source('a.csv', text))).toBe(expected);
  });

  it('may have commas, quotes and line breaks in a query', async () => {
    const found = await collectionIn({ 'a.csv': 'query,docid,rating\r\n"red, ""big""\nshoes",http://a/?b=1,3\r\n' });
    expect(judged(found)).toEqual(['red, "big"\nshoes http://a/?b=1 3']);
  });
});
