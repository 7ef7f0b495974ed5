import { describe, expect, it } from 'vitest';
import { docId } from '../../../../../src/base/types';
import { type IdDifference, idsApart, matchIds } from '../../../../../src/domain/dataset/runs/ids-apart';
import { collectionIn, problemsIn, told } from '../make';

const QRELS = 'q1 0 doc1.md 1\nq2 0 doc2.md 1\n';
const GOOD = 'q1 Q0 doc1.md 1 2 good\n';
const OTHER = 'q1 Q0 doc1 1 2 other\nq2 Q0 doc2 1 2 other\n';

describe('documents of a run', () => {
  it.each<[string, string, IdDifference | null]>([
    ['doc1', 'doc1.md', 'extension'],
    ['a/b/doc1.md', 'doc1.md', 'folder'],
    ['Doc1', 'doc1', 'case'],
    ['caf\u00e9', 'cafe\u0301', 'unicode'],
    ['doc1#3', 'doc1', 'passage'],
    ['doc1', 'doc1_12-40', 'passage'],
    ['x', 'doc1', null],
  ])('%s and %s are apart', (theirs, ours, without) => {
    expect(idsApart([docId('other'), docId(theirs)], [docId(ours)])).toEqual({
      count: 2,
      theirs: 'other',
      ours,
      without,
    });
  });

  it('are not where one is on both sides, as a part too, or where there is none', () => {
    expect(idsApart([docId('x'), docId('a')], [docId('a')])).toBeNull();
    expect(idsApart([], [docId('a')])).toBeNull();
    expect(idsApart([docId('a#0-40')], [docId('a')])).toBeNull();
  });

  it('that are others have the run left out and said, beside one that fits', async () => {
    const { runs, warnings } = await collectionIn({ 'qrels.txt': QRELS, 'good.run': GOOD, 'other.run': OTHER });
    expect(runs.map(({ file }) => file)).toEqual(['good.run']);
    expect(warnings.map((each) => `${each.file} ${told(each)}`)).toEqual([
      'other.run None of the 2 documents of this run is judged: its first is “doc1”, the first judged document here is ' +
        '“doc1.md”. Without the extension they would be the same (--match-ids extension). Write the ids of the run as those here are; it is left out.',
    ]);
  });

  it('that are others are a problem where no run is left to score', async () => {
    const problems = await problemsIn({ 'qrels.txt': QRELS, 'other.run': OTHER });
    expect(problems.map(({ code, file }) => [code, file])).toEqual([['ids-apart', 'other.run']]);
  });
});

describe('ids that are taken for the same', () => {
  it('are those that differ by the chosen way alone; two that would be one are named', () => {
    const ours = ['a.md', 'b.md', 'c'];
    expect([...matchIds(['a', 'c', 'x'], ours, 'extension').ours]).toEqual([['a', 'a.md']]);
    expect(matchIds(['A.md'], ours, 'extension').ours.size).toBe(0);
    expect(matchIds(['a'], ['a.md', 'a.txt'], 'extension').clash).toEqual(['a.md', 'a.txt']);
    expect(matchIds(['a.md', 'a.txt'], ['a'], 'extension').clash).toEqual(['a.md', 'a.txt']);
    expect(matchIds(['b'], ['a.md', 'a.txt', 'b.md'], 'extension').clash).toBeNull();
  });
});
