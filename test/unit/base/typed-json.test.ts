import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseTypedJson, typedJson } from '../../../src/base/typed-json';

it('gives typed arrays back as they were, wherever they are and however long', () => {
  const value = {
    perQuery: { 'nDCG@10': Float64Array.of(0.1, NaN, -0, Infinity), none: new Float64Array() },
    top: [{ docs: Uint32Array.from({ length: 20_000 }, (_, i) => i * 7) }],
    plain: { $float64: 3, list: [1, 'a', null] },
  };
  expect(parseTypedJson(typedJson(value))).toEqual(value);
});

it('keeps the part of a buffer that an array is a view of', () => {
  const view = new Float64Array(Float64Array.of(1, 2, 3, 4).buffer, 8, 2);
  expect(parseTypedJson(typedJson({ view }))).toEqual({ view: Float64Array.of(2, 3) });
});

it('keeps every number', () => {
  fc.assert(
    fc.property(fc.float64Array(), fc.uint32Array(), (values, docs) => {
      expect(parseTypedJson(typedJson([values, docs]))).toEqual([values, docs]);
    }),
  );
});

it('keeps what looks like one of its own forms, and the numbers that JSON has no form for', () => {
  const value = {
    metadata: { $uint32: 'AAAA' },
    nested: { $$map: { $number: '-0' } },
    numbers: [NaN, -0, Infinity, -Infinity, 0],
    map: new Map<unknown, unknown>([['a', new Set([1, { $set: [] }])]]),
    rows: Float32Array.of(0.1, NaN),
    odd: { $number: 'constructor' },
  };
  expect(parseTypedJson(typedJson(value))).toEqual(value);
  expect(typedJson(parseTypedJson(typedJson(value)))).toBe(typedJson(value));
});

it('keeps any JSON, and writes it as JSON does', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const plain = JSON.parse(JSON.stringify(value)) as unknown;
      expect(parseTypedJson(typedJson(plain))).toEqual(plain);
    }),
  );
});

it('refuses binary data that it has no form for', () => {
  expect(() => typedJson({ blob: new Blob(['a']) })).toThrow(TypeError);
  expect(() => typedJson([new DataView(new ArrayBuffer(2))])).toThrow(TypeError);
});
