import { describe, expect, it } from 'vitest';
import { type Doc, docId } from '../../../../src/base/types';
import { PassageContexts } from '../../../../src/domain/chunk/by-tokens';

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
