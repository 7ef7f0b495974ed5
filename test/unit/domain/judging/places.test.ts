import { describe, expect, it } from 'vitest';
import { judgedKey, placeKey, Places } from '../../../../src/domain/judging/places';
import { docId } from '../../../../src/base/types';
import { docsOf } from './make';

const docs = docsOf({ a: 'one two   three', 'a#0-3': 'a document with the name of a part' });
const places = new Places(docs);
const at = (doc: string, start?: number, end?: number) => ({
  doc: docId(doc),
  span: start === undefined ? null : { start, end: end! },
});

describe('places', () => {
  it('are told from names of passages, where the document is there', () => {
    expect(places.of(docId('a#4-7'))).toEqual(at('a', 4, 7));
    expect(places.of(docId('a'))).toEqual(at('a'));
    expect(places.of(docId('gone#4-7'))).toEqual(at('gone#4-7'));
  });

  it('are a document of the collection rather than the part that its name looks like', () => {
    expect(places.of(docId('a#0-3'))).toEqual(at('a#0-3'));
    expect(placeKey(at('a#0-3'))).not.toBe(placeKey(at('a', 0, 3)));
  });

  it('have the key of the judgment on them, whole or part', () => {
    expect(judgedKey({ doc: docId('a') })).toBe(placeKey(at('a')));
    expect(judgedKey({ doc: docId('a'), span: { start: 0, end: 3 } })).toBe(placeKey(at('a', 0, 3)));
  });

  it('are the same from half of the shorter one on, counted without white space', () => {
    // Three of six; of seven with the blank.
    expect(places.areSame(at('a', 0, 7), at('a', 4, 15))).toBe(true);
    expect(places.areSame(at('a', 0, 5), at('a', 4, 15))).toBe(false);
    expect(places.overlap(at('a', 0, 7), at('a'))).toBe(1);
    expect(places.areSame(at('a', 0, 3), at('a#0-3'))).toBe(false);
    expect(places.inkOf(at('a'))).toBe(11);
  });
});
