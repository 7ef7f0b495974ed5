import type { SampledQuestions, VerdictInput } from './types';
import { anytimeInference } from './anytime';
import type { ComparedSystems } from './compared';
import type { Inference } from './inference';
import { pairedTests } from './paired-test';
import { differenceRange } from './sampled';
import { standingsOf } from './standings';

/** Of questions that are all judged, and looked at once. */
const onceInference = (compared: ComparedSystems, input: Pick<VerdictInput, 'seed' | 'resamples'>): Inference => ({
  standings: (margin) => standingsOf(compared, margin, input),
  tests: (pairs) => pairedTests(compared.sampling, pairs),
});

/** @returns why nothing can be concluded where judging is not done */
export function inferenceOf(
  input: VerdictInput,
  compared: ComparedSystems,
): Inference | 'passages' | 'informative' | 'unbounded' {
  const { judging } = input;
  if (!judging) return onceInference(compared, input);
  if (judging.queue !== 'questions' && !judging.sample) return judging.queue;
  const range = differenceRange(input);
  if (!range) return 'unbounded';
  return anytimeInference(compared, orderWithin(judging, compared), range);
}

/** Positions of the compared questions in the rows, in the order in which they are judged. */
function orderWithin({ order }: SampledQuestions, { questions }: ComparedSystems): number[] {
  const at = new Map(questions.map((q, i) => [q, i]));
  return order.flatMap((q) => at.get(q) ?? []);
}
