import { describe, expect, it } from 'vitest';
import { docId } from '../../../../src/base/types';
import { around, docsOf } from './make';

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
