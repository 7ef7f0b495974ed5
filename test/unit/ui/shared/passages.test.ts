import { expect, it, describe } from 'vitest';
import { contentLanguage, passageGrades, placePath } from '../../../../src/ui/shared/passages';
import { chunkId } from '../../../../src/domain/chunk/recursive';
import { docId, queryId } from '../../../../src/base/types';
import { describeEstimate } from '../../../../src/ui/evaluate/estimate.svelte';

it('tells Chinese and Japanese by script, and takes the others to be of the main language', () => {
  const languages = [
    { language: 'zh', share: 0.5 },
    { language: 'de', share: 0.4 },
    { language: 'en', share: 0.1 },
  ];
  expect(contentLanguage('这次没抢到', languages)).toBe('zh');
  expect(contentLanguage('ぬかるんだ地盤', languages)).toBe('ja');
  expect(contentLanguage('Wo steht das?', languages)).toBe('de');
  expect(contentLanguage('Where?', [{ language: 'und', share: 1 }])).toBeUndefined();
});

describe('what judgments of spans say of passages', () => {
  const [a, b] = [docId('a'), docId('b')];
  const docs = new Map([a, b].map((id) => [id, { text: 'x'.repeat(100) }]));
  const judged = (doc: typeof a, start: number, end: number, grade: number) => ({
    query: queryId('q'),
    doc,
    grade,
    span: { start, end },
  });
  const gradeOf = passageGrades([judged(a, 10, 30, 2), judged(a, 20, 60, 1), judged(b, 0, 10, 1)], docs);

  it('has the highest grade of the spans that it shares half of the shorter one with', () => {
    expect(gradeOf(chunkId(a, { start: 0, end: 20 }))).toBe(2);
    expect(gradeOf(chunkId(a, { start: 25, end: 65 }))).toBe(1);
    expect(gradeOf(chunkId(a, { start: 0, end: 19 }))).toBeUndefined();
    expect(gradeOf(chunkId(b, { start: 50, end: 100 }))).toBeUndefined();
  });

  it('takes a judgment of a whole document for all of its passages', () => {
    const whole = passageGrades([{ query: queryId('q'), doc: a, grade: 3 }], docs);
    expect(whole(chunkId(a, { start: 70, end: 80 }))).toBe(3);
  });
});

it('tells what stands above a passage, a title that is its first heading once', () => {
  expect(placePath({ title: 'Guide', headings: ['Guide', 'Hours'] })).toBe('Guide › Hours');
  expect(placePath({ title: 'Guide', headings: ['Hours', 'Guide'] })).toBe('Guide › Hours › Guide');
  expect(placePath({ title: '', headings: [] })).toBe('');
});

it('describes an estimate, and says when there is nothing to do', () => {
  const estimate = {
    seconds: 41.2,
    range: [20.6, 82.4] as const,
    bytes: 4e7,
    download: 22e6,
    basis: 'typical' as const,
  };
  const pending = [
    { stage: 'passage-vectors' as const, unit: 'passages', count: 433, seconds: 1 },
    { stage: 'fuse' as const, unit: 'lists', count: 2, seconds: 1 },
    { stage: 'rerank' as const, unit: 'pairs', count: 1, seconds: 1 },
  ];
  expect(describeEstimate({ ...estimate, pending })).toEqual({
    summary: '20 to 83 s, 22 MB to download',
    work: 'On a typical machine, with about 40 MB of memory · 433 passages to embed · at most 1 pair to rerank',
  });
  // With several chunkings a stage is there for each of them.
  expect(describeEstimate({ ...estimate, pending: [...pending, { ...pending[0]!, count: 67 }] }).work).toContain(
    '500 passages to embed · at most 1 pair to rerank',
  );
  expect(describeEstimate({ ...estimate, pending: [] }).summary).toBe('Nothing to compute: everything is cached');
});
