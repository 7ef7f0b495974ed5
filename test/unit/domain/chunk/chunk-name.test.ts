import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chunkerName } from '../../../../src/domain/chunk/chunker-spec';
import type { ChunkerSpec } from '../../../../src/domain/chunk/chunker-spec';

const context = 'none' as const;

it('a name says the kind and what is set', () => {
  const names: [ChunkerSpec, string][] = [
    [{ kind: 'whole' }, 'whole'],
    [{ kind: 'recursive', size: 1000, overlap: 100, separators: 'latin', context }, 'recursive 1000/100'],
    [{ kind: 'recursive', size: 1000, overlap: 100, separators: 'cjk', context }, 'recursive 1000/100 cjk'],
    [{ kind: 'sentences', size: 500, overlap: 1, context: 'title' }, 'sentences 500/1 +title'],
    [{ kind: 'headings', level: 2, size: 1500, context: 'headings' }, 'headings 2/1500 +headings'],
    [{ kind: 'window', size: 500, overlap: 0, context, late: true }, 'window 500/0 late'],
    [
      { kind: 'tokens', model: 'hitrate-embedding', revision: 'r', size: 256, overlap: 32, context },
      'tokens 256/32 hitrate-embedding',
    ],
  ];
  for (const [spec, name] of names) expect(chunkerName(spec)).toBe(name);
});

it('two chunkers with one name are one', () => {
  const number = fc.integer({ min: 1, max: 3 });
  const common = {
    context: fc.constantFrom('none', 'title', 'headings', 'sentence'),
    late: fc.option(fc.constant(true as const), { nil: undefined }),
  };
  const specs = fc.oneof(
    fc.record({
      kind: fc.constant('recursive'),
      size: number,
      overlap: number,
      separators: fc.constantFrom('latin', 'cjk'),
      ...common,
    }),
    fc.record({ kind: fc.constantFrom('sentences', 'window'), size: number, overlap: number, ...common }),
    fc.record({ kind: fc.constant('headings'), level: number, size: number, ...common }),
    fc.record({
      kind: fc.constant('tokens'),
      model: fc.constantFrom('a', 'b'),
      revision: fc.constant('r'),
      size: number,
      overlap: number,
      ...common,
    }),
  ) as fc.Arbitrary<ChunkerSpec>;
  fc.assert(
    fc.property(specs, specs, (a, b) => {
      if (chunkerName(a) === chunkerName(b)) expect(a).toEqual(b);
    }),
    { numRuns: 5000 },
  );
});
