import type { Check } from '../../domain/check/check';
import type { LossTest } from '../../domain/check/loss-tests';
import { markdownName, visibleJson, visibleText, xmlText } from '../../domain/report/visible-text';
import { checkNotes, checkTitle, countsText, lossText } from '../shared/messages/check';
import { difference, intervalWords, measure as value, MISSING, pValue } from '../shared/format';

/** A check for people, continuous integration and programs. Ids are untrusted; no questions or passages. */
export interface CheckFiles {
  readonly markdown: string;
  readonly junit: string;
  readonly json: string;
}

export const checkFiles = (check: Check): CheckFiles => ({
  markdown: checkMarkdown(check),
  junit: checkJunit(check),
  json: checkJson(check),
});

function checkMarkdown(check: Check): string {
  const header = ['', 'System', 'Measure', 'Before', 'Now', 'Change', '95 % interval', 'p'];
  const rows = check.tests.map((test) => [
    outcomeOf(test),
    markdownName(test.system),
    code(test.measure),
    value(test.meanBefore),
    value(test.meanNow),
    difference(test.difference),
    test.interval ? intervalWords(test.interval) : MISSING,
    pValue(test.decisive),
  ]);
  const rule = header.map((_, column) => (column < 3 ? '---' : '---:'));
  const parts = [
    `## ${check.failed ? '❌' : '✅'} ${checkTitle(check)}`,
    [header, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n'),
    ...check.tests.filter(({ mostLost }) => mostLost.length > 0).map((test) => lostMost(check, test)),
    [...apartNotes(check), ...checkNotes(check)].map((note) => `- ${note}`).join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** A canonical text: nothing in it has a meaning. */
const code = (measure: string): string => `<code>${measure}</code>`;

const outcomeOf = ({ failed, identical }: LossTest): string => (failed ? 'failed' : identical ? 'identical' : 'passed');

/** Questions that lost most; those of a comparison that passed are folded. */
function lostMost({ queries }: Check, test: LossTest): string {
  const lines = test.mostLost.map(
    ({ question, change }) => `| ${markdownName(queries[question]!)} | ${difference(change)} |`,
  );
  const title = `Questions that lost most: ${markdownName(test.system)}, ${code(test.measure)} (${countsText(test)})`;
  const table = ['| Question | Change |', '| --- | ---: |', ...lines].join('\n');
  return test.failed ? `### ${title}\n\n${table}` : `<details><summary>${title}</summary>\n\n${table}\n\n</details>`;
}

function apartNotes({ added, removed }: Check): string[] {
  const names = (ids: readonly string[]): string => ids.map((id) => markdownName(id)).join(', ');
  return [
    ...(added.length > 0 ? [`Not checked, since the baseline does not have them: ${names(added)}.`] : []),
    ...(removed.length > 0 ? [`Not checked, since this run does not have them: ${names(removed)}.`] : []),
  ];
}

/** The form that Jenkins, GitLab, GitHub and others read: a case for each system and measure. */
function checkJunit(check: Check): string {
  const failures = check.tests.filter(({ failed }) => failed).length;
  const cases = check.tests.map((test) => {
    const attributes = `name="${xmlText(test.system)}" classname="hitrate.${xmlText(test.measure)}" time="0"`;
    const text = xmlText(lossText(test, check.margin));
    if (!test.failed) return `    <testcase ${attributes}>\n      <system-out>${text}</system-out>\n    </testcase>`;
    const lost = test.mostLost.map(
      ({ question, change }) => `\n${xmlText(check.queries[question]!)} ${difference(change)}`,
    );
    const failure = `<failure message="${text}" type="loss">Questions that lost most:${lost.join('')}</failure>`;
    return `    <testcase ${attributes}>\n      ${failure}\n    </testcase>`;
  });
  const counts = `tests="${check.tests.length}" failures="${failures}" errors="0"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="hitrate" ${counts}>`,
    `  <testsuite name="hitrate" ${counts}>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

/** All of it with all digits; ids are whole. */
function checkJson({ queries, tests, ...rest }: Check): string {
  const found = tests.map(({ mostLost, ...test }) => ({
    ...test,
    mostLost: mostLost.map(({ question, change }) => ({ question: queries[question]!, change })),
  }));
  return `${visibleJson({ schema: 1, ...rest, tests: found }, 2)}\n`;
}

export const checkLine = (check: Check): string =>
  [
    checkTitle(check),
    ...check.tests
      .filter(({ failed }) => failed)
      .map((test) => `${visibleText(test.system)}, ${test.measure}: ${lossText(test, check.margin)}`),
  ].join('\n');
