import { expect, it } from 'vitest';
import { bytesOfBase64, textOfBytes } from '../../../src/base/bytes';

it('bytes come from base64, and texts from bytes of UTF-8', () => {
  expect([...bytesOfBase64('w6kA')]).toEqual([0xc3, 0xa9, 0]);
  expect(textOfBytes(bytesOfBase64('w6lh'))).toBe('éa');
});
