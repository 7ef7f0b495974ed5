/** Of the four numbers of a register, two by two. */
export function total(sums: v128): f32 {
  return (
    f32x4.extract_lane(sums, 0) +
    f32x4.extract_lane(sums, 1) +
    (f32x4.extract_lane(sums, 2) + f32x4.extract_lane(sums, 3))
  );
}

/** The products of the last few numbers, which fill no register. */
export function rest(a: usize, b: usize, bytes: usize): f32 {
  let sum: f32 = 0;
  for (let i: usize = 0; i < bytes; i += 4) sum += load<f32>(a + i) * load<f32>(b + i);
  return sum;
}
