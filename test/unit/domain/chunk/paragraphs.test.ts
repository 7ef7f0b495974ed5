import { expect, test } from 'vitest';
import { paragraphsOf } from '../../../../src/domain/chunk/spans';

const written = (text: string): string[] => paragraphsOf(text).map(({ start, end }) => text.slice(start, end));

test('paragraphs are parts between empty lines, trimmed; a line break alone ends none', () => {
  expect(written('\n\n One\nstill one \n \t\n\n\nTwo\n\n   ')).toEqual(['One\nstill one', 'Two']);
  expect(written('alone')).toEqual(['alone']);
  expect(written(' \n\n ')).toEqual([]);
});
