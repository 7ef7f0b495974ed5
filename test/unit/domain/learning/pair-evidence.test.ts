import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Elimination } from '../../../../src/domain/learning/elimination';
import { credits } from '../../../../src/domain/learning/counterfactual';
import { interleave } from '../../../../src/domain/learning/interleaving/interleave';
import { eliminationRule, PairEvidence, preferenceRule } from '../../../../src/domain/learning/pair-evidence';
import { ConfidenceSequence } from '../../../../src/domain/statistics/confidence-sequence';

/** As `PreferenceSequence` has it. */
function stateOf(sequence: ConfidenceSequence, margin: number): string {
  const { interval } = sequence;
  if (!interval) return 'undecided';
  const [low, high] = interval;
  if (low > 0) return 'first';
  if (high < 0) return 'second';
  return low > -margin && high < margin ? 'tie' : 'undecided';
}

describe('evidence about a pair', () => {
  it('says after every list what the confidence sequence of a preference says', () => {
    const verdicts = new Set<string>();
    fc.assert(
      fc.property(
        fc.constantFrom(0.02, 0.05, 0.1, 0.2, 0.3),
        fc.double({ min: -0.5, max: 0.5, noNaN: true }),
        fc.double({ min: 0.01, max: 0.5, noNaN: true }),
        fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 40, maxLength: 40 }),
        (margin, mean, spread, noise) => {
          const evidence = new PairEvidence(preferenceRule({ alpha: 0.05, margin }));
          const sequence = new ConfidenceSequence({ range: [-1, 1], alpha: 0.05 });
          for (let i = 0; i < 3 * noise.length; i++) {
            const difference = Math.max(-1, Math.min(1, mean + spread * noise[i % noise.length]!));
            sequence.add(difference);
            evidence.add(difference);
            expect(evidence.verdict).toBe(stateOf(sequence, margin));
          }
          verdicts.add(evidence.verdict);
        },
      ),
      { numRuns: 60, seed: 3 },
    );
    expect(verdicts).toEqual(new Set(['first', 'second', 'tie', 'undecided']));
  });

  it('is that by which arms leave, list by list', () => {
    const arms = ['a', 'b', 'c'];
    const rankings = ['klmn', 'opqr', 'stuv'];
    const elimination = new Elimination({ arms, alpha: 0.05 });
    const evidence = new PairEvidence(eliminationRule({ alpha: 0.05, arms: 3 }));
    for (let seed = 0; elimination.remaining.length === 3; seed++) {
      expect(evidence.verdict).toBe('undecided');
      const systems = arms.map((id, i) => ({ id, ranking: [...rankings[i]!].map((passage) => [passage]) }));
      const list = interleave({ method: 'probabilistic', systems, depth: 4, seed });
      const marked = { list, marks: list.shown.filter((passage) => rankings[0]!.includes(passage)) };
      const [a, b] = credits(marked) as [number, number];
      evidence.add(a - b);
      elimination.add(marked);
      const open = elimination.open.find(({ better, worse }) => better === 'a' && worse === 'b');
      if (open) expect(open.progress).toBeCloseTo(evidence.progress, 12);
    }
    expect(elimination.left.some(({ arm, against }) => arm === 'b' && against === 'a')).toBe(
      evidence.verdict === 'first',
    );
  });
});
