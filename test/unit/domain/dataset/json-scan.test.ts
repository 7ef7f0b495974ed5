import { describe, expect, it } from 'vitest';
import { problem } from '../../../../src/domain/dataset/problem';
import { importMessages } from '../../../../src/ui/shared/messages/importing';
import { say } from '../../../../src/ui/shared/messages/say';
import { JsonDepthFailure, SyntaxFailure, scanJson, type JsonMember } from '../../../../src/domain/dataset/json-scan';

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

  it('visits nothing of objects in lists', () => {
    expect(membersOf('[{"a": {"b": 1}}]')).toEqual([]);
    expect(membersOf('{"a": [{"b": 1}]}')).toEqual(['1 a a [{"b": 1}]']);
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
    const sentence = say(importMessages, problem('not-json', { file: '' }, { ...failure, column: offset + 1 }, 'file'));
    expect(sentence).toContain(`column ${offset + 1} should have ${expected}, and has ${got}.`);
  });

  it('ends at a depth that no data has, instead of running out of stack', () => {
    expect(failureOf('['.repeat(100_000))).toBeInstanceOf(JsonDepthFailure);
    expect(failureOf(`${'['.repeat(400)}${']'.repeat(400)}`)).toBeNull();
  });
});
