import { describe, expect, it } from 'vitest';
import { mtebQrels } from '../../../../../src/domain/dataset/formats/mteb-qrels';
import { source } from '../make';

describe('qrels of MTEB', () => {
  it.each([
    ['query-id,corpus-id,score\n', true],
    ['qid,docid,label,feature 1\n', true],
    ['corpus-id\tquery-id\tscore\n', true],
    ['{"query-id": "q", "corpus-id": "d", "score": 1}\n', true],
    ['[\n{"query_id": 1, "doc_id": 2, "relevance": 1}]', true],
    ['{"query-id": "q", "ground_truth": "text"}\n', true],
    ['{"id": "q", "text": "x", "ground_truth": "text"}\n', false],
    ['query,docid,rating\n', false],
    ['qid,query,retrieval_gt\n', false],
  ])('are recognised: %j is %s', async (text, expected) => {
    expect(await mtebQrels.recognises(source('a', text))).toBe(expected);
  });
});
