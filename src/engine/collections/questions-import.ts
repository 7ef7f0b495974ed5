import type { ImportProgress, ReadQuestions, SourceFile } from '../../contract/workers';
import type { Ports } from '../kernel/ports';

/** Reads files of questions for a collection, without keeping them. */
export async function readQuestionFiles(
  { storage, questions }: Ports,
  id: string,
  files: readonly SourceFile[],
  { signal, progress }: { signal: AbortSignal; progress: (step: ImportProgress) => void },
): Promise<ReadQuestions> {
  const docs = await storage.collections.docs(id);
  try {
    return await questions.with(signal).readQuestions({ files, docs }, progress);
  } finally {
    questions.release();
  }
}
