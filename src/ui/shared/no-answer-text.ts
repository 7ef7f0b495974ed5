import type { NoAnswerReport, SystemRefusals } from '../../domain/no-answer/no-answer';
import { counted, interval, measure, share } from './format';

/** How well a system tells questions without an answer from the others, in a sentence or two. */
export function noAnswerText({ answerable, unanswerable }: NoAnswerReport, refusals: SystemRefusals | null): string {
  const of = `${counted(unanswerable, 'question')} without an answer`;
  if (!refusals) return `It learns from the questions of this run, so that ${of} cannot be asked held out.`;
  const { heldOut, area } = refusals;
  const auc = area.auc === null ? '' : ` AUC ${measure(area.auc, 3)}${area.ci95 ? ` ${interval(area.ci95)}` : ''}.`;
  if (!heldOut) return `${of}: too few to choose a threshold on some and measure it on others.${auc}`;
  const { falseAnswers, falseRefusals, balanced, ci95 } = heldOut;
  return (
    `Says ‘no answer’ rightly for ${share(1 - falseAnswers)} of ${of}, and wrongly for ${share(falseRefusals)} of ` +
    `${answerable} with one, by a held-out threshold on the first score: balanced accuracy ${measure(balanced, 3)} ` +
    `${interval(ci95)}, where always and never answering have .5.${auc}`
  );
}
