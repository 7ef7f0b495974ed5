import type { Problem } from '../../../base/problem';
import type { BaselineProblemData } from '../../../domain/check/baseline';
import type { Check, CheckProblemData } from '../../../domain/check/check';
import type { LossTest } from '../../../domain/check/loss-tests';
import { visibleText } from '../../../domain/report/visible-text';
import { counted, difference, intervalWords, list, measure as value, pValue } from '../format';
import { type Catalogue, say } from './say';
import { messageOf } from './message-of';

type CheckData = BaselineProblemData & CheckProblemData;

const named = (names: readonly string[]): string =>
  list(
    names.map((name) => `“${visibleText(name, 60)}”`),
    5,
  );

const AGAIN = 'Run the evaluation without --against, and keep its results.json as the new baseline.';

const messages: Catalogue<CheckData> = {
  'baseline-no-json': ({ reason }) => `The baseline is no JSON: ${visibleText(reason)}`,
  'baseline-version': ({ problem }) => `The baseline cannot be read: ${visibleText(problem)}.`,
  'baseline-field': (problem) =>
    `The baseline is no results.json: ${visibleText(problem.path || 'the file')}: ${visibleText('message' in problem ? problem.message : messageOf(problem))}.`,
  'baseline-value': ({ path }) => `The baseline is no results.json: ${visibleText(path)} is no value of a question.`,
  'baseline-empty': () => 'The baseline has no values of questions.',
  'check-measure-not-paired': ({ measure }) =>
    `${measure} cannot be checked: it is no mean over questions, or neither a higher nor a lower value of it is better.`,
  'check-measure-not-run': ({ measure }) => `This run has no ${measure}. Add it to the measures of the experiment.`,
  'baseline-lacks-measure': ({ measure, systems }) => `The baseline has no ${measure} of ${named(systems)}. ${AGAIN}`,
  'baseline-other-systems': ({ before, now }) =>
    `The baseline and this run have no system in common: ${named(before)} there, ${named(now)} here.`,
  'baseline-other-questions': ({ removed, added, named: ids }) =>
    `The questions are not those of the baseline: ${removed} only there and ${added} only here, such as ${named(ids)}. ${AGAIN}`,
  'baseline-other-texts': () => `Questions were reworded since the baseline. ${AGAIN}`,
  'baseline-other-judgments': () => `The judgments are not those of the baseline. ${AGAIN}`,
  'baseline-no-values': ({ system, measure }) =>
    `No question has a value of ${measure} of ${named([system])} in both runs.`,
};

export const checkProblemText = (problem: Problem<CheckData>): string => say<CheckData>(messages, problem);

export function checkTitle({ failed, tests, margin }: Check): string {
  const lost = tests.filter((test) => test.failed).length;
  const systems = counted(lost, 'comparison');
  if (margin === null) return failed ? `Quality was lost: ${systems} of ${tests.length}.` : 'No loss was found.';
  const bound = value(margin, 3);
  return failed
    ? `A loss of ${bound} or more cannot be ruled out: ${systems} of ${tests.length}.`
    : `No loss of ${bound} or more.`;
}

export function checkNotes(check: Check): string[] {
  const { margin, tests, documentsChanged, unverified } = check;
  const undetected = tests.flatMap(({ detectable }) => detectable ?? []);
  const largest = Math.max(...undetected);
  return [
    margin === null
      ? `A comparison fails where a paired one-sided randomisation test shows a loss: p < .05, corrected for ${counted(tests.length, 'comparison')} (max-T).`
      : `A comparison passes where a paired one-sided randomisation test rules a loss of ${value(margin, 3)} or more out: p < .05, and every comparison has to pass.`,
    ...(margin === null && undetected.length > 0
      ? [
          `With these questions a loss of ${value(largest, 3)} is found in four of five cases, a smaller one less often.`,
        ]
      : []),
    ...(documentsChanged ? ['The documents are not those of the baseline.'] : []),
    ...(unverified
      ? ['The baseline does not say which questions and judgments it was made with: they are taken to be the same.']
      : []),
  ];
}

export function lossText(test: LossTest, margin: number | null): string {
  const { meanBefore, meanNow, difference: change, interval, decisive, questions } = test;
  const between = interval ? ` (95 % interval ${intervalWords(interval)})` : '';
  const p = `p ${pValue(decisive).startsWith('<') ? '' : '= '}${pValue(decisive)}`;
  const tested = margin === null ? p : `${p} for a loss of ${value(margin, 3)} or more`;
  return `${value(meanBefore, 4)} before, ${value(meanNow, 4)} now: ${difference(change, 4)}${between}; ${tested}; ${counted(questions, 'question')}.`;
}

/** `12 better, 3 worse, 185 the same`. */
export const countsText = ({ wins, losses, ties }: LossTest): string =>
  `${wins} better, ${losses} worse, ${ties} the same`;
