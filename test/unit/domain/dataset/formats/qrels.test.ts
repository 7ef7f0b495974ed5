import { describe, expect, it } from 'vitest';
import {
  beirQrels,
  mtebQrels,
  ranxQrels,
  qrelsWidth,
  trecQrelsFormat,
} from '../../../../../src/domain/dataset/formats/qrels';
import { source, builder, placesOf } from '../make';
import { importMessages } from '../../../../../src/ui/shared/messages/importing';
import { say } from '../../../../../src/ui/shared/messages/say';

it.each([
  ['query-id\tcorpus-id\tscore\n', true],
  ['q 1\td 1\t1\n', true],
  ['q\td\t1\nq\td\tx\nq\te\t1\n', true],
  ['corpus-id\tquery-id\tscore\nd\tq\t1\n', false],
  ['a\tb\tc\n', false],
  ['q\t0\td\t1\n', false],
  ['q d 1\n', false],
  ['', false],
])('qrels of BEIR are recognised: %j is %s', async (text, expected) => {
  expect(await beirQrels.recognises(source('a.tsv', text))).toBe(expected);
});

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
])('qrels of MTEB are recognised: %j is %s', async (text, expected) => {
  expect(await mtebQrels.recognises(source('a', text))).toBe(expected);
});

describe('qrels of ranx', () => {
  it.each([
    ['a.json', '{"q": {"d": 1, "e": 0}}', true],
    ['a.json', '{"q": {"d": 1, "e": 0.5}}', false],
    ['a.run.json', '{"q": {"d": 1}}', false],
    ['qrels.json', '{"q": {"d": 0.5}}', true],
    ['qrels.json', '{"q": {"d": [1]}}', false],
    ['a.json', '[{"q": {"d": 1}}]', false],
  ])('are recognised in %s: %j is %s', async (path, text, expected) => {
    expect(await ranxQrels.recognises(source(path, text))).toBe(expected);
  });

  it('keep ids that objects lose or order anew', async () => {
    const { builder: dataset, log } = builder();
    dataset.judgmentsAlone();
    await ranxQrels.read(
      source('a.json', '{"10": {"b": 1}, "__proto__": {"constructor": 2}, "9": {"1": 0}}'),
      dataset,
      log,
    );
    expect(dataset.finish().judgments.map((each) => Object.values(each).join(' '))).toEqual([
      '10 b 1',
      '__proto__ constructor 2',
      '9 1 0',
    ]);
    expect(log.problems).toEqual([]);
  });
});

async function read(text: string) {
  const { builder: dataset, log } = builder();
  dataset.judgmentsAlone();
  await trecQrelsFormat.read(source('a', text), dataset, log);
  return { judgments: dataset.finish().judgments.map((each) => Object.values(each).join(' ')), log };
}

describe('qrels of TREC', () => {
  it('may have tabs, CRLF, blank lines, comments, odd iterations, and grades as floats', async () => {
    const { judgments, log } = await read('# a\n q1\t0 d1  2\r\n\r\nq1 Q0 d2 -1\n#q 0 d 1\nq2 iter-3 d1 1.0');
    expect(judgments).toEqual(['q1 d1 2', 'q1 d2 -1', 'q2 d1 1']);
    expect(log.problems).toEqual([]);
    expect(log.warnings).toMatchObject([{ code: 'passed-over', file: 'a' }]);
    expect(say(importMessages, log.warnings[0]!)).toMatch(/^2 lines with “#”/);
  });

  it('may have no iteration in any line', async () => {
    expect((await read('q1 d1 2\nq1 d2 0\n')).judgments).toEqual(['q1 d1 2', 'q1 d2 0']);
  });

  it.each<[string, string]>([
    ['q1 0 d1 1\nq1 0 d2\n', 'wrong-shape a 2'],
    ['q1 d1 1\n\nq1 0 d2 1\n', 'wrong-shape a 3'],
    ['q1 0 d1 high\n', 'bad-grade a 1 rel'],
    ['q1 0 d1 0x1\n', 'bad-grade a 1 rel'],
    ['q1 0 d1 1e3\n', 'bad-grade a 1 rel'],
    ['q1 0 d1 99999999999999999999\n', 'bad-grade a 1 rel'],
    ['# only this\n', 'empty-file a'],
    ['', 'empty-file a'],
  ])('report what is wrong: %j', async (text, place) => {
    expect(placesOf((await read(text)).log.problems)).toEqual([place]);
  });

  it('are recognised by most of the first lines', () => {
    expect(qrelsWidth('q 0 d 1\nq 0 e x\nq 0 f 0.5\n', true)).toBe(4);
    expect(qrelsWidth('q d 1\n', true)).toBe(3);
    expect(qrelsWidth('q 0 d x\nq 0 e 1\n', true)).toBeNull();
    expect(qrelsWidth('q 0 d x\nq 0 e 1\n', false)).toBe(4);
    expect(qrelsWidth('', false)).toBeNull();
  });

  it.each([
    ['a.txt', 'q1 0 d1 1\nq1 0 d2 0', true],
    ['a.txt', 'q1\t0\td1\t-1\r\n', true],
    ['a.txt', '# made by hand\nq1 Q0 d1 2.0\n', true],
    ['a.txt', 'q1 d1 1\n', false],
    ['qrels.txt', 'q1 d1 1\n', true],
    ['a.txt', 'q1 0 d1 0.5\n', true],
    ['a.txt', 'q1 0 d1 high\n', false],
    ['a.qrels', 'q1 0 d1 high\n', true],
    ['a.txt', 'this is no table\nbut has a line q 0 d 1\n', false],
    ['a.txt', 'q1 Q0 d1 1 2.5 tag\n', false],
    ['a.txt', '', false],
  ])('are recognised in %s: %j is %s', async (path, text, expected) => {
    expect(await trecQrelsFormat.recognises(source(path, text))).toBe(expected);
  });
});
