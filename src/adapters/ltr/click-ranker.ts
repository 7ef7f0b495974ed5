import { HitrateError } from '../../contract/errors';
import type { ClickedCandidates, ClickRanker, LearningStep } from '../../contract/workers';
import { clickedRows } from '../../domain/click-logs/clicked-rows';
import { countPairs, tooFewPairs } from '../../domain/click-logs/enough-pairs';
import { finish } from '../../domain/ltr/training';
import { CLICK_OPTIONS, trainOnClicks } from '../../domain/ltr/unbiased-lambda-mart';
import { describeQuestions, joinQuestions, type TermSource } from './question-features';

/** Learns a ranker of the candidates of queries from what was clicked. @throws {HitrateError} `few-clicked-pairs` */
export function clickRanker(
  { candidates, features, pairs }: ClickedCandidates,
  terms: TermSource | null,
  progress: (step: LearningStep) => void,
): ClickRanker {
  const all = joinQuestions(describeQuestions(candidates, features, terms).map(({ matrix }) => matrix));
  const rowsOf = candidates.questions.map((_, q) => {
    const [from, to] = [all.offsets[q]!, all.offsets[q + 1]!];
    return new Map(all.docs.slice(from, to).map((doc, i) => [doc, from + i]));
  });
  const rowOf = (query: number, doc: number): number | undefined => rowsOf[query]!.get(candidates.docs[doc]!);
  const found = clickedRows(all, pairs, rowOf);
  const counts = countPairs(found.counted, () => true);
  const few = tooFewPairs(counts);
  if (few) throw new HitrateError('few-clicked-pairs', few);
  const { model, bias } = finish(trainOnClicks(found.matrix, found.pairs, CLICK_OPTIONS), (step) =>
    progress({ model: 1, models: 1, scored: 0, ...step }),
  );
  return { ...counts, model, bias };
}
