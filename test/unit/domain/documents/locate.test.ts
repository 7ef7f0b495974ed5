import { describe, expect, it } from 'vitest';
import { locate, locateAll } from '../../../../src/domain/documents/locate';
import { docId } from '../../../../src/base/types';

const doc = (id: string, text: string) => ({ id: docId(id), text });

describe('where a text stands in documents', () => {
  const pump = doc('pump', 'Intro.\n\nThe pump  must be\nbled before use. The pump must be bled before use.');
  const valve = doc('valve', 'the PUMP must be bled before use. A valve opens at 10 bar, since 2010.');

  it('tells every exact place, and no other where there is one', () => {
    const found = locate('The pump must be bled before use.', [valve, pump])!;
    expect(found).toMatchObject({ how: 'exact', similarity: 1 });
    expect(found.matches).toEqual([{ doc: 'pump', start: 43, end: 76 }]);
  });

  it('takes case, white space and forms of characters away where it is not there to the letter', () => {
    const found = locate('THE  pump must be bled ｂefore use.', [valve, pump])!;
    expect(found.how).toBe('normalised');
    expect(found.matches.map(({ doc: id, start, end }) => [id, start, end])).toEqual([
      ['valve', 0, 33],
      ['pump', 8, 42],
      ['pump', 43, 76],
    ]);
    expect(pump.text.slice(8, 42)).toBe('The pump  must be\nbled before use.');
  });

  it('does not take a number for a part of another, but finds what is cut within a word', () => {
    expect(locate('10', [valve])!.matches).toEqual([{ doc: 'valve', start: 51, end: 53 }]);
    expect(locate('10', [doc('year', 'in 2010'), valve])!.matches.map(({ doc: id }) => id)).toEqual(['valve']);
    expect(locate('alve opens', [valve])!.matches).toEqual([{ doc: 'valve', start: 37, end: 47 }]);
    expect(locate('東京', [doc('ja', '新東京駅')])!.matches).toEqual([{ doc: 'ja', start: 1, end: 3 }]);
  });

  it('finds what is nine tenths alike, and tells how much', () => {
    const text = 'A valve opens at 12 bar, since year 2010';
    const source = doc('v', 'Nothing here.\n\nA  valve opens at 12 bars since year 2010. And so on.');
    const found = locate(text, [pump, source])!;
    expect(found.how).toBe('fuzzy');
    expect(source.text.slice(found.matches[0]!.start, found.matches[0]!.end)).toBe(
      'A  valve opens at 12 bars since year 2010',
    );
    expect(found.similarity).toBeCloseTo(1 - 1 / 40, 10);
  });

  it('takes nothing for alike that is less so, and no short text for another', () => {
    expect(locate('A valve shuts at ten bars, from 2010 on', [valve])).toBeNull();
    expect(locate('in May 1984', [doc('d', 'It was in May 1985.')])).toBeNull();
  });

  it('finds changed Japanese, of which a character says more', () => {
    const found = locate('弁は圧力が高いと開きます。', [doc('ja', '注意。弁は圧力の高いと開きます。以上。')])!;
    expect(found.matches).toEqual([{ doc: 'ja', start: 3, end: 16 }]);
    expect(found.similarity).toBeCloseTo(12 / 13, 10);
  });

  it('takes the best of several that are alike', () => {
    const text = 'The reservoir holds forty litres of oil';
    const docs = [
      doc('a', 'The reservoir holds fifty litres of oils.'),
      doc('b', 'First. The reservoir holds forty litre of oil.'),
    ];
    expect(locate(text, docs)!.matches).toEqual([{ doc: 'b', start: 7, end: 45 }]);
  });

  it('finds nothing for an empty text, and answers each of several in its place', () => {
    const found = locateAll(['', 'Intro.', 'absent', ' \n'], [pump]);
    expect(found.map((of) => of?.matches.length ?? null)).toEqual([null, 1, null, null]);
  });
});
