import { describe, expect, it } from 'vitest';
import { queryId } from '../../../../src/base/types';
import type { Check } from '../../../../src/domain/check/check';
import { lossTests } from '../../../../src/domain/check/loss-tests';
import { checkFiles, checkLine } from '../../../../src/ui/command-line/check-files';

function check(system: string, questions: readonly string[], margin: number | null = null): Check {
  const before = Float64Array.from(questions, (_, i) => 0.5 + i / 100);
  const now = before.map((value, i) => (i === 0 ? value + 0.1 : value - 0.25));
  const tests = lossTests({
    rows: [
      { system, measure: 'nDCG@10', before, now },
      { system: 'same', measure: 'nDCG@10', before, now: before },
    ],
    margin,
    seed: 42,
    resamples: 500,
  });
  return {
    measures: ['nDCG@10'],
    queries: questions.map(queryId),
    added: [],
    removed: [],
    documentsChanged: false,
    unverified: false,
    margin,
    tests,
    failed: tests.some(({ failed }) => failed),
  };
}

const ids = Array.from({ length: 8 }, (_, i) => `q${i}`);

describe('what a check writes', () => {
  it('is a summary in Markdown with the questions that lost most', () => {
    const { markdown } = checkFiles({ ...check('bm25', ids), added: ['new'], documentsChanged: true });
    expect(markdown).toContain('## ❌ Quality was lost: 1 comparison of 2.');
    expect(markdown).toContain(
      '| failed | <code>bm25</code> | <code>nDCG@10</code> | .5350 | .3288 | −.2063 | −.250 to −.075 | .008 |',
    );
    expect(markdown).toContain('| identical | <code>same</code> |');
    expect(markdown).toContain('| <code>q1</code> | −.2500 |');
    expect(markdown).toContain('corrected for 2 comparisons (max-T)');
    expect(markdown).toContain('Not checked, since the baseline does not have them: <code>new</code>.');
    expect(markdown).toContain('The documents are not those of the baseline.');
    const accepted = checkFiles(check('bm25', ids, 0.5)).markdown;
    expect(accepted).toContain('## ✅ No loss of .500 or more.');
    expect(accepted).toContain('<details>');
  });

  it('is JUnit XML with a case for each comparison', () => {
    const { junit } = checkFiles(check('bm25', ids));
    expect(junit).toContain('<testsuite name="hitrate" tests="2" failures="1" errors="0">');
    expect(junit.match(/<testcase /g)).toHaveLength(2);
    expect(junit).toContain('<testcase name="bm25" classname="hitrate.nDCG@10" time="0">');
    expect(junit).toMatch(/<failure message="\.5350 before, \.3288 now: −\.2063 .*" type="loss">/);
  });

  it('is JSON with all digits', () => {
    const made = check('bm25', ids);
    const json = JSON.parse(checkFiles(made).json) as { tests: { difference: number; mostLost: unknown[] }[] };
    expect(json).toMatchObject({ schema: 1, failed: true, margin: null, measures: ['nDCG@10'] });
    expect(json.tests[0]!.difference).toBe(made.tests[0]!.difference);
    expect(json.tests[0]!.mostLost[0]).toEqual({ question: 'q1', change: expect.closeTo(-0.25, 12) as number });
  });

  it('shows names from elsewhere as text, however they are made', () => {
    const hostile = [
      '</failure></testcase><script>alert(1)</script>',
      ']]><!-- " \' &amp; &#0;',
      'a|b\\|c `x` [y](javascript:z)\n\n# head',
      '\u0000\u001b[31m\u202e\u2066\ud800\uffff',
      '=cmd|calc',
      'x'.repeat(1_000_000),
      '__proto__',
      'constructor',
    ];
    const { markdown, junit, json } = checkFiles(check(hostile[0]!, hostile));
    // No character that hides others, but for line breaks of our own.
    for (const text of [markdown, junit]) expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
    expect(json).not.toMatch(/\p{Cf}/u);
    expect(markdown.length + junit.length).toBeLessThan(10_000);
    expect(markdown.split('\n').filter((line) => line.startsWith('#'))).toHaveLength(2);
    expect(markdown).not.toContain('<script');
    const elements = [...junit.matchAll(/<\/?([a-z-]+)/g)].map(([, name]) => name!);
    expect(new Set(elements)).toEqual(new Set(['testsuites', 'testsuite', 'testcase', 'failure', 'system-out']));
    const { tests } = JSON.parse(json) as { tests: { system: string; mostLost: { question: string }[] }[] };
    expect(tests[0]!.system).toBe(hostile[0]);
    expect(tests[0]!.mostLost.map(({ question }) => question)).toEqual(hostile.slice(1));
    expect(checkLine(check('a\u001b[31m', ids))).toContain('a⟨U+001B⟩[31m, nDCG@10: ');
  });
});
