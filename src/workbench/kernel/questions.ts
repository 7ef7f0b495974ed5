import type { Questions } from '../../contract/storage';
import { countedQuestions } from '../../domain/evidence/counted';
import type { Ports } from './ports';
import type { Judgment, Need } from '../../base/types';
import { byUnits, linesHash, pacedMap, pacedSort, pacer } from './pace';

export async function countedNow({ storage }: Pick<Ports, 'storage'>, collection: string, questions: Questions) {
  const plan = await storage.judgingPlan.get(collection);
  return countedQuestions(questions, plan, plan ? await storage.questions.acts(collection) : []);
}

export async function questionsKey({ queries, judgments, requirements = [] }: Questions): Promise<string> {
  const pace = pacer();
  const lines = [
    ...(await pacedMap(
      queries,
      ({ id, text, unanswerable, excluded }) =>
        JSON.stringify([id, text, ...(unanswerable ? [0] : []), ...(excluded ? [excluded] : [])]),
      pace,
    )),
    ...(await pacedMap(judgments, judgmentLine, pace)),
    ...(await pacedMap(requirements, ({ query, needs }) => JSON.stringify([query, needs.map(needLine)]), pace)),
  ];
  return linesHash(await pacedSort(lines, byUnits, pace), pace);
}

const judgmentLine = ({ query, doc, grade, span }: Judgment): string =>
  JSON.stringify([query, doc, grade, ...(span ? [span.start, span.end] : [])]);

const needLine = ({ docs, places }: Need): unknown =>
  places ? [docs, places.map(({ doc, start, end }) => [doc, start, end])] : docs;
