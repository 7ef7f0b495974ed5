import type { Questions } from '../../contract/storage';
import { countedQuestions, type CountedQuestions } from '../../domain/evidence/counted';
import type { Ports } from './ports';

/** The questions of a collection that count in a run, by how far judging by hand is. */
export async function countedNow(
  { storage }: Pick<Ports, 'storage'>,
  collection: string,
  questions: Questions,
): Promise<CountedQuestions> {
  const plan = await storage.judgingPlan.get(collection);
  return countedQuestions(questions, plan, plan ? await storage.questions.acts(collection) : []);
}
