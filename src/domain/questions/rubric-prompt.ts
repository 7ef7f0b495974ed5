import { filled, withoutThinking } from './model-prompt';

/**
 * Grades 0 to 3 with one line each. After Thomas, Spielman, Craswell and Mitra, “Large language models can accurately
 * predict searcher preferences”, SIGIR 2024, and UMBRELA (Upadhyay et al., 2024), which asks for the steps in between;
 * small models lose themselves in these, so that only the grade is asked for.
 */
export const DEFAULT_RUBRIC = `Judge how well a passage answers a question.

<question>
{question}
</question>

<passage>
{passage}
</passage>

Grades:
3 = the passage is about the question and contains its exact answer
2 = the passage has some of the answer, or it is unclear or hidden among other things
1 = the passage is about the same subject but does not answer
0 = the passage has nothing to do with the question

Consider what the person who asks wants to know, and only what the passage says. Reply with one line and nothing else:
Grade: <0, 1, 2 or 3>`;

/** Grades above are no grades: a year or a percentage in a reply. */
const MAX_GRADE = 9;

export type RubricProblem = 'question' | 'passage';

/** The place that a rubric lacks; null where it has both. */
export function rubricProblem(template: string): RubricProblem | null {
  if (!template.includes('{question}')) return 'question';
  return template.includes('{passage}') ? null : 'passage';
}

export const rubricFor = (template: string, { question, passage }: { question: string; passage: string }): string =>
  filled(template, { question, passage: passage.trim() });

const NUMBER = String.raw`(-?\d+(?:\.\d+)?)(?!\d)`;
const LABELLED = new RegExp(
  String.raw`(?:grade|score|rating|relevance|评分|得分|等级|分数|評価|スコア|グレード|等級)["'*_\s]*(?:is|[:：=は为])?["'*_\s]*${NUMBER}`,
  'giu',
);
const ALONE = new RegExp(String.raw`^[^\p{L}\d-]*${NUMBER}(?:\s*/\s*\d)?[^\p{L}\d]*$`, 'u');

/**
 * The grade of a reply: the last number after “grade”, “score” and the like (also in JSON), or a number that stands
 * alone, as `2` and `2/3`. What the model thought aloud before is not read.
 *
 * @returns null where there is none, or one that is not whole or not on a scale up to 9
 */
export function gradeInReply(reply: string): number | null {
  const said = withoutThinking(reply);
  const text = [...said.matchAll(LABELLED)].at(-1)?.[1] ?? ALONE.exec(said)?.[1];
  const grade = Number(text);
  return text !== undefined && Number.isInteger(grade) && grade >= 0 && grade <= MAX_GRADE ? grade : null;
}
