import fc from 'fast-check';
import type { FusionSpec } from '../../src/domain/fusion/fusion-spec';
import { PLAIN_NORMS, type AbsentPolicy, type NormSpec } from '../../src/domain/fusion/method';

/** Not so small that doubling them loses digits. */
const weight = fc.integer({ min: 0, max: 1000 }).map((hundredths) => hundredths / 100);
const share = fc.double({ min: 0, max: 1, noNaN: true });

const weightsOf = (lists: number): fc.Arbitrary<number[]> =>
  fc.array(weight, { minLength: lists, maxLength: lists }).filter((weights) => weights.some((w) => w > 0));

const norm = (lists: number): fc.Arbitrary<NormSpec> =>
  fc.oneof(
    fc.constantFrom(...PLAIN_NORMS),
    fc.record({
      kind: fc.constant('dbsf' as const),
      deviation: fc.constantFrom('sample', 'population'),
      clamp: fc.boolean(),
    }),
    fc.record({
      kind: fc.constant('theoretical-min-max' as const),
      lowest: fc.array(fc.integer({ min: -1, max: 0 }), { minLength: lists, maxLength: lists }),
    }),
  );

const absent = fc.constantFrom<AbsentPolicy>('zero', 'min', 'skip');
const probabilities = (lists: number): fc.Arbitrary<number[][]> =>
  fc.array(fc.array(share, { minLength: 1, maxLength: 12 }), { minLength: lists, maxLength: lists });

/** Every method there is, for so many lists. */
export function anyFusion(lists: number): fc.Arbitrary<FusionSpec> {
  const scored = { norm: norm(lists) };
  const method = <Method extends FusionSpec['method']>(...names: Method[]) => fc.constantFrom(...names);
  const sums = fc.constantFrom('zero' as const, 'min' as const);
  const weights = weightsOf(lists);
  const specs = [
    fc.record({ method: method('anz', 'max', 'med', 'min'), ...scored, absent }),
    fc.record({ method: method('sum', 'mnz'), ...scored, absent: sums }),
    fc.record({ method: method('gmnz'), ...scored, absent: sums, gamma: share }),
    fc.record({ method: method('wsum', 'mixed', 'arithmetic-mean'), ...scored, absent, weights }),
    fc.record({ method: method('wmnz'), ...scored, absent: sums, weights }),
    fc.record({
      method: method('harmonic-mean', 'geometric-mean'),
      ...scored,
      absent: fc.constantFrom('min' as const, 'skip' as const),
      weights,
    }),
    fc.record({
      method: method('rrf'),
      constant: fc.oneof(fc.nat(100), fc.constant('half-length' as const)),
      weights,
    }),
    fc.record({ method: method('qdrant-rrf'), k: fc.integer({ min: 1, max: 100 }), weights }),
    fc.record({ method: method('isr', 'log-isr', 'bordafuse', 'condorcet') }),
    fc.record({ method: method('logn-isr'), sigma: share }),
    fc.record({ method: method('rbc'), persistence: share }),
    fc.record({ method: method('w-bordafuse', 'w-condorcet'), weights }),
    fc.record({ method: method('bayesfuse'), logOdds: probabilities(lists) }),
    fc.record({
      method: method('mapfuse'),
      precision: fc.array(share, { minLength: lists, maxLength: lists }),
    }),
    fc.record({ method: method('posfuse', 'probfuse'), probabilities: probabilities(lists) }),
    fc.record({ method: method('segfuse'), ...scored, probabilities: probabilities(lists) }),
    fc.record({ method: method('slidefuse'), probabilities: probabilities(lists), window: fc.nat(5) }),
  ];
  return fc.oneof(...specs) as fc.Arbitrary<FusionSpec>;
}

/** The spec for the same lists in another order: `order[i]` is which of them comes i-th. */
export function reordered(spec: FusionSpec, order: readonly number[]): FusionSpec {
  const pick = <T>(entries: readonly T[]): T[] => order.map((i) => entries[i]!);
  const changed: Record<string, unknown> = { ...spec };
  for (const field of ['weights', 'probabilities', 'logOdds', 'precision'])
    if (field in changed) changed[field] = pick(changed[field] as unknown[]);
  if ('norm' in spec && typeof spec.norm === 'object' && spec.norm.kind === 'theoretical-min-max')
    changed['norm'] = { ...spec.norm, lowest: pick(spec.norm.lowest) };
  return changed as FusionSpec;
}
