import { expect, it, describe } from 'vitest';
import { effortTexts, predictedQuestions, badgeTexts } from '../../../../../src/ui/shared/messages/verdict-badges';
import type {
  Badges,
  ComparedVerdict,
  JudgmentsBadge,
  QuestionsBadge,
  SaturationBadge,
} from '../../../../../src/domain/verdict/types';
import { names, test, verdictOfCase } from './verdict-example';

const prediction = { questions: 852, range: [691, 1077] as const };
const known = { existing: 156, completed: 156, judgmentsPerQuestion: 12, milliseconds: 6000 };

it('says a prediction with two figures and its range', () => {
  expect(predictedQuestions(prediction)).toBe('about 850 questions (690 to 1,100)');
  expect(predictedQuestions({ questions: 4400, range: [900, Infinity] })).toBe(
    'about 4,400 questions (900 to more than 20,000)',
  );
  expect(predictedQuestions({ questions: Infinity, range: [900, Infinity] })).toBe('more than 20,000 questions');
});

it('says how many to write, and how long judging takes at the pace', () => {
  expect(effortTexts(prediction, known)).toEqual([
    'That is more than your 156 questions: write about 700 more.',
    'Judging takes about 14 h (11 to 18 h) more at your pace, 6 s a judgment and 12 a question.',
  ]);
  expect(effortTexts(prediction, { ...known, milliseconds: null })).toHaveLength(1);
});

it('says that questions are enough, or probably', () => {
  const many = { ...known, existing: 2000, completed: 2000 };
  expect(effortTexts(prediction, many)).toEqual(['Your 2,000 questions are enough.']);
  expect(effortTexts(prediction, { ...many, existing: 900 })[0]).toBe('Your 900 questions are probably enough.');
  expect(effortTexts({ questions: Infinity, range: [900, Infinity] }, known)).toEqual([
    'That is far more than your 156 questions.',
  ]);
});

const verdict = verdictOfCase('tie', ['ha', 'hb'], ['bm25', 'e']);

function said(id: keyof Badges, badge: object, of: ComparedVerdict = verdict) {
  const badges = { ...of.badges, [id]: { ...of.badges[id], ...badge } } as Badges;
  return badgeTexts({ ...of, badges }, names).find((each) => each.id === id)!;
}
const questions = (badge: Partial<QuestionsBadge>) => said('questions', badge);
const judgments = (badge: Partial<JudgmentsBadge>) => said('judgments', { state: 'amber', cause: 'bounds', ...badge });
const saturation = (badge: Partial<SaturationBadge>) => said('saturation', { state: 'amber', ...badge });

describe('what badges say', () => {
  it('is what questions can show', () => {
    expect(questions({}).text).toBe('156 questions: enough to see .053');
    expect(questions({}).detail).toBe('A test of these questions finds a difference of .053 in four of five cases.');
    expect(questions({ detectable: null }).text).toBe('156 questions');
    expect(questions({ questions: 1, detectable: null }).text).toBe('1 question');
    const few = questions({ state: 'amber', causes: ['few'] });
    expect(few.text).toBe('156 questions: enough to see .053, not .02');
    expect(few.detail).toBe(
      'A test of these questions finds a difference of .053 in four of five cases. A difference of .02 takes about 920 questions (740 to 1,200).',
    );
    expect(questions({ state: 'amber', causes: ['few'], planned: null }).detail).not.toContain('about');
    expect(questions({ state: 'amber', causes: ['few'], detectable: 0.015 }).text).toBe(
      '156 questions do not rule out that another system is ahead by more than .02',
    );
  });

  it('is where questions come from', () => {
    const all = questions({ state: 'amber', causes: ['few', 'all-generated'], generated: 156 });
    expect(all.text).toBe('All 156 questions were generated: people may ask others');
    const some = questions({ state: 'amber', causes: ['origins'], generated: 40, reversedBy: ['e'] });
    expect(some.text).toBe('Without the 40 generated questions, E would be ahead');
    expect(some.detail).toBe('On the other 116 questions by more than .02.');
  });

  it('is what nobody judged', () => {
    expect(judgments({ state: 'ok', cause: null, unjudged: 0 }).text).toBe('All of its first ten judged');
    expect(judgments({ state: 'ok', cause: null }).text).toBe(
      '12 % of its first ten unjudged: too few to change the verdict',
    );
    expect(judgments({ cause: 'unbounded', unjudged: null }).text).toBe(
      'Some of its first ten unjudged: their effect on nDCG@10 is unknown',
    );
    expect(judgments({ cause: 'unbounded', unjudged: 0.001 }).text).toContain('Under 1 % of');
    expect(judgments({ cause: 'unbounded', unjudged: 0.999 }).text).toContain('Over 99 % of');
  });

  it('names the system that is not behind on judged passages alone', () => {
    const rivals = ['hb', 'bm25', 'e'].map((system) => ({ system, ahead: 0.35 }));
    const alone = [
      { system: 'hb', test: test(-0.01, { finding: 'open' }) },
      { system: 'bm25', test: test(0.058) },
      { system: 'e', test: test(0.006, { finding: 'open' }) },
    ];
    const { text, detail } = judgments({ unjudged: 0.84, rivals, alone });
    expect(text).toBe('84 % of its first ten unjudged: E could still catch up');
    expect(detail).toBe(
      'If unjudged passages were judged in its favour, a system could be ahead by .35, more than .02. On judged passages alone, its gain over BM25 is +.058 (95 % interval +.028 to +.088; p = .0010, paired randomisation test, Holm-corrected for 5 comparisons).',
    );
  });

  it('counts rivals where they are many, and says of those that tie that they could get ahead', () => {
    const rivals = (...ids: string[]) => ({ rivals: ids.map((system) => ({ system, ahead: 0.3 })) });
    expect(judgments(rivals('bm25', 'e')).text).toContain('BM25 and E could still catch up');
    expect(judgments(rivals('bm25', 'e', 'f')).text).toContain('three others could still catch up');
    expect(judgments(rivals('hb')).text).toContain('HB could still get ahead');
  });

  it('is whether the questions separate systems', () => {
    expect(said('saturation', {}).text).toBe('Systems differ on 101 of them');
    expect(saturation({ causes: ['ties', 'ceiling'], tied: ['e'] }).text).toBe(
      'Another order of equal scores could put E ahead',
    );
    expect(saturation({ causes: ['undetectable'], further: 20 }).text).toBe(
      'These questions cannot separate the systems: write or judge about 20 more',
    );
    expect(saturation({ causes: ['few-differ'], differing: 3 }).text).toBe(
      'Systems differ on too few questions to separate them: 3 of 156',
    );
    expect(saturation({ causes: ['ceiling'] }).text).toContain('harder questions');
    expect(saturation({ causes: ['floor'] }).text).toContain('easier questions');
  });
});
