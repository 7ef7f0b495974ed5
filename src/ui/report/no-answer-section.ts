import { interval, measure, MISSING, share } from '../shared/format';
import { type Markup, markup } from './markup';
import type { ReportParts } from './report-parts';

/** How well each system tells questions without an answer; null where none is marked so. */
export function noAnswerSection({ result, names }: ReportParts): Markup | null {
  const { noAnswer } = result;
  if (!noAnswer) return null;
  const { answerable, unanswerable, systems } = noAnswer;
  const rows = systems.map(({ system, area, heldOut }) => {
    const cells = [
      heldOut ? `${measure(heldOut.balanced, 3)} ${interval(heldOut.ci95)}` : MISSING,
      heldOut ? share(heldOut.falseAnswers) : MISSING,
      heldOut ? share(heldOut.falseRefusals) : MISSING,
      area.auc === null ? MISSING : `${measure(area.auc, 3)}${area.ci95 ? ` ${interval(area.ci95)}` : ''}`,
    ];
    return markup`<tr><th scope="row">${names.name(system)}</th>${cells.map((cell) => markup`<td class="number">${cell}</td>`)}</tr>\n`;
  });
  const head = ['System', 'Balanced accuracy', 'False answers', 'False refusals', 'AUC'];
  return markup`<h2>Questions without an answer</h2>
<p>${unanswerable} questions that nothing answers, beside ${answerable} with an answer. A question is refused where its first score is below a threshold, which is chosen on the other questions. Balanced accuracy and AUC are .5 for a system that always answers and for one that never does.</p>
<div class="scrolls"><table>
<thead><tr>${head.map((name) => markup`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>
${rows}</tbody>
</table></div>
`;
}
