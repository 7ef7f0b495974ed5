import { describe, expect, it } from 'vitest';
import type { ImportData, ImportProblem } from '../../../../../src/domain/dataset/outcome';
import { problem } from '../../../../../src/domain/dataset/problem';
import { describeProblem, importMessages, reportText } from '../../../../../src/ui/shared/messages/importing';

/** Of the sentences that more than a word goes into. */
const examples: { readonly [Code in keyof ImportData]?: readonly ImportData[Code][] } = {
  'unrecognised-files': [
    [['a.pdf'], []],
    [['a'], [{ file: 'a', kind: 'blanks', columns: 7, line: 'a b c d e f g' }]],
    [
      ['a', 'b', 'c'],
      [
        { file: 'a', kind: 'empty' },
        { file: 'b', kind: 'json', fields: [] },
        { file: 'c', kind: 'table', columns: ['x', 'y'] },
      ],
    ],
    [[], []],
  ],
  'not-json': [
    [{ expected: 'colon', got: 0x31, column: 3 }, 'file'],
    [{ expected: 'end', got: null, column: 3 }, 'lines'],
    [{ expected: { commaOr: '}' }, got: 0x0a, column: 3 }, 'lines'],
  ],
  'result-finding': (
    [
      'error',
      'timed-out',
      'failed-shards',
      'degraded',
      'unmatched-questions',
      'ambiguous-questions',
      'questions-again',
      'unknown-passages',
      'repeated-passages',
      'passages-of-one-document',
    ] as const
  ).map((kind): ImportData['result-finding'] => [
    kind,
    {
      count: 2,
      of: 1200,
      first: [
        { name: 'why?', line: 3, field: 'response.hits' },
        { name: '', line: 4 },
      ],
    },
  ]),
  'wrong-shape': [
    ['text', 'list'],
    [{ fields: ['id', 'text'] }, { fields: [] }],
    [{ cells: 3 }, { count: 2 }],
    [{ contexts: 2 }, { count: 1 }],
    [{ one: 'corpus' }, 'second'],
    [{ column: 'question', also: ['query'] }, { names: ['a', 'b'] }],
    ['pair', { tabs: 1 }],
    ['qrels-table', { tabs: 4 }],
    ['trec-run', { columns: 4 }],
    ['unique-id', { again: 'd1' }],
  ],
  'bad-list': [
    [{ expected: 'literal', got: 0xfeff, column: 3 }],
    [{ expected: { character: '(' }, got: null, column: 3 }],
    [{ expected: { depth: 20 }, got: 0x5b, column: 3 }],
  ],
  'bad-array': [
    ['empty-file'],
    ['no-array'],
    ['header'],
    ['pickle'],
    ['faiss'],
    ['texts'],
    [{ tensors: ['a', 'b'] }],
    [{ ids: 1, rows: 2 }],
    [{ type: '<i4' }],
    [{ dimensions: 3 }],
    [{ rows: 0, columns: 3 }],
    [{ rows: 2, columns: 3, expected: 24, got: 20 }],
  ],
  'bad-vector': [
    ...(['zero', 'not-finite', 'none', 'number-missing', 'several', 'sparse', 'cut', 'text', 'whole'] as const).map(
      (why): ImportData['bad-vector'] => [why, 'd1'],
    ),
    [{ error: 'expired' }, null],
    [{ width: 3, expected: 4 }, null],
  ],
  'doubtful-vectors': [
    [{ why: 'texts', ids: ['d1'], rows: 3 }],
    [{ why: 'models', passages: ['a'], questions: ['b'] }],
    [{ why: 'equal', rows: 3, of: 4 }],
    [{ why: 'copied', rows: 3, of: 4 }],
    [{ why: 'transposed', rows: 3 }],
    [{ why: 'sets', names: ['sparse'] }],
    [{ why: 'read-as', encoding: 'ubinary', columns: 8 }],
  ],
  'unfit-vectors': [
    [{ why: 'no-documents' }],
    [{ why: 'counts', rows: 3, docs: 4, queries: 5 }],
    [{ why: 'either', rows: 3 }],
    [{ why: 'unknown-ids', first: 'x', doc: 'd', query: 'q' }],
    [{ why: 'both-ids' }],
    [{ why: 'missing', ids: ['d1', 'd2'], docs: 4, unknown: [] }],
    [{ why: 'missing', ids: ['d1'], docs: 4, unknown: ['d5'] }],
    [{ why: 'repeated', id: 'd1', rows: 2 }],
    [{ why: 'texts', ids: ['d1'], rows: 1 }],
    [{ why: 'alone', there: 'passages' }],
    [{ why: 'alone', there: 'questions' }],
    [{ why: 'several', of: 'passages', files: ['a.npy', 'b.npy'] }],
    [{ why: 'widths', passages: 384, questions: 512 }],
  ],
  'partly-fitting': [
    ['rewrites', ['x'], 4],
    ['passages', ['x', 'y'], 4],
    ['questions', ['x'], 4],
    ['contexts', ['x'], 4],
  ],
};

it.each(Object.entries(examples))('no sentence of %s shows what is missing in it', (code, calls) => {
  const message = importMessages[code as keyof ImportData] as (data: unknown) => string;
  for (const details of calls) expect(message(details)).not.toMatch(/undefined|null|object Object|NaN/);
});

it('what an earlier version stored as sentences stays as it is', () => {
  const stored = (code: 'wrong-shape' | 'not-json', ...data: unknown[]) =>
    reportText({ code, file: '', data } as unknown as ImportProblem);
  expect(stored('wrong-shape', 'an object with a text', 'true or false')).toBe(
    'Here should be an object with a text, and there is true or false. Correct the file.',
  );
  expect(stored('not-json', { expected: 'a colon', got: '“1”', column: 3 }, 'lines')).toBe(
    'This is not valid JSON: column 3 should have a colon, and has “1”. Each line must be one whole JSON object.',
  );
});

describe('problems', () => {
  it('are put into words with file, line and field', () => {
    const found = problem('bad-grade', { file: 'test.tsv', line: 3, field: 'score' }, 'x');
    expect(describeProblem(found)).toMatch(
      /^test\.tsv, line 3, field score: The grade “x” is not a number from −1000 to 1000\./,
    );
  });

  it('have no file before them where that stands beside them', () => {
    expect(reportText(problem('empty-file', { file: 'a' }))).toMatch(/^The file is empty/);
    expect(reportText('Kept.')).toBe('Kept.');
  });
});
