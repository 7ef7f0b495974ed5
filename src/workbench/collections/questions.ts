import type { QuestionsApi } from '../../contract/workers';
import type { Doc } from '../../base/types';
import { type Ports, withWorker } from '../kernel/ports';

/** Calls the worker of questions with the documents of a collection. */
export async function withQuestions<T>(
  { storage, questions }: Ports,
  id: string,
  signal: AbortSignal,
  task: (worker: QuestionsApi, docs: readonly Doc[]) => Promise<T>,
): Promise<T> {
  const docs = await storage.collections.docs(id);
  return withWorker(questions, signal, (worker) => task(worker, docs));
}
