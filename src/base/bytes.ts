/** Pages, workers and Node have them; the types of this layer name nothing of theirs. */
const { atob, TextDecoder } = globalThis as unknown as {
  readonly atob: (text: string) => string;
  readonly TextDecoder: new () => { decode(bytes: Uint8Array): string };
};

export const bytesOfBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (unit) => unit.charCodeAt(0));

/** UTF-8; what is none becomes U+FFFD. */
export const textOfBytes = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** Of IEEE 754 binary16: 1 bit sign, 5 bits exponent, 10 bits fraction. */
export function fromHalf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
