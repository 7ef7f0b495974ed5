import { describe, expect, it } from 'vitest';
import { docId, queryId } from '../../../../src/base/types';
import { clickJudgments } from '../../../../src/domain/automatic-judges/click-judgments';
import type { ClickSummary } from '../../../../src/domain/click-logs/click-log';
import { golden, goldenLog } from '../click-logs/golden-log';
import { CorrectedSequence } from '../../../../src/domain/automatic-judges/corrected-sequence';
import { correctedSystems } from '../../../../src/domain/automatic-judges/corrected-systems';
import { uniform } from '../../../../src/domain/statistics/random';
import {
  type AutomaticJudge,
  judgesOfFiles,
  NO_AUTOMATIC_JUDGES,
  systemsOfJudge,
  withAutomaticJudge,
} from '../../../../src/domain/automatic-judges/judgments';
import type { SystemSpec } from '../../../../src/domain/experiment/parts';
import type { JudgeFile } from '../../../../src/domain/judging/judge-files';

const summary = goldenLog();
const ground = {
  queries: [
    { id: queryId('one'), text: 'Q0 ?' },
    { id: queryId('two'), text: 'q1' },
  ],
  docs: ['0', '1', '2'].map(docId),
};

describe('judgments from clicks', () => {
  it('are grades by clicks over expected clicks, of questions by their texts and passages that are there', () => {
    const found = clickJudgments(summary, ground, 1);
    const cut = (coec: number): number => [0.5, 1, 2].filter((from) => coec >= from).length;
    const expected = golden.coec
      .filter(({ query, doc }) => query < 2 && doc < 3)
      .map(({ query, doc, coec }) => `${['one', 'two'][query]} ${doc} ${cut(coec)}`);
    expect(found.judgments.map(({ query, doc, score }) => `${query} ${doc} ${score}`).toSorted()).toEqual(expected);
    expect(new Set(expected.map((each) => each.at(-1))).size).toBeGreaterThan(2);
    expect(found).toMatchObject({ questions: 2, few: 0, unknownQueries: 20, unknownDocs: 4 });
    expect(found.judgments.every(({ span }) => span === null)).toBe(true);
  });

  it('need impressions', () => {
    const most = Math.max(...golden.coec.filter(({ query }) => query < 2).map(({ shown }) => shown));
    expect(clickJudgments(summary, ground, most).judgments.length).toBeGreaterThan(0);
    expect(clickJudgments(summary, ground, most + 1).judgments).toEqual([]);
  });

  it('are of parts of documents where passages are named by their places, and of any id without documents', () => {
    const renamed: ClickSummary = { ...summary, docs: summary.docs.map((name) => (name === '1' ? '0#4-9' : name)) };
    const parts = clickJudgments(renamed, ground, 1).judgments;
    expect(parts.filter(({ doc }) => doc === '0').map(({ span }) => span)).toEqual(
      expect.arrayContaining([null, { start: 4, end: 9 }]),
    );
    const all = clickJudgments(summary, { ...ground, docs: [] }, 1);
    expect(all).toMatchObject({ questions: 2, unknownDocs: 0 });
  });
});

const N = 120;
const n = 60;

/** Three systems, the third one best by .15; a judge that is .3 too kind to the first. */
function threeSystems(seed: number) {
  const random = uniform(seed);
  const row = (mean: number): Float64Array => Float64Array.from({ length: N }, () => mean + 0.3 * (random() - 0.5));
  const rows = [row(0.4), row(0.4), row(0.55)];
  const automatic = rows.map((values, system) => values.map((value) => value + (system === 0 ? 0.3 : 0)));
  return { human: rows.map((values) => values.slice(0, n)), automatic, rows };
}

describe('several systems, corrected', () => {
  const { human, automatic, rows } = threeSystems(4);
  const input = { human, automatic, range: [0, 1] as const, alpha: 0.05 };
  const found = correctedSystems(input);

  it('finds the best, whomever the judge favours', () => {
    expect(found.best).toBe(2);
    const favoured = found.differences!.find(({ first, second }) => first === 0 && second === 2)!;
    expect(favoured.mean).toBeLessThan(-0.1);
    expect(favoured.interval![1]).toBeLessThan(0);
  });

  it('reports how kind the judge is to each', () => {
    expect(found.bias[0]!.mean).toBeCloseTo(0.3, 12);
    expect(found.bias[1]!.mean).toBeCloseTo(0, 12);
    expect(found.bias[0]!.interval![0]).toBeGreaterThan(0.2);
  });

  it('a judge that is right but for a constant is worth all questions; intervals are of α / pairs', () => {
    const pair = found.differences!.find(({ first, second }) => first === 1 && second === 2)!;
    expect(pair.weight).toBeGreaterThan(0.9);
    expect(pair.worth).toBeGreaterThan(0.9 * N);
    const [a, b] = [rows[1]!, rows[2]!];
    const sequence = new CorrectedSequence({
      range: [-1, 1],
      alpha: 0.05 / 3,
      automatic: automatic[1]!.map((value, i) => value - automatic[2]![i]!),
    });
    for (let t = 0; t < n; t++) sequence.add(a[t]! - b[t]!);
    expect(pair.interval).toEqual(sequence.interval);
    expect(pair.interval![1] - pair.interval![0]).toBeLessThan(0.8 * (pair.humanInterval![1] - pair.humanInterval![0]));
  });

  it('says nothing of two questions', () => {
    const few = correctedSystems({ ...input, human: human.map((values) => values.slice(0, 2)) });
    expect(few).toMatchObject({ questions: 2, differences: null, best: null });
  });
});

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
