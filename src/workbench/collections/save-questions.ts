import { HitrateError } from '../../contract/errors';
import type { CollectionRecord, Questions } from '../../contract/storage';
import { type Ports, requireCollection } from '../kernel/ports';
import { withActs } from './judging';
import { questionProblems } from './question-problems';
import { countsOf } from './records';

/**
 * @param base revision that the questions were read at
 * @param before what was edited: a merged grade that was changed is one more act of judging; null where that is not known
 */
export async function saveQuestions(
  ports: Ports,
  id: string,
  edited: Questions,
  base: number,
  before: Questions | null = null,
): Promise<CollectionRecord> {
  await requireCollection(ports, id);
  const docs = await ports.storage.collections.docs(id);
  const acts = await editsOf(ports, id, edited, before);
  const questions = await withActs(ports, id, edited, () => Promise.resolve(docs), acts);
  const problems = questionProblems(
    questions,
    docs.length > 0 ? new Map(docs.map(({ id, text }) => [id, text])) : null,
  );
  if (problems.length > 0) throw new HitrateError('questions-invalid', { problems });
  return ports.storage.questions.save(id, base, questions, countsOf({ docs, ...questions }), { acts });
}

async function editsOf({ storage }: Ports, id: string, edited: Questions, before: Questions | null) {
  const judges = before && (await storage.judges.get(id));
  if (!judges) return [];
  const { editsOfMerged } = await import('../../domain/judging/merge/merge');
  const { judgments: kept } = await storage.questions.get(id);
  return editsOfMerged(edited.judgments, { base: before.judgments, kept }, judges, Date.now());
}
