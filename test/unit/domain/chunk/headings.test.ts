import { expect, it, test } from 'vitest';
import { cut } from '../../../../src/domain/chunk/by-tokens';
import { type Doc, docId, type Heading } from '../../../../src/base/types';
import { HeadingPaths } from '../../../../src/domain/chunk/recursive';
import { paragraphsOf } from '../../../../src/domain/chunk/spans';

function document(text: string): Doc {
  const headings: Heading[] = [...text.matchAll(/^(#+) (.*)$/gmu)].map((match) => ({
    start: match.index,
    level: match[1]!.length,
    text: match[2]!,
  }));
  return { id: docId('d'), title: '', text, outline: { pages: [], headings } };
}

const chunks = (text: string, level: number, size = 1000, doc = document(text)): string[] =>
  cut(doc, { kind: 'headings', level, size, context: 'none' }).map(({ start, end }) => text.slice(start, end));

const text = 'Before.\n\n# A\n\nOf A.\n\n## B\n\nOf B.\n\n### C\n\nOf C.\n\n# D\n\nOf D.';

it('a section is a heading with its text up to the next heading of a level that is asked for', () => {
  expect(chunks(text, 1)).toEqual(['Before.', '# A\n\nOf A.\n\n## B\n\nOf B.\n\n### C\n\nOf C.', '# D\n\nOf D.']);
  expect(chunks(text, 2)).toEqual(['Before.', '# A\n\nOf A.', '## B\n\nOf B.\n\n### C\n\nOf C.', '# D\n\nOf D.']);
});

it('a heading without text goes with the deeper one under it, through all levels, and with no other', () => {
  expect(chunks('# A\n## B\n### C\nOf C.\n### D\nOf D.', 3)).toEqual(['# A\n## B\n### C\nOf C.', '### D\nOf D.']);
  expect(chunks('# A\n===\n## B\nOf B.', 2)).toEqual(['# A\n===\n## B\nOf B.']);
  expect(chunks('## A\n\n## B\n\nOf B.', 2)).toEqual(['## A', '## B\n\nOf B.']);
});

it('a longer section is cut recursively, and never together with the next', () => {
  expect(chunks('# A\n\nOne two.\n\nThree four.\n\n# B\n\nOf B.', 1, 16)).toEqual([
    '# A\n\nOne two.',
    'Three four.',
    '# B\n\nOf B.',
  ]);
});

const headings = (...levels: readonly number[]) => ({
  outline: { pages: [], headings: levels.map((level, i) => ({ start: 10 * i, level, text: `${i}` })) },
});

test('a place stands under the last heading before it, and those of higher levels above that', () => {
  const paths = new HeadingPaths(headings(1, 2, 4, 3, 1, 2));
  expect([0, 9, 10, 25, 39, 40, 99].map((place) => paths.at(place).join())).toEqual([
    '0',
    '0',
    '0,1',
    '0,1,2',
    '0,1,3',
    '4',
    '4,5',
  ]);
});

const written = (text: string): string[] => paragraphsOf(text).map(({ start, end }) => text.slice(start, end));

test('paragraphs are parts between empty lines, trimmed; a line break alone ends none', () => {
  expect(written('\n\n One\nstill one \n \t\n\n\nTwo\n\n   ')).toEqual(['One\nstill one', 'Two']);
  expect(written('alone')).toEqual(['alone']);
  expect(written(' \n\n ')).toEqual([]);
});
