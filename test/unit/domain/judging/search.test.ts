import { describe, expect, it } from 'vitest';
import { searchPlaces } from '../../../../src/domain/judging/search-places';
import { docsOf } from './make';

const docs = docsOf({
  manual: `The pump.\n\nOpen the valve before the pump is started.\nClose it afterwards.\n \nA pump without water is damaged.`,
  ポンプ: `ポンプを始動する前にバルブを開く。\n\n第２章`,
  other: 'Nothing of the kind.',
});
const found = (text: string, parts: boolean, limit = 10): string[] =>
  searchPlaces(docs.values(), text, parts, limit).map(({ doc, span }) =>
    span ? docs.get(doc)!.text.slice(span.start, span.end) : `whole ${doc}`,
  );

describe('a search by hand', () => {
  it('finds documents with every word, whatever the case and the form of characters', () => {
    expect(found('PUMP valve', false)).toEqual(['whole manual']);
    expect(found('バルブ', false)).toEqual(['whole ポンプ']);
    expect(found('第2章', false)).toEqual(['whole ポンプ']);
    expect(found('pump kind', false)).toEqual([]);
  });

  it('finds paragraphs where parts are judged, without white space at their ends', () => {
    expect(found('pump valve', true)).toEqual(['Open the valve before the pump is started.\nClose it afterwards.']);
    expect(found('pump', true)).toHaveLength(3);
    expect(found('pump', true, 2)).toHaveLength(2);
  });

  it('finds the paragraphs with most of the words where none has all', () => {
    expect(found('valve water', true)).toEqual([
      'Open the valve before the pump is started.\nClose it afterwards.',
      'A pump without water is damaged.',
    ]);
  });

  it('finds nothing for no words', () => {
    expect(found('  ', true)).toEqual([]);
  });

  it('cuts a long paragraph at a sentence, and loses nothing of it', () => {
    const text = Array.from({ length: 120 }, (_, i) => `Sentence number ${i} of a long paragraph.`).join(' ');
    const long = docsOf({ long: text });
    const parts = searchPlaces(long.values(), 'sentence', true, 99).map(({ span }) =>
      text.slice(span!.start, span!.end),
    );
    expect(parts.length).toBeGreaterThan(3);
    expect(parts.every((part) => part.length <= 1200 && part.endsWith('.'))).toBe(true);
    expect(parts.join(' ')).toBe(text);
  });
});
