import { describe, expect, it, test } from 'vitest';
import { cut, PassageContexts } from '../../../../src/domain/chunk/by-tokens';
import { type Doc, docId, type Heading } from '../../../../src/base/types';
import { HeadingPaths } from '../../../../src/domain/chunk/recursive';
import { paragraphsOf } from '../../../../src/domain/chunk/spans';
import { type ContextEntry, WrittenContexts } from '../../../../src/domain/chunk/written-contexts';

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

describe('passage contexts', () => {
  const text = 'Pumps\n\nOne pump stands here. It leaks, and often. Valves\n\nA valve is shut.';
  const doc: Doc = {
    id: docId('a'),
    title: 'Guide',
    text,
    outline: { pages: [], headings: [{ start: 0, level: 1, text: 'Pumps' }] },
  };

  const at = (context: 'none' | 'title' | 'headings' | 'sentence', passage: string, of = doc) =>
    new PassageContexts(of, { context }).at(of.text.indexOf(passage));

  describe('what is before a passage', () => {
    it('is nothing, the title of its document, also its headings, also the sentence before it', () => {
      expect(at('none', 'It leaks')).toEqual({ title: '', context: '' });
      expect(at('title', 'It leaks')).toEqual({ title: 'Guide', context: '' });
      expect(at('headings', 'It leaks')).toEqual({ title: 'Guide › Pumps', context: '' });
      expect(at('sentence', 'It leaks')).toEqual({ title: 'Guide › Pumps', context: 'One pump stands here.' });
    });

    it('is the beginning of its sentence where the passage begins within one, and none of the first passage', () => {
      expect(at('sentence', 'and often').context).toBe('It leaks,');
      expect(at('sentence', 'Pumps').context).toBe('');
    });

    it('names a title once that is the first heading', () => {
      expect(at('headings', 'It leaks', { ...doc, title: 'Pumps' }).title).toBe('Pumps');
    });

    it('is no more than the last 300 characters of a sentence, in code points', () => {
      const endless = { id: docId('b'), title: '', text: `${'🙂 '.repeat(400)}end` };
      const { context } = at('sentence', 'end', endless);
      expect([...context]).toHaveLength(300);
      expect(context.startsWith(' ') || context.startsWith('🙂')).toBe(true);
    });
  });
});

const doc = { id: docId('a.txt'), text: 'One  leaks.\nTwo rusts.\nTwo rusts.' };
const spans = [
  { start: 0, end: 11 },
  { start: 12, end: 22 },
  { start: 23, end: 33 },
];
const entry = (id: string | null, at: ContextEntry['at'], context: string): ContextEntry => ({ id, at, context });

describe('contexts that were written elsewhere', () => {
  it.each([
    ['the id of the passage', entry('a.txt#12-22', null, 'x')],
    ['its document and its place', entry('a.txt', { start: 12, end: 22 }, 'x')],
    ['its document and where it begins', entry('a.txt', { start: 12 }, 'x')],
    ['its document and its number, from 0', entry('a.txt', { index: 1 }, 'x')],
  ])('are found by %s', (_, each) => {
    const contexts = new WrittenContexts([each]);
    expect(contexts.of(doc, spans)).toEqual(['', 'x', '']);
    expect(contexts.unmatched).toBe(0);
  });

  it('are found by the text of a passage whatever its white space, in every passage that has it', () => {
    const contexts = new WrittenContexts([
      entry('a.txt', { text: ' One leaks. ' }, 'x'),
      entry(null, { text: 'Two rusts.' }, 'y'),
    ]);
    expect(contexts.of(doc, spans)).toEqual(['x', 'y', 'y']);
    expect(contexts.unmatched).toBe(0);
  });

  it('are found by the id of a document only where the document is one passage', () => {
    const contexts = new WrittenContexts([entry('a.txt', null, 'x')]);
    expect(contexts.of(doc, spans)).toEqual(['', '', '']);
    expect(contexts.unmatched).toBe(1);
    expect(contexts.of(doc, [{ start: 0, end: doc.text.length }])).toEqual(['x']);
    expect(contexts.unmatched).toBe(0);
  });

  it('name nothing with another document, another end, a part of the text or a number counted from 1', () => {
    const contexts = new WrittenContexts([
      entry('b.txt', { start: 12 }, 'w'),
      entry('a.txt', { start: 12, end: 21 }, 'x'),
      entry('a.txt', { text: 'Two' }, 'y'),
      entry('a.txt', { index: 3 }, 'z'),
    ]);
    expect(contexts.of(doc, spans)).toEqual(['', '', '']);
    expect(contexts.unmatched).toBe(4);
  });

  it('have a place before a text, and the first of two that name a passage alike', () => {
    const contexts = new WrittenContexts([
      entry('a.txt', { text: 'Two rusts.' }, 'by text'),
      entry('a.txt', { start: 23 }, 'by place'),
      entry('a.txt', { start: 23 }, 'again'),
    ]);
    expect(contexts.of(doc, spans)).toEqual(['', 'by text', 'by place']);
  });
});
