import { countsOf, type Questions } from '../../contract/storage';
import type { Doc } from '../../base/types';
import { HitrateError } from '../../contract/errors';
import { isBlank } from '../../domain/chunk/spans';
import type { JudgingAct } from '../../domain/judging/acts';
import type { MergeContext } from '../../domain/judging/merge';
import type { JudgedPlace } from '../../domain/judging/places';
import { type Ports, requireCollection, withWorker } from '../kernel/ports';
import type { QuestionsApi } from '../../contract/workers';

const ATTEMPTS = 5;

/** Repeats a task where another tab has changed what it read. */
export async function retrying<T>(task: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await task();
    } catch (error) {
      const isLate = error instanceof HitrateError && error.code === 'changed-elsewhere';
      if (!isLate || attempt === ATTEMPTS) throw error;
    }
  }
}

/** Milliseconds since 1970, after all that is stored: the clock may not have moved since. */
export const momentAfter = (kept: readonly { readonly addedAt: number }[]): number =>
  kept.reduce((latest, { addedAt }) => Math.max(latest, addedAt + 1), Date.now());

/** Folds in acts that a crash left; gives revisions before and after. @throws {HitrateError} `changed-elsewhere` */
export const settledQuestions = (ports: Ports, id: string) =>
  retrying(async () => {
    // The record first: had another tab saved between the two reads, the revision would be too old, and refused.
    const { revision: before } = await requireCollection(ports, id);
    const questions = await ports.storage.questions.get(id);
    const folded = await withActs(ports, id, questions, () => ports.storage.collections.docs(id));
    if (folded === questions) return { questions, before, after: before };
    // Documents stay as they are: they need not be read to be counted again.
    const { judgments, judgedQueries } = countsOf({ docs: [], ...folded });
    const { revision } = await ports.storage.questions.save(id, before, folded, { judgments, judgedQueries });
    return { questions: folded, before, after: revision };
  });

/** Folds in newer acts, merges judges again. Same questions if there is nothing new. @param edits not in the log yet */
export async function withActs(
  { storage }: Ports,
  id: string,
  questions: Questions,
  readDocs: () => Promise<readonly Doc[]>,
  edits: readonly JudgingAct[] = [],
): Promise<Questions> {
  const acts = await storage.questions.acts(id);
  const from = questions.judgedActs ?? 0;
  if (acts.length <= from && edits.length === 0) return questions;
  const [docs, judges, { foldActs }] = await Promise.all([
    readDocs(),
    storage.judges.get(id),
    import('../../domain/judging/acts'),
  ]);
  const context = await mergeContext(docs);
  const folded = { ...foldActs(questions, acts.slice(from), context), judgedActs: acts.length };
  if (!judges) return folded;
  const { mergeJudges } = await import('../../domain/judging/merge');
  return mergeJudges(folded, judges, [...acts, ...edits], context);
}

export async function mergeContext(all: readonly Doc[]): Promise<MergeContext> {
  const { Places } = await import('../../domain/judging/places');
  const docs = new Map(all.map((doc) => [doc.id, doc]));
  return { places: new Places(docs), isThere: (place) => docs.size === 0 || isIn(docs.get(place.doc), place) };
}

const isIn = (doc: Doc | undefined, { span }: JudgedPlace): boolean =>
  doc !== undefined && (span === null || (span.end <= doc.text.length && !isBlank(doc.text, span)));

export async function withQuestions<T>(
  { storage, questions }: Ports,
  id: string,
  signal: AbortSignal,
  task: (worker: QuestionsApi, docs: readonly Doc[]) => Promise<T>,
): Promise<T> {
  const docs = await storage.collections.docs(id);
  return withWorker(questions, signal, (worker) => task(worker, docs));
}
