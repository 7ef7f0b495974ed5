import { describe, expect, it } from 'vitest';
import type { ImportProblem } from '../../../../../src/domain/dataset/outcome';
import { problem } from '../../../../../src/domain/dataset/problem';
import { describeProblem, reportText } from '../../../../../src/ui/shared/messages/importing';

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
      /^test\.tsv, line 3, field score: The grade “x” is not a whole number from −1000 to 1000\./,
    );
  });

  it('have no file before them where that stands beside them', () => {
    expect(reportText(problem('empty-file', { file: 'a' }))).toMatch(/^The file is empty/);
    expect(reportText('Kept.')).toBe('Kept.');
  });
});
