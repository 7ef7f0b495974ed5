const { fround } = Math;

/**
 * The dot product of two vectors of `length` numbers, which begin at `at` and `from`, in single precision: every product and
 * sum is rounded as IEEE 754 says, in an order of registers of four numbers, so that the kernel in WebAssembly has the same.
 */
export function singleProduct(
  one: Float32Array,
  at: number,
  other: Float32Array,
  from: number,
  length: number,
): number {
  // Eight sums, so that no addition waits for the one before; each a name of its own, since arrays take three times as long.
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let e = 0;
  let f = 0;
  let g = 0;
  let h = 0;
  let i = 0;
  for (; i + 7 < length; i += 8) {
    a = fround(a + fround(one[at + i]! * other[from + i]!));
    b = fround(b + fround(one[at + i + 1]! * other[from + i + 1]!));
    c = fround(c + fround(one[at + i + 2]! * other[from + i + 2]!));
    d = fround(d + fround(one[at + i + 3]! * other[from + i + 3]!));
    e = fround(e + fround(one[at + i + 4]! * other[from + i + 4]!));
    f = fround(f + fround(one[at + i + 5]! * other[from + i + 5]!));
    g = fround(g + fround(one[at + i + 6]! * other[from + i + 6]!));
    h = fround(h + fround(one[at + i + 7]! * other[from + i + 7]!));
  }
  let rest = 0;
  for (; i < length; i++) rest = fround(rest + fround(one[at + i]! * other[from + i]!));
  const first = fround(fround(a + e) + fround(b + f));
  const second = fround(fround(c + g) + fround(d + h));
  return fround(fround(first + second) + rest);
}
