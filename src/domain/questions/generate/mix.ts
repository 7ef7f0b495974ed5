import { EVEN_SHARE, type GeneratedOrigin, MIXED_ORIGINS, type MixedOrigin } from '../candidate';
import type { GenerateOptions } from './generate';

/**
 * The proportions that are offered at first, in percent. Chosen on five collections so that systems are ranked as by the
 * questions of people, see docs/generated-questions.md.
 */
const MIX: Readonly<Record<MixedOrigin, number>> = { keywords: 10, relation: 30, reworded: 50, several: 10 };

export const DEFAULT_MIX: Pick<GenerateOptions, 'kinds' | 'shares'> = { kinds: MIXED_ORIGINS, shares: MIX };

/** The part of each chosen kind, 0 to 1; all 0 where the shares are. */
export function mixShares({ kinds, shares = {} }: Pick<GenerateOptions, 'kinds' | 'shares'>) {
  const own = kinds.map((kind) => shares[kind] ?? EVEN_SHARE);
  const total = own.reduce((sum, part) => sum + part, 0);
  const parts = kinds.map((kind, i) => [kind, total === 0 ? 0 : own[i]! / total] as const);
  return Object.fromEntries(parts) as Partial<Record<GeneratedOrigin, number>>;
}
