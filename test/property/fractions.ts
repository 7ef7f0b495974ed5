/** Exact rational arithmetic, for tests whose oracle must not round. */
export interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

export const fraction = (over: number, under: number): Fraction => ({ over: BigInt(over), under: BigInt(under) });

/** The double nearest to it, as a measure would compute it. */
export const toNumber = ({ over, under }: Fraction): number => Number(over) / Number(under);

/** a − b of each pair as whole multiples of one common fraction. */
export function differencesInUnits(a: readonly Fraction[], b: readonly Fraction[]): bigint[] {
  const common = [...a, ...b].reduce((all, { under }) => (all / divisor(all, under)) * under, 1n);
  const units = ({ over, under }: Fraction): bigint => over * (common / under);
  return a.map((value, q) => units(value) - units(b[q]!));
}

/** Of all 2ⁿ choices of signs, the share whose sum is at least as far from 0 as the sum of the differences. */
export function exactSignFlipP(differences: readonly bigint[]): number {
  const observed = absolute(differences.reduce((sum, each) => sum + each, 0n));
  const all = 2 ** differences.length;
  let signed = -differences.reduce((sum, each) => sum + each, 0n);
  const flipped = differences.map(() => true);
  let count = 0;
  for (let step = 1; ; step++) {
    if (absolute(signed) >= observed) count++;
    if (step === all) return count / all;
    // Gray code: each step turns one sign.
    const turned = 31 - Math.clz32(step & -step);
    flipped[turned] = !flipped[turned];
    signed += (flipped[turned] ? -2n : 2n) * differences[turned]!;
  }
}

export const absolute = (value: bigint): bigint => (value < 0n ? -value : value);

const divisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : divisor(b, a % b));
