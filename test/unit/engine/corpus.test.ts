import { describe, expect, it } from 'vitest';
import { type Doc, docId } from '../../../src/domain/types';
import { prepareCorpus } from '../../../src/engine/corpus';

const doc = (id: string, text = id, title = ''): Doc => ({ id: docId(id), title, text });

describe('a corpus', () => {
  it('is ordered by id, descending by bytes, so that the lower position wins a tie as in trec_eval', () => {
    // UTF-16 units would put U+1F642 before U+FFEE.
    const { ids } = prepareCorpus([doc('a'), doc('\uffee'), doc('🙂'), doc('b')]);
    expect(ids).toEqual(['🙂', '\uffee', 'b', 'a']);
  });

  it('joins title and text', () => {
    expect(prepareCorpus([doc('a', 'text', 'title')]).texts).toEqual(['title\ntext']);
    expect(prepareCorpus([doc('a', 'text')]).texts).toEqual(['text']);
  });

  it('has a key that follows ids and texts, and not the order of the file', () => {
    const key = prepareCorpus([doc('a', 'x'), doc('b', 'y')]).key;
    expect(prepareCorpus([doc('b', 'y'), doc('a', 'x')]).key).toBe(key);
    expect(prepareCorpus([doc('a', 'x'), doc('b', 'z')]).key).not.toBe(key);
    expect(prepareCorpus([doc('a', 'x'), doc('c', 'y')]).key).not.toBe(key);
  });
});
