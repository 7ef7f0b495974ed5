import { expect, it, describe } from 'vitest';
import { headerOf, type ResultHeader } from '../../../../src/contract/result';
import { markdownTable } from '../../../../src/domain/report/copied-table';
import { changesTable, runsTable, highest } from '../../../../src/ui/runs/run-figures';
import { shipped } from '../report/sample-parts';
import { resultOf } from '../result';

it('lists runs with their notes for the clipboard, as text', () => {
  const header = { ...headerOf(shipped), createdAt: Date.UTC(2026, 0, 2, 3, 4) };
  const note = { name: '', note: 'a | b\n<b>c</b>', tags: ['=x', 'y'] };
  const table = runsTable(
    [header],
    () => 'First',
    () => note,
  );
  expect(table.rows[0]!.slice(0, 4)).toEqual(['First', '2026-01-02T03:04:00.000Z', '=x, y', note.note]);
  expect(table.rows[0]![4]).toEqual({ value: 6, text: '6' });
  expect(table.rows[0]!.at(-2)).toBe('ensemble');
  const markdown = markdownTable(table);
  expect(markdown.split('\n')).toHaveLength(4);
  expect(markdown).not.toContain('<b>');
});

it('lists what changed by system', () => {
  const change = {
    before: 'a',
    after: 'b',
    questions: 10,
    meanBefore: 0.5,
    meanAfter: 0.6,
    difference: 0.1,
    interval: [0.05, 0.15] as const,
    p: 0.01,
    corrected: 0.02,
    beyondMargin: null,
    finding: 'better' as const,
    withinMargin: false,
    wins: 7,
    ties: 2,
    losses: 1,
    movers: [],
  };
  const [row, other] = changesTable([change, { ...change, interval: null, corrected: null }], (id) =>
    id.toUpperCase(),
  ).rows;
  expect(
    row!
      .map((cell) => (typeof cell === 'object' && cell ? cell.text : cell))
      .slice(0, 10)
      .join(' '),
  ).toBe('B b .500 .600 +.100 +.050 +.150 .020 7 1');
  expect(other!.slice(5, 8)).toEqual([null, null, null]);
});

const header = (key: string, figures?: ResultHeader['figures']): ResultHeader =>
  ({ key, ...(figures ? { figures } : {}) }) as ResultHeader;

describe('the figures of runs', () => {
  it('are the highest mean by the first measure, of which NaN is none', () => {
    const result = resultOf({ bm25: [1, 0], embedding: [1, 1] }, ['nDCG', 'HitRate']);
    expect(highest(headerOf(result))).toEqual({ measure: 'nDCG@1', system: 'embedding', mean: 1 });
    expect(highest(header('a'))).toBeNull();
    expect(highest(header('a', { measure: 'm', means: { a: NaN, b: 0.1 } }))?.system).toBe('b');
    expect(highest(header('a', { measure: 'm', means: {} }))).toBeNull();
  });
});
