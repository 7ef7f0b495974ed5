import { expect, it } from 'vitest';
import { requireVersion } from '../../../../src/adapters/model/onnx-version';

const MINUS_BILLION = [0x80, 0xec, 0x94, 0xa3, 0xfc, 0xff, 0xff, 0xff, 0xff, 0x01];

it.each([
  ['0', [0]],
  ['-1000000000', MINUS_BILLION],
])('refuses version %s of ONNX', (version, varint) => {
  expect(() => requireVersion(Uint8Array.from([8, ...varint, 0x3a]))).toThrow(`version ${version} of ONNX (IR)`);
});

it.each([[[8, 10, 0x3a]], [[8, 0x80, 1, 0x3a]], [[0x3a, 0]], [[]]])('takes what begins with %j', (bytes) => {
  expect(() => requireVersion(Uint8Array.from(bytes))).not.toThrow();
});
