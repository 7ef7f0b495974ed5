import { describe, expect, it } from 'vitest';
import { findableShare, powerOf } from '../../src/domain/learning/findable-preference';
import { eliminationRule, type PairRule, preferenceRule } from '../../src/domain/learning/pair-evidence';
import { HORIZON, questionsAhead } from '../../src/domain/learning/questions-ahead';
import { goldenPath, readJson } from './read';

interface Golden {
  readonly power: readonly {
    readonly questions: number;
    readonly wins: number;
    readonly without: number;
    readonly arms: number;
    readonly power: number;
    readonly rejected: Readonly<Record<string, number>>;
  }[];
  readonly sequences: readonly {
    readonly differences: readonly number[];
    readonly after: number | null;
    readonly rejected: Readonly<Record<string, number>>;
  }[];
}

const golden = readJson<Golden>(goldenPath('blind-power.json'));
const COMPARISONS = 2000;
/** Four standard errors of that many comparisons. */
const TOLERANCE = 0.045;
const ruleOf = (arms: number): PairRule =>
  arms === 2 ? preferenceRule({ alpha: 0.05, margin: 1 }) : eliminationRule({ alpha: 0.05, arms });

describe('the power of a blind comparison', () => {
  it.each(golden.power)(
    'is that of the bets for $questions questions, $wins won, $without without, of $arms systems',
    ({ questions, wins, without, arms, power, rejected }) => {
      const found = powerOf({ rule: ruleOf(arms), questions, without, comparisons: COMPARISONS, seed: 9 }, wins);
      expect(Math.abs(found - power)).toBeLessThan(TOLERANCE);
      // A test of a fixed sample may be read once, and promises far more.
      if (wins > 0.5) for (const other of Object.values(rejected)) expect(other - found).toBeGreaterThan(2 * TOLERANCE);
    },
  );

  it('finds a preference where there is none in at most five of a hundred, for either system', () => {
    const options = { rule: ruleOf(2), questions: 200, without: 0.2, comparisons: COMPARISONS, seed: 4 };
    expect(powerOf(options, 0.5)).toBeLessThan(0.025 + 0.014);
  });
});

describe('the preference that can be found', () => {
  const shareOf = (questions: number, without = 0, arms = 2): number | null =>
    findableShare({ rule: ruleOf(arms), questions, without, power: 0.8, comparisons: 500, seed: 1 });

  it('is smaller for more questions, larger where some prefer none and of more systems, and none of very few', () => {
    expect(shareOf(5)).toBeNull();
    const shares = [15, 30, 100, 225].map((questions) => shareOf(questions)!);
    expect(shares).toEqual(shares.toSorted((a, b) => b - a));
    expect(new Set(shares).size).toBe(4);
    expect(shareOf(100, 0.5)).toBeGreaterThan(shareOf(100)!);
    expect(shareOf(100, 0, 11)).toBeGreaterThan(shareOf(100)!);
  });

  it('is the smallest whole per cent with that power, near the golden figures', () => {
    const options = { rule: ruleOf(2), questions: 100, without: 0, comparisons: 500, seed: 1 };
    const found = shareOf(100)!;
    expect(powerOf(options, found)).toBeGreaterThanOrEqual(0.8);
    expect(powerOf(options, found - 0.01)).toBeLessThan(0.8);
    // .79 of 20,000 comparisons find 75 %; a test that is read once would find 64 %.
    expect(Math.abs(found - 0.75)).toBeLessThan(0.015);
  });
});

describe('the questions ahead', () => {
  it.each(golden.sequences.map((each, i) => ({ ...each, i })))(
    'of sequence $i are those after which repeated differences exclude 0',
    ({ differences, after, rejected }) => {
      // A margin that no interval gets within: the golden sequences know no tie.
      const ahead = questionsAhead(differences, preferenceRule({ alpha: 0.05, margin: 0.0005 }));
      expect(ahead).toBe(
        after === null || after > differences.length + HORIZON ? 'beyond' : after - differences.length,
      );
      expect(rejected.root! - differences.length).not.toBe(ahead);
    },
  );

  it('are unknown at first and once it is decided, and beyond the horizon for what does not differ', () => {
    const rule = preferenceRule({ alpha: 0.05, margin: 0.001 });
    expect(questionsAhead([0.4, 0.3, 0.4, 0.2], rule)).toBeNull();
    expect(questionsAhead(Array<number>(80).fill(0.9), rule)).toBeNull();
    expect(questionsAhead([0.5, -0.5, 0.5, -0.5, 0.5, -0.5], rule)).toBe('beyond');
    // A tie is a verdict, too: no difference at all lies within a margin after some questions.
    const ahead = questionsAhead(Array<number>(10).fill(0), preferenceRule({ alpha: 0.05, margin: 0.1 }));
    expect(ahead).toBeGreaterThan(10);
    expect(ahead).toBeLessThan(100);
  });
});
