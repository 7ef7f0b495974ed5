import { told } from './make';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { problem } from '../../../../src/domain/dataset/problem';
import {
  begunJson,
  DuplicateKeyFailure,
  JsonDepthFailure,
  parseStrict,
  scanJson,
  SyntaxFailure,
  type JsonMember,
} from '../../../../src/domain/dataset/json';

function membersOf(text: string): string[] {
  const found: string[] = [];
  const tell = ({ depth, section, key, valueAt, valueEnd }: JsonMember): void =>
    void found.push(`${depth} ${section} ${key} ${text.slice(valueAt, valueEnd)}`);
  scanJson(text, tell);
  return found;
}

function failureOf(text: string): SyntaxFailure | null {
  try {
    scanJson(text);
    return null;
  } catch (error) {
    return error as SyntaxFailure;
  }
}

describe('scanJson', () => {
  it('visits the members of the two outer levels, repeated ones too, in the order of the file', () => {
    expect(
      membersOf(' {"b": {"2": [1, {"x": 1}], "1": {"y": {}}, "2": "\\""} , "a\\u0062": -1.5e3, "b": null}\n'),
    ).toEqual([
      '2 b 2 [1, {"x": 1}]',
      '2 b 1 {"y": {}}',
      '2 b 2 "\\""',
      '1 b b {"2": [1, {"x": 1}], "1": {"y": {}}, "2": "\\""}',
      '1 ab ab -1.5e3',
      '1 b b null',
    ]);
  });

  it.each([
    ['', 0, 'a value', 'the end of the file'],
    ['{"a":1,}', 7, 'a name in double quotes', '“}”'],
    ['[1,]', 3, 'a value', '“]”'],
    ['{"a" 1}', 5, 'a colon', '“1”'],
    ['{"a":1 "b":2}', 7, 'a comma or “}”', '“"”'],
    ['[1 2]', 3, 'a comma or “]”', '“2”'],
    ['01', 1, 'the end of the file', '“1”'],
    ['[NaN]', 1, 'a value', '“N”'],
    ['"a', 2, 'a closing double quote', 'the end of the file'],
    ['"a\nb"', 2, 'an escape, as \\n for a line break, inside the quotes', 'a line break'],
    ['"a\u0001b"', 2, 'an escape, as \\n for a line break, inside the quotes', 'the character U+0001'],
    ['"\\x"', 2, 'one of " \\ / b f n r t u after the backslash', '“x”'],
    ['"\\u12g4"', 2, '4 hexadecimal digits', '“u”'],
    ['{}\u00a0', 2, 'the end of the file', 'the character U+00A0'],
    ['\ufeff{}', 0, 'a value', 'the character U+FEFF'],
    ['🦆', 0, 'a value', '“🦆”'],
  ])('places the error in %j', (text, offset, expected, got) => {
    const failure = failureOf(text)!;
    expect(failure.offset).toBe(offset);
    const sentence = told(problem('not-json', { file: '' }, { ...failure, column: offset + 1 }, 'file'));
    expect(sentence).toContain(`column ${offset + 1} should have ${expected}, and has ${got}.`);
  });

  it('ends at a depth that no data has, instead of running out of stack', () => {
    expect(failureOf('['.repeat(100_000))).toBeInstanceOf(JsonDepthFailure);
    expect(failureOf(`${'['.repeat(400)}${']'.repeat(400)}`)).toBeNull();
  });
});

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

  it('takes what is nested deeper than a stack', () => {
    const deep = `${'[{"a":'.repeat(20_000)}1${'}]'.repeat(20_000)}`;
    expect(() => parseStrict(deep)).not.toThrow();
    expect(duplicateIn(`{"a":1,"b":${deep},"a":2}`)?.[0]).toBe('a');
  });
});

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
