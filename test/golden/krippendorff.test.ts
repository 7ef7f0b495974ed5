import { expect, it } from 'vitest';
import { type GradeScale, krippendorffsAlpha } from '../../src/domain/statistics/inter-rater';
import { goldenPath, readJson } from './read';

type Alphas = Readonly<Record<GradeScale, number | null>>;
interface Golden {
  readonly cases: readonly (Alphas & { readonly units: readonly (readonly (number | null)[])[] })[];
}

const { cases } = readJson<Golden>(goldenPath('krippendorff.json'));
const SCALES: readonly GradeScale[] = ['nominal', 'ordinal', 'interval'];

it.each(cases.map((golden, i) => [i, golden] as const))(
  'Krippendorff’s α of case %i is that of all pairs',
  (_, golden) => {
    const units = golden.units.map((unit) => unit.filter((grade) => grade !== null));
    for (const scale of SCALES) {
      const found = krippendorffsAlpha(units, scale);
      if (golden[scale] === null) expect(found).toBeNull();
      else expect(found).toBeCloseTo(golden[scale], 12);
    }
  },
);

it('has the values of the paper, and not those of units with one grade counted', () => {
  const units = cases[0]!.units.map((unit) => unit.filter((grade) => grade !== null));
  expect(SCALES.map((scale) => krippendorffsAlpha(units, scale)!.toFixed(3))).toEqual(['0.743', '0.815', '0.849']);
  expect(krippendorffsAlpha([...units, [5], [1]], 'nominal')).toBe(krippendorffsAlpha(units, 'nominal'));
});
