import type { CheckedCandidate } from '../../src/domain/questions/candidate';
import { checkQuestions, failingChecks } from '../../src/domain/questions/checks';
import { DEFAULT_MIX, type GenerateOptions, generateQuestions } from '../../src/domain/questions/generate/generate';
import type { StudyCollection } from './collections';

/** `baseline`: headings alone. */
export type QuestionGenerator = 'mix' | 'baseline';

const LIMIT = 200;
const SEED = 42;

const OPTIONS: Readonly<Record<QuestionGenerator, GenerateOptions>> = {
  mix: { ...DEFAULT_MIX, limit: LIMIT, seed: SEED },
  baseline: { kinds: ['heading'], limit: LIMIT, seed: SEED },
};

/** What the page would add: questions that no check drops. */
export function madeQuestions(
  { docs }: Pick<StudyCollection, 'docs'>,
  generator: QuestionGenerator,
): CheckedCandidate[] {
  const { candidates } = generateQuestions(docs, OPTIONS[generator]);
  return checkQuestions(docs, candidates).filter((each) => failingChecks(each).length === 0);
}
