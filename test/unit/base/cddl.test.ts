import { describe, expect, it } from 'vitest';
import { DataDefinition, expecting } from '../../../src/base/cddl';

const definition = new DataDefinition(
  `; A thing
thing = { name: name, ? size: 0..10, tags: [* tstr], at: point / null, more: { * tstr => uint / own } }
name = tstr .regexp "[a-z]+"
point = { kind: "flat", pair } / { kind: "deep", pair, z: number }
pair = ( both: [number, number], ? is-sure: bool )`,
  { own: expecting('a date', (value) => value instanceof Date) },
);
const thing = { name: 'a', tags: ['b'], at: null, more: {} };
const misfit = (changes: object) => definition.rule('thing')({ ...thing, ...changes });

describe('a data definition', () => {
  it.each([
    {},
    { size: 10, tags: [], more: { __proto__: 1, b: new Date() } },
    { at: { kind: 'flat', both: [0, -1.5], 'is-sure': true } },
    { at: { z: 1, both: [1, 2], kind: 'deep' } },
  ])('takes %o', (changes) => expect(misfit(changes)).toBeNull());

  it.each([
    [{ name: 'A' }, 'name', 'a text like [a-z]+', '"A"'],
    [{ size: 11 }, 'size', 'a number from 0 to 10', '11'],
    [{ size: NaN }, 'size', 'a number from 0 to 10', 'NaN'],
    [{ size: undefined }, 'size', 'a number from 0 to 10', 'nothing'],
    [{ tags: ['b', 1] }, 'tags.1', 'a text', '1'],
    [{ tags: { length: 0 } }, 'tags', 'a list', 'an object'],
    [{ odd: 1 }, 'odd', 'no such field', '1'],
    [JSON.parse('{"__proto__":{}}') as object, '__proto__', 'no such field', 'an object'],
    [{ constructor: 'x'.repeat(99) }, 'constructor', 'no such field', `"${'x'.repeat(59)}…`],
    [{ more: { a: -1 } }, 'more.a', 'a whole number or a date', '-1'],
    [{ more: new Map() }, 'more', 'an object', 'an object'],
    [{ at: { kind: 'deep', both: [1, 2] } }, 'at.z', 'this field', 'none'],
    [{ at: { kind: 'none', both: [1, 2] } }, 'at.kind', '"flat" or "deep"', '"none"'],
    [{ at: { kind: 'flat', both: [1, 2, 3] } }, 'at.both', 'a list of 2', 'a list'],
    [{ at: 7 }, 'at', 'an object or null', '7'],
  ])('refuses %o', (changes, path, expected, found) => {
    const own = Object.fromEntries([...Object.entries(thing), ...Object.entries(changes)]);
    expect(definition.rule('thing')(own)).toEqual({ path, expected, found });
  });

  it('refuses a text that is none', () => {
    for (const source of ['a', 'a = {', 'a = { b: [* tstr }', 'a = [tstr'])
      expect(() => new DataDefinition(source, {}), source).toThrow(RangeError);
    expect(() => definition.rule('nothing')).toThrow(RangeError);
    expect(() => new DataDefinition('a = { nowhere }', {}).rule('a')({})).toThrow(RangeError);
  });
});
