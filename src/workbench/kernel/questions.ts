import type { Questions } from '../../contract/storage';
import { countedQuestions } from '../../domain/evidence/counted';
import type { Ports } from './ports';
import { judgmentLine, questionLine, requirementLine } from '../../domain/scoring/questions-key';
import { byUnits, linesHash, pacedMap, pacedSort, pacer } from './pace';

export async function countedNow({ storage }: Pick<Ports, 'storage'>, collection: string, questions: Questions) {
  const plan = await storage.judgingPlan.get(collection);
  return countedQuestions(questions, plan, plan ? await storage.questions.acts(collection) : []);
}

export async function questionsKey({ queries, judgments, requirements = [] }: Questions): Promise<string> {
  const pace = pacer();
  const lines = [
    ...(await pacedMap(queries, questionLine, pace)),
    ...(await pacedMap(judgments, judgmentLine, pace)),
    ...(await pacedMap(requirements, requirementLine, pace)),
  ];
  return linesHash(await pacedSort(lines, byUnits, pace), pace);
}
