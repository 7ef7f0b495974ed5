import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DuplicateKeyFailure, parseStrict } from '../../../../src/domain/dataset/strict-json';

/** Path and offset of the key that stands twice. */
function duplicateIn(text: string): [string, number] | null {
  try {
    parseStrict(text);
    return null;
  } catch (error) {
    if (error instanceof DuplicateKeyFailure) return [error.path, error.offset];
    throw error;
  }
}

describe('JSON that is read strictly', () => {
  it.each<[string, string, number]>([
    ['{"a": 1, "a": 1}', 'a', 9],
    ['{"a": {"b": 1, "c": {"b": 2}, "b": 3}}', 'a.b', 30],
    ['{"a": [1, {"b": "x", "b": "y"}]}', 'a[1].b', 21],
    ['[{"a": 1}, {"a": 1, "a": 2}]', '[1].a', 20],
    ['{"\\u0061": 1, "a": 2}', 'a', 14],
    ['{"__proto__": 1, "__proto__": 2}', '__proto__', 17],
    ['{"": 1 , "" : 2}', '', 9],
    ['{"1": 1, "0": 1, "1": 2}', '1', 17],
    ['{"a": "\\\\", "b": "\\"a\\": ", "a": 2}', 'a', 28],
  ])('refuses a key that stands twice: %s', (text, path, offset) => {
    expect(duplicateIn(text)).toEqual([path, offset]);
  });

  it.each([
    '{"a": {"b": 1}, "b": {"b": 1}}',
    '[{"a": 1}, {"a": 1}]',
    '{"a": "\\"a\\": 1, \\"a\\": 2"}',
    '{"a": "x\\\\", "b": ":::"}',
    '{}',
    '[]',
    '":"',
    'null',
  ])('takes %s', (text) => {
    expect(parseStrict(text)).toEqual(JSON.parse(text));
  });

  it('keeps the digits of integers past 2^53, at any depth', () => {
    const text = '{"_id": 9007199254740993, "ids": [9007199254740992, -9007199254740993, 12], "a": "9007199254740993"}';
    expect(parseStrict(text)).toEqual({
      _id: '9007199254740993',
      // The first is a double as it is written.
      ids: [9007199254740992, '-9007199254740993', 12],
      a: '9007199254740993',
    });
    expect(parseStrict('[1e300, 1.5, 0.1234567890123456789, 9007199254740991]')).toEqual([
      1e300, 1.5, 0.12345678901234568, 9007199254740991,
    ]);
  });

  it('is JSON.parse for every value that JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(parseStrict(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('finds a repeated key wherever it is put', () => {
    const object = fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1, maxKeys: 5 });
    fc.assert(
      fc.property(object, fc.array(fc.boolean(), { maxLength: 4 }), (value, wraps) => {
        const members = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}:${JSON.stringify(each)}`);
        const broken = wraps.reduce(
          (text, isList) => (isList ? `[${text}]` : `{"x":${text}}`),
          `{${members.join(',')},${members[0]}}`,
        );
        expect(duplicateIn(broken)).not.toBeNull();
      }),
    );
  });

  it('takes what is nested deeper than a stack', () => {
    const deep = `${'[{"a":'.repeat(50_000)}1${'}]'.repeat(50_000)}`;
    expect(() => parseStrict(deep)).not.toThrow();
    expect(duplicateIn(`{"a":1,"b":${deep},"a":2}`)?.[0]).toBe('a');
  });

  it('fails on what is no JSON as JSON.parse does', () => {
    expect(() => parseStrict('{"a": 1,}')).toThrow(SyntaxError);
  });
});
