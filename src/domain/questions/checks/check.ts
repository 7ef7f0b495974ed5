import type { Doc } from '../../../base/types';
import type { Candidate, CheckedCandidate } from '../candidate';
import { answeredElsewhere } from './answered-elsewhere';
import { Distractors } from './distractors';
import { wordChecks } from './rules';

export function checkQuestions(docs: readonly Doc[], candidates: readonly Candidate[]): CheckedCandidate[] {
  const texts = new Map(docs.map(({ id, text }) => [id, text]));
  const elsewhere = answeredElsewhere(docs, candidates);
  const distractors = new Distractors(docs);
  return candidates.map((candidate, i) => {
    const { doc, start, end } = candidate.place;
    const passage = texts.get(doc)?.slice(start, end) ?? '';
    const checks = {
      ...wordChecks(candidate, passage),
      elsewhere: elsewhere[i]!,
      distractors: distractors.of(candidate),
    };
    return { ...candidate, checks };
  });
}
