import type { GeneratedQuestions, GenerateProgress } from '../../contract/workers';
import type { Candidate, CheckedCandidate } from '../../domain/questions/candidate';
import type { GenerateOptions } from '../../domain/questions/generate/generate';
import type { Ports } from '../kernel/ports';

/** Makes questions from the documents of a collection and checks them, without keeping them. */
export async function generateQuestionsOf(
  { storage, questions }: Ports,
  id: string,
  options: GenerateOptions,
  { signal, progress }: { signal: AbortSignal; progress: (step: GenerateProgress) => void },
): Promise<GeneratedQuestions> {
  const docs = await storage.collections.docs(id);
  try {
    return await questions.with(signal).generateQuestions({ docs, options }, progress);
  } finally {
    questions.release();
  }
}

/** Checks questions that were made elsewhere against the documents of a collection. */
export async function checkQuestionsOf(
  { storage, questions }: Ports,
  id: string,
  candidates: readonly Candidate[],
  signal: AbortSignal,
): Promise<readonly CheckedCandidate[]> {
  const docs = await storage.collections.docs(id);
  try {
    return await questions.with(signal).checkQuestions({ docs, candidates });
  } finally {
    questions.release();
  }
}
