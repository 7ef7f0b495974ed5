import { describe, expect, it } from 'vitest';
import { CorrectedSequence } from '../../../../src/domain/automatic-judges/corrected-sequence';
import { correctedSystems } from '../../../../src/domain/automatic-judges/corrected-systems';
import { uniform } from '../../../../src/domain/statistics/random';

const N = 120;
const n = 60;

/** Three systems, the third one best by .15; a judge that is .3 too kind to the first. */
function threeSystems(seed: number) {
  const random = uniform(seed);
  const row = (mean: number): Float64Array => Float64Array.from({ length: N }, () => mean + 0.3 * (random() - 0.5));
  const rows = [row(0.4), row(0.4), row(0.55)];
  const automatic = rows.map((values, system) => values.map((value) => value + (system === 0 ? 0.3 : 0)));
  return { human: rows.map((values) => values.slice(0, n)), automatic, rows };
}

describe('several systems, corrected', () => {
  const { human, automatic, rows } = threeSystems(4);
  const input = { human, automatic, range: [0, 1] as const, alpha: 0.05 };
  const found = correctedSystems(input);

  it('finds the best, whomever the judge favours', () => {
    expect(found.best).toBe(2);
    const favoured = found.differences!.find(({ first, second }) => first === 0 && second === 2)!;
    expect(favoured.mean).toBeLessThan(-0.1);
    expect(favoured.interval![1]).toBeLessThan(0);
  });

  it('reports how kind the judge is to each', () => {
    expect(found.bias[0]!.mean).toBeCloseTo(0.3, 12);
    expect(found.bias[1]!.mean).toBeCloseTo(0, 12);
    expect(found.bias[0]!.interval![0]).toBeGreaterThan(0.2);
  });

  it('a judge that is right but for a constant is worth all questions; intervals are of α / pairs', () => {
    const pair = found.differences!.find(({ first, second }) => first === 1 && second === 2)!;
    expect(pair.weight).toBeGreaterThan(0.9);
    expect(pair.worth).toBeGreaterThan(0.9 * N);
    const [a, b] = [rows[1]!, rows[2]!];
    const sequence = new CorrectedSequence({
      range: [-1, 1],
      alpha: 0.05 / 3,
      automatic: automatic[1]!.map((value, i) => value - automatic[2]![i]!),
    });
    for (let t = 0; t < n; t++) sequence.add(a[t]! - b[t]!);
    expect(pair.interval).toEqual(sequence.interval);
    expect(pair.interval![1] - pair.interval![0]).toBeLessThan(0.8 * (pair.humanInterval![1] - pair.humanInterval![0]));
  });

  it('says nothing of two questions', () => {
    const few = correctedSystems({ ...input, human: human.map((values) => values.slice(0, 2)) });
    expect(few).toMatchObject({ questions: 2, differences: null, best: null });
  });
});
