import { describe, expect, it } from 'vitest';
import { docId, queryId } from '../../../../src/base/types';
import {
  type AutomaticJudge,
  judgesOfFiles,
  NO_AUTOMATIC_JUDGES,
  systemsOfJudge,
  withAutomaticJudge,
} from '../../../../src/domain/automatic-judges/judgments';
import type { SystemSpec } from '../../../../src/domain/experiment/parts';
import type { JudgeFile } from '../../../../src/domain/judging/judge-files';

const file = (path: string, rows: readonly (readonly [judge: string, grade: number])[]): JudgeFile => ({
  path,
  namesJudges: rows.some(([judge]) => judge !== ''),
  grades: rows.map(([judge, grade], i) => ({
    judge,
    query: queryId('q'),
    doc: docId(`d${i}`),
    span: null,
    grade,
    reason: i === 0 ? 'because' : '',
    at: { file: path, line: i + 1 },
  })),
});

it('automatic judges of files are known by the names in their lines, or by the one that was asked for', () => {
  const named = file('a.csv', [
    ['m1', 2],
    ['m2', 0],
  ]);
  const unnamed = file('b.tsv', [['', 1]]);
  const judges = judgesOfFiles([named, unnamed], ' m1 ', 5);
  expect(judges.map(({ name, source, judgments }) => [name, source, judgments.length])).toEqual([
    ['m1', { kind: 'file', files: ['a.csv', 'b.tsv'] }, 2],
    ['m2', { kind: 'file', files: ['a.csv'] }, 1],
  ]);
  expect(judges[0]!.judgments[0]).toEqual({ query: 'q', doc: 'd0', span: null, score: 2, reply: 'because' });
  expect(judges[1]!.judgments[0]).not.toHaveProperty('reply');
});

describe('a judge that is a system', () => {
  const systems = [
    { id: 'bm25', retrievers: [] },
    { id: 'bm25-rerank', retrievers: [], rerank: { model: 'hitrate-reranker' } },
    { id: 'rewritten', retrievers: [{ rewrites: '3 rewrites by Tiny-Chat 1B (q8), prompt ab12' }] },
  ] as unknown as readonly SystemSpec[];
  const judge = { at: 0, judgments: [] };

  it('is found by its model, the rewrites that it wrote, or the name of the system', () => {
    const reranker = {
      ...judge,
      name: 'Reranker',
      source: { kind: 'reranker', model: 'hitrate-reranker' },
    } as const;
    expect(systemsOfJudge(systems, reranker)).toEqual(['bm25-rerank']);
    const writer = {
      ...judge,
      name: 'tiny-chat 1B (q8)',
      source: { kind: 'generation', model: 'org/tiny@1' },
    } as const;
    expect(systemsOfJudge(systems, writer)).toEqual(['rewritten']);
    const file = { ...judge, name: 'BM25', source: { kind: 'file', files: [] } } as const;
    expect(systemsOfJudge(systems, file)).toEqual(['bm25']);
    expect(systemsOfJudge(systems, { ...file, name: 'someone' })).toEqual([]);
  });
});

const judge = (name: string, at = 0): AutomaticJudge => ({
  name,
  source: { kind: 'file', files: [`${name}.csv`] },
  at,
  judgments: [],
});

it('keeps judges by name: a later one of the same name takes its place, and one that is removed is gone', () => {
  const [first, second, again] = [judge('a'), judge('b'), judge('a', 7)];
  const both = [first, second].reduce(
    (judges, each) => withAutomaticJudge(judges, { kind: 'keep', judge: each }),
    NO_AUTOMATIC_JUDGES,
  );
  expect(both.judges).toEqual([first, second]);
  const replaced = withAutomaticJudge(both, { kind: 'keep', judge: again });
  expect(replaced.judges).toEqual([second, again]);
  expect(withAutomaticJudge(replaced, { kind: 'remove', name: 'b' }).judges).toEqual([again]);
});
