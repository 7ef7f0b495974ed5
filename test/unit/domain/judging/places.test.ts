import { describe, expect, it } from 'vitest';
import { judgedKey, placeKey, Places } from '../../../../src/domain/judging/places';
import { docId } from '../../../../src/base/types';
import { around, docsOf } from './make';

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

function areCopies(a: string, b: string): boolean {
  const { copies } = around(docsOf({ a, b }));
  return copies.areCopies({ doc: docId('a'), span: null }, { doc: docId('b'), span: null });
}

const long =
  'Rails are ground at night, when no tram runs, by a car that carries its own water and moves at walking pace from the depot to the river and back, with a man walking in front of it who carries a lamp.';

describe('copies', () => {
  it('differ in case, white space, punctuation and forms of characters', () => {
    expect(areCopies('Ｔｈｅ ｐｕｍｐ　ｉｓ ｏｆｆ。', 'the pump is off')).toBe(true);
    expect(areCopies('', '')).toBe(false);
  });

  it('differ in a letter or a word of many', () => {
    expect(areCopies(long, long.replace('walking pace', 'walking-pace!').replace('river', 'rivers'))).toBe(true);
    expect(areCopies(long, `${long} It is loud, and nobody who lives along the line has ever got used to it.`)).toBe(
      false,
    );
  });

  it('say the same numbers: a year or a price that differs is another statement', () => {
    expect(areCopies(`${long} In 1921.`, `${long} In 1922.`)).toBe(false);
    expect(areCopies('1.5 metres of sand', '15 metres of sand')).toBe(false);
    expect(areCopies('第３章　ポンプ', '第3章 ポンプ')).toBe(true);
  });

  it('are not short texts that are only much alike', () => {
    expect(areCopies('open the valve', 'open the vane')).toBe(false);
  });
});
