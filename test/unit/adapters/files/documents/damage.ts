import { seeded } from '../../../../vectors';

/** With the highest bit of some bytes inverted: what was ASCII no longer is, and the other way round. */
export function withHighBitsFlipped(
  bytes: Uint8Array<ArrayBuffer>,
  count: number,
  seed: number,
): Uint8Array<ArrayBuffer> {
  const random = seeded(seed);
  const places = new Set<number>();
  while (places.size < count) places.add(Math.floor(random() * bytes.length));
  return bytes.map((byte, at) => (places.has(at) ? byte ^ 0x80 : byte));
}
