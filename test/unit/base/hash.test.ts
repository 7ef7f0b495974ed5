import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, contentKey, hashText, listsKey } from '../../../src/base/hash';

describe('canonicalJson', () => {
  it('sorts the keys of every object and keeps the order of arrays', () => {
    expect(canonicalJson({ b: [2, { y: 1, x: null }], a: 'ä"' })).toBe('{"a":"ä\\"","b":[2,{"x":null,"y":1}]}');
  });

  it('leaves out fields that are undefined, as JSON does', () => {
    expect(canonicalJson({ a: undefined, b: 1 })).toBe('{"b":1}');
    expect(canonicalJson([undefined])).toBe('[null]');
  });

  it('refuses numbers that JSON cannot hold, where JSON.stringify writes null', () => {
    expect(() => canonicalJson({ a: NaN })).toThrow(TypeError);
    expect(() => canonicalJson([Infinity])).toThrow(TypeError);
  });

  it('writes 0 and -0 alike', () => {
    expect(canonicalJson(-0)).toBe(canonicalJson(0));
  });
});

it('hashText is SHA-256 of the UTF-8 bytes', () => {
  expect(hashText('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(hashText('半')).toBe('f30071fa503a5928e6231a8a35a46b0d1e4112ead7fea332e22c202d716fa16f');
});

describe('contentKey', () => {
  it('differs where a value, its type or its place differs', () => {
    const keys = [{ a: 1 }, { a: '1' }, { a: [1] }, { b: 1 }, { a: 1, b: null }, [1], 1].map(contentKey);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

it('long lists are hashed part by part, to the key of the whole', () => {
  // Any JSON takes long to draw.
  const item = fc.oneof(
    { arbitrary: fc.jsonValue(), weight: 1 },
    { arbitrary: fc.constant(undefined), weight: 9 },
    { arbitrary: fc.string({ unit: 'binary' }), weight: 20 },
  );
  const list = fc.array(item, { maxLength: 1100, size: 'max' });
  fc.assert(
    fc.property(fc.dictionary(fc.string(), list, { maxKeys: 3 }), (lists) => {
      expect(listsKey(lists)).toBe(contentKey(lists));
      for (const each of Object.values(lists)) expect(listsKey(each)).toBe(contentKey(each));
    }),
    { numRuns: 10, seed: 1 },
  );
});
