import { findableShare, powerOf } from '../../src/domain/learning/findable-preference';
import { eliminationRule, type PairRule, preferenceRule } from '../../src/domain/learning/pair-evidence';
import { ALPHA, POWER } from '../../src/domain/statistics/paired';
import type { Simulation } from './types';

const QUESTIONS = [20, 30, 50, 100, 200, 300, 500, 1000];
const TWO = preferenceRule({ alpha: ALPHA, margin: 1 });

export const findableByQuestions: Simulation = {
  title: 'Learning: how large a preference can be found, by questions',
  claim: `The share of questions that a system must win to be preferred in ${100 * POWER} % of comparisons. Where both win as often, either one is preferred in at most ${(100 * ALPHA) / 2} %, give or take three standard errors.`,
  rows: () =>
    QUESTIONS.map((questions) => ({
      name: `${questions} questions`,
      simulate: ({ count, seed }) => {
        const simulated = { questions, comparisons: count, seed };
        const shareOf = (rule: PairRule, without: number): string => {
          const found = findableShare({ ...simulated, rule, without, power: POWER });
          return found === null ? 'none' : `${Math.round(100 * found)} %`;
        };
        const wrong = powerOf({ ...simulated, rule: TWO, without: 0 }, 0.5);
        const least = ALPHA / 2;
        return {
          figures: {
            'two systems': shareOf(TWO, 0),
            'half prefer none': shareOf(TWO, 0.5),
            'one pair of 5': shareOf(eliminationRule({ alpha: ALPHA, arms: 5 }), 0),
            'one pair of 11': shareOf(eliminationRule({ alpha: ALPHA, arms: 11 }), 0),
            'preferred by chance': wrong.toFixed(3),
          },
          holds: wrong <= least + 3 * Math.sqrt((least * (1 - least)) / count),
        };
      },
    })),
};
