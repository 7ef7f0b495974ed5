import { describe, expect, it } from 'vitest';
import { ProblemLog, problem } from '../../../../../src/domain/dataset/problem';
import { listIn, textsIn, parseLiteral } from '../../../../../src/domain/dataset/readers/lists';
import type { DataRecord } from '../../../../../src/domain/dataset/readers/records';
import { SyntaxFailure } from '../../../../../src/domain/dataset/json';
import { importMessages } from '../../../../../src/ui/shared/messages/importing';
import { say } from '../../../../../src/ui/shared/messages/say';

const record = (value: unknown, isText: boolean): DataRecord => ({
  fields: new Map([['x', value]]),
  isText,
  place: (field) => ({ file: 'a', line: 2, ...(field !== undefined && { field }) }),
});

describe('a list in a field', () => {
  it.each<[unknown, boolean, unknown]>([
    [['a'], false, ['a']],
    ["['a', 1]", true, ['a', 1]],
    ['', true, null],
    ['None', true, null],
    [null, false, null],
    [undefined, false, null],
  ])('of %j is read', (value, isText, expected) => {
    const log = new ProblemLog();
    expect(listIn(record(value, isText), 'x', log)).toEqual(expected);
    expect(log.problems).toEqual([]);
  });

  it.each<[unknown, boolean, object]>([
    ['[a]', true, { code: 'bad-list', line: 2, field: 'x' }],
    ['"a"', true, { code: 'wrong-shape', field: 'x' }],
    ['["a"]', false, { code: 'wrong-shape', field: 'x' }],
    [{}, false, { code: 'wrong-shape', field: 'x' }],
  ])('of %j is refused', (value, isText, expected) => {
    const log = new ProblemLog();
    expect(listIn(record(value, isText), 'x', log)).toBeUndefined();
    expect(log.problems).toMatchObject([expected]);
  });

  it('may be of texts and ids alone', () => {
    const log = new ProblemLog();
    expect(textsIn(record(['a', 1], false), 'x', log)).toEqual(['a', '1']);
    expect(textsIn(record(['a', null], false), 'x', log)).toBeUndefined();
    expect(log.problems).toMatchObject([{ code: 'wrong-shape', field: 'x[1]' }]);
  });
});

describe('a list in a cell', () => {
  it.each<[string, unknown]>([
    ['[]', []],
    [' [ "a" , 1, -2.5e1, null, true ] ', ['a', 1, -25, null, true]],
    [`['a', "b's", 'c\\'s']`, ['a', "b's", "c's"]],
    ["('a',)", ['a']],
    ['[None, True, False, nan]', [null, true, false, null]],
    ["[['a', 'b'], ['c']]", [['a', 'b'], ['c']]],
    ["['a' 'b'\n 'c']", ['a', 'b', 'c']],
    ["[array(['a', 'b'], dtype=object)]", [['a', 'b']]],
    ["array([1, 2], dtype='<U3')", [1, 2]],
    [String.raw`['\n\t\\ \x41\u3042\U0001f986 \q']`, ['\n\t\\ A\u3042🦆 \\q']],
    ['["日本語", "a, [b]"]', ['日本語', 'a, [b]']],
    ['[12345678901234567890, 007]', ['12345678901234567890', 7]],
    ["['a',]", ['a']],
    ['"a"', 'a'],
  ])('%s is %j', (text, expected) => {
    expect(parseLiteral(text)).toEqual(expected);
  });

  it.each<[string, number, RegExp]>([
    ['', 0, /text in quotes/],
    ['[a]', 1, /text in quotes, a number or a list/],
    ["['a'", 4, /comma or “\]”/],
    ["['a]", 4, /closing quote/],
    ["['a')", 4, /comma/],
    ["['a'] b", 6, /the end/],
    ["['a''b']", 4, /comma/],
    ['[nothing]', 1, /text/],
    ['[array 1]', 7, /“\(”/],
    ["['\\x4']", 4, /2 hexadecimal digits/],
    ["['\\U00110000']", 4, /8 hexadecimal/],
    ['[,]', 1, /text/],
    ['['.repeat(30), 20, /at most 20 lists/],
  ])('%s is refused at %i', (text, offset, expected) => {
    const failure = failureOf(text)!;
    expect(failure.offset).toBe(offset);
    const sentence = say(importMessages, problem('bad-list', { file: '' }, { ...failure, column: offset + 1 }));
    expect(/should be (.*), and is/.exec(sentence)?.[1]).toMatch(expected);
  });
});

function failureOf(text: string): SyntaxFailure | null {
  try {
    parseLiteral(text);
    return null;
  } catch (error) {
    if (error instanceof SyntaxFailure) return error;
    throw error;
  }
}
