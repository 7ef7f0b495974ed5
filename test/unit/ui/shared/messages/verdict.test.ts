import { describe, expect, it } from 'vitest';
import type { Recommendation, SlowerSystem, Verdict } from '../../../../../src/domain/verdict/types';
import { verdictCopy, verdictText } from '../../../../../src/ui/shared/messages/verdict';
import { names, test, verdictOfCase } from './verdict-example';

const title = (verdict: Verdict): string => verdictText(verdict, names).title;
const lead = (verdict: Verdict): string =>
  verdictText(verdict, names)
    .sentences.map((spans) =>
      spans
        .map(({ text }) => text)
        .join('')
        .trim(),
    )
    .join(' ');

const slower = (system: string, times: number, difference: number, open = true): SlowerSystem => ({
  system,
  latency: 2.6 * times,
  times,
  test: test(difference, open ? { finding: 'open' } : {}),
});
const using = (system: string, ...all: SlowerSystem[]): { recommended: Recommendation } => ({
  recommended: { system, latency: 2.6, reason: 'cheaper', slower: all },
});

describe('the title of a verdict', () => {
  it.each<[string, Parameters<typeof verdictOfCase>]>([
    ['A is better than BM25. Use it.', ['winner', ['a'], ['bm25']]],
    ['A is the best of three systems. Use it.', ['winner', ['a'], ['b', 'bm25']]],
    // The cheaper one where the winner is better by less than the margin.
    [
      'HAR is best, but by less than .02. Use HA.',
      ['winner', ['har'], ['ha', 'bm25'], using('ha', slower('har', 100, 0.01, false))],
    ],
    ['A and B tie for best. Use A.', ['tie', ['a', 'b'], ['c']]],
    ['A and B tie for best. Use A.', ['tie', ['a', 'b'], []]],
    ['All three systems tie for best. Use A.', ['tie', ['a', 'b', 'c'], []]],
    ['Four hybrids tie for best. Use HA.', ['tie', ['ha', 'hb', 'hc', 'hd'], ['bm25', 'e']]],
    ['All three hybrids tie for best. Use HA.', ['tie', ['ha', 'hb', 'hc'], []]],
    ['Three of five systems tie for best. Use A.', ['tie', ['a', 'hb', 'c'], ['bm25', 'e']]],
    ['13 of 14 systems tie for best. Use S0.', ['tie', Array.from({ length: 13 }, (_, i) => `s${i}`), ['x']]],
    ['A and B are equally good within .02. Use A.', ['equivalent', ['a', 'b'], ['bm25']]],
    [
      'Three hybrids are equally good within .015. Use HA.',
      ['equivalent', ['ha', 'hb', 'hc'], ['d'], { margin: 0.015 }],
    ],
    ['All three systems score the same on every question. Use A.', ['identical', ['a', 'b', 'c'], []]],
    ['A and B score the same on every question. Use A.', ['identical', ['a', 'b'], []]],
  ])('is “%s” of %j', (text, given) => expect(title(verdictOfCase(...given))).toBe(text));

  it('says why there is no comparison', () => {
    const basis = { measure: 'MAP', better: 'higher', margin: 0.02, questions: 3, baseline: null } as const;
    const single = { ...basis, kind: 'single', system: 'a', mean: 0.5, latency: 1 } as const;
    expect(title(single)).toBe('Only A was run.');
    expect(lead(single)).toBe('Its MAP is .500. Run a second system to compare it with.');
    const none = (reason: 'systems' | 'questions' | 'shared' | 'direction') =>
      title({ ...basis, kind: 'none', reason });
    expect(none('systems')).toBe('No system was run.');
    expect(none('questions')).toBe('Too few questions for a verdict.');
    expect(none('shared')).toBe('The systems cannot be compared.');
    expect(none('direction')).toBe('No verdict by MAP.');
  });
});

describe('the sentences of a verdict', () => {
  it('are about the baseline, by the test', () => {
    const of = (rest: object) => lead(verdictOfCase('winner', ['a'], ['b', 'bm25'], rest));
    const best = 'It is significantly better than every other system.';
    expect(of({})).toBe(`It beats BM25 by .082 nDCG@10. ${best}`);
    expect(of({ gain: test(0.01, { finding: 'open' }) })).toBe(`Its difference from BM25 is not significant. ${best}`);
    expect(of({ baseline: null, gain: null })).toBe(best);
    expect(of({ gain: test(-0.01) })).toBe(`It is worse than BM25 by .010 nDCG@10. ${best}`);
    expect(lead(verdictOfCase('equivalent', ['a', 'b'], [], { gain: test(-0.01) }))).toContain(
      'It is worse than BM25 by .010 nDCG@10, less than the .02 that matters.',
    );
  });

  it('do not repeat themselves of two systems', () => {
    expect(lead(verdictOfCase('winner', ['a'], ['bm25']))).toBe('It beats BM25 by .082 nDCG@10.');
  });

  it('know the baseline as the one to use', () => {
    expect(lead(verdictOfCase('tie', ['bm25', 'a'], [], { gain: null }))).toBe(
      'It is the baseline: no other system is shown to be better by more than .02. No test separates it from A: another could be ahead by up to .039.',
    );
    expect(lead(verdictOfCase('winner', ['bm25'], ['a', 'b'], { gain: null }))).toBe(
      'It is significantly better than every other system.',
    );
  });

  it('say of a tie what is not known', () => {
    expect(lead(verdictOfCase('tie', ['ha', 'hb', 'hc', 'hd'], ['bm25']))).toBe(
      'It beats BM25 by .082 nDCG@10. No test separates the four: another could be ahead by up to .039.',
    );
    const within = verdictOfCase('tie', ['a', 'b'], ['bm25']);
    const systems = within.systems.map((each, i) => ({ ...each, withinMargin: i === 0 }));
    expect(lead({ ...within, systems })).toContain(
      'No test separates it from B, and it is shown to be within .02 of the best.',
    );
    expect(lead(verdictOfCase('equivalent', ['a', 'b'], ['bm25']))).toContain(
      'All that may be best are shown to be within .02 of the best.',
    );
    expect(lead(verdictOfCase('identical', ['a', 'bm25'], []))).toBe('Nothing in these questions tells them apart.');
  });

  it('say what slower systems cost and bring', () => {
    const of = (...all: SlowerSystem[]) =>
      lead(verdictOfCase('tie', ['ha', 'har', 'hbr'], ['bm25'], using('ha', ...all)));
    expect(of(slower('har', 302, -0.009), slower('hbr', 255, -0.01))).toContain(
      'Reranking takes over 200 times as long, 663 ms or more per question, and brings no significant gain.',
    );
    expect(of(slower('har', 100, 0.03))).toContain(
      'Reranking takes 100 times as long, 260 ms per question, and brings +.030, which is not significant.',
    );
    expect(of(slower('slow', 2.5, 0.01))).toContain(
      'SLOW takes over twice as long, 6.5 ms per question, and brings no significant gain.',
    );
    expect(of(slower('slow', 37, 0.03), slower('har', 41, 0))).toContain(
      'The two slower take over 30 times as long, 96 ms or more per question, and bring +.030, which is not significant.',
    );
    expect(of(slower('slow', Infinity, 0))).toContain('SLOW takes far longer');
  });

  it('say by how little a slower system is better', () => {
    const of = (...all: SlowerSystem[]) => lead(verdictOfCase('winner', ['har'], ['ha', 'bm25'], using('ha', ...all)));
    expect(of(slower('har', 100, 0.011, false))).toBe(
      'It beats BM25 by .082 nDCG@10. Reranking takes 100 times as long, 260 ms per question, and gains .011, less than the .02 that matters.',
    );
    expect(of(slower('har', 100, 0.011, false), slower('hbr', 100, 0.009, false))).toContain(
      'and gains .011 at most, less than',
    );
  });
});

describe('what is copied', () => {
  it('is the verdict with its figures, tests and cautions', () => {
    const verdict = verdictOfCase('tie', ['ha', 'hb'], ['bm25']);
    const judgments = { ...verdict.badges.judgments, state: 'amber', cause: 'unbounded' } as const;
    expect(verdictCopy({ ...verdict, badges: { ...verdict.badges, judgments } }, names)).toBe(
      [
        'HA and HB tie for best. Use HA.',
        'It beats BM25 by .082 nDCG@10. No test separates it from HB: another could be ahead by up to .039.',
        'nDCG@10 over BM25: +.082; 95 % interval +.052 to +.112; p = .0010, paired randomisation test, Holm-corrected for 5 comparisons.',
        'Median time per question: 2.6 ms.',
        '156 questions: enough to see .053.',
        'Systems differ on 101 of them.',
        'Caution: 12 % of its first ten unjudged: their effect on nDCG@10 is unknown.',
      ].join('\n'),
    );
  });

  it('has no gain and no time where there is none', () => {
    const verdict = verdictOfCase('tie', ['bm25', 'a'], [], { gain: null });
    const text = verdictCopy({ ...verdict, recommended: { ...verdict.recommended, latency: null } }, names);
    expect(text).not.toContain('over BM25');
    expect(text).not.toContain('Median');
    const none = {
      kind: 'none',
      reason: 'systems',
      measure: 'MAP',
      better: 'higher',
      margin: 0,
      questions: 0,
    } as const;
    expect(verdictCopy({ ...none, baseline: null }, names)).toBe('No system was run.');
  });
});
