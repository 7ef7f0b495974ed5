import type { ResultRecord } from '../../contract/result';
import type { Questions } from '../../contract/storage';
import { scoredByKey } from '../../domain/run/kept-keys';
import type { Ports } from '../kernel/ports';

type OfQuestions = Pick<ResultRecord, 'collection' | 'questionsKey'>;

export async function keepQuestions(
  { storage }: Ports,
  { collection, questionsKey }: OfQuestions,
  { queries, judgments, requirements }: Questions,
): Promise<void> {
  const key = scoredByKey(questionsKey);
  if (await storage.artifacts.has(collection, key)) return;
  const kept: Questions = { queries, judgments, ...(requirements ? { requirements } : {}) };
  await storage.artifacts.put(collection, key, kept);
}

/** @returns null of a result that an earlier version made, or that came with the app */
export async function questionsOfResult(
  { storage }: Ports,
  { collection, questionsKey }: OfQuestions,
): Promise<Questions | null> {
  return (await storage.artifacts.get(collection, scoredByKey(questionsKey))) as Questions | null;
}
