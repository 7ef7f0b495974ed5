import type { Recommendation } from './types';

/** A system takes materially longer than another from this many times its median latency on … */
const MATERIAL_RATIO = 2;
/** … and this many milliseconds more: less is not felt. */
const MATERIAL_MILLISECONDS = 10;

export const isMateriallySlower = (latency: number, than: number): boolean =>
  latency >= MATERIAL_RATIO * than && latency - than >= MATERIAL_MILLISECONDS;

interface Option {
  readonly system: string;
  readonly latency: number | null;
}

/**
 * Of systems that may be the best, or are shown to be within the margin of the best: the one of the highest mean, unless
 * it takes materially longer than another of them; then the one of the highest mean that does not take materially longer
 * than the fastest. A latency that is not known is never a reason.
 *
 * @param options highest mean first; at least one
 */
export function recommend(options: readonly Option[]): Pick<Recommendation, 'system' | 'latency' | 'reason'> & {
  /** Options that take materially longer than the recommended one, as they were given. */
  readonly slower: readonly { readonly system: string; readonly latency: number }[];
} {
  const [first] = options as readonly [Option, ...Option[]];
  const timed = options.flatMap(({ system, latency }) => (latency === null ? [] : [{ system, latency }]));
  const fastest = Math.min(...timed.map(({ latency }) => latency));
  const chosen =
    first.latency !== null && isMateriallySlower(first.latency, fastest)
      ? timed.find(({ latency }) => !isMateriallySlower(latency, fastest))!
      : first;
  const { system, latency } = chosen;
  return {
    system,
    latency,
    reason: chosen.system === first.system ? 'highest' : 'cheaper',
    slower: latency === null ? [] : timed.filter((each) => isMateriallySlower(each.latency, latency)),
  };
}
