import { normalQuantile } from './distributions/normal';
import type { Interval } from './types';

const Z = normalQuantile(0.975);

/** Score test (Wilson 1927): (p + z²/2n ± z √(p(1 − p)/n + z²/4n²)) / (1 + z²/n); null for nothing. */
export function wilsonInterval(count: number, of: number): Interval | null {
  if (of === 0) return null;
  const share = count / of;
  const z2 = Z * Z;
  const centre = share + z2 / (2 * of);
  const half = Z * Math.sqrt((share * (1 - share)) / of + z2 / (4 * of * of));
  const scale = 1 + z2 / of;
  return [Math.max(0, (centre - half) / scale), Math.min(1, (centre + half) / scale)];
}
