import { describe, expect, it } from 'vitest';
import { readSafetensors } from '../../../../src/adapters/model/dense';
import { fromHalf } from '../../../../src/base/bytes';

/** A file whose header is not as long as a multiple of four, so that nothing is aligned. */
function file(tensors: Record<string, { dtype: string; shape: number[]; bytes: number[] }>): Uint8Array {
  let at = 0;
  const header: Record<string, unknown> = { __metadata__: { format: 'pt' } };
  for (const [name, { dtype, shape, bytes }] of Object.entries(tensors))
    header[name] = { dtype, shape, data_offsets: [at, (at += bytes.length)] };
  let json = JSON.stringify(header);
  while (json.length % 4 !== 1) json += ' ';
  const length = new DataView(new ArrayBuffer(8));
  length.setBigUint64(0, BigInt(json.length), true);
  const body = Object.values(tensors).flatMap(({ bytes }) => bytes);
  return Uint8Array.from([...new Uint8Array(length.buffer), ...new TextEncoder().encode(json), ...body]);
}

describe('safetensors', () => {
  it('of three formats are read, little-endian, wherever they begin', () => {
    const read = readSafetensors(
      file({
        // 1.5 and −2 in each
        single: { dtype: 'F32', shape: [2, 1], bytes: [0, 0, 0xc0, 0x3f, 0, 0, 0, 0xc0] },
        half: { dtype: 'F16', shape: [2], bytes: [0, 0x3e, 0, 0xc0] },
        brain: { dtype: 'BF16', shape: [2], bytes: [0xc0, 0x3f, 0, 0xc0] },
      }),
    );
    expect([...read.keys()]).toEqual(['single', 'half', 'brain']);
    for (const { data } of read.values()) expect([...data]).toEqual([1.5, -2]);
    expect(read.get('single')!.shape).toEqual([2, 1]);
  });

  it('that are something else, or are cut off, are refused', () => {
    const good = file({ a: { dtype: 'F32', shape: [2], bytes: [0, 0, 0, 0, 0, 0, 0, 0] } });
    expect(() => readSafetensors(good.subarray(0, good.length - 4))).toThrow(/a has 1 numbers, not 2/);
    expect(() => readSafetensors(good.subarray(0, 30))).toThrow(/its end is missing/);
    expect(() => readSafetensors(new Uint8Array(3))).toThrow(/no file of safetensors/);
    expect(() => readSafetensors(new TextEncoder().encode('<!DOCTYPE html><html></html>'))).toThrow(
      /no file of safetensors/,
    );
    expect(() => readSafetensors(file({ a: { dtype: 'I8', shape: [1], bytes: [1] } }))).toThrow(/a holds .* I8/);
  });
});

it('half precision is exact, with numbers below the normal ones', () => {
  const values = [0x0000, 0x0001, 0x03ff, 0x0400, 0x3555, 0x7bff, 0x8001, 0xfc00].map(fromHalf);
  expect(values).toEqual([0, 2 ** -24, 1023 * 2 ** -24, 2 ** -14, 0.333251953125, 65504, -(2 ** -24), -Infinity]);
  expect(fromHalf(0x7e00)).toBeNaN();
});
