import type { CollectionRecord } from '../../contract/storage';
import { editedJudges, type JudgesEdit, NO_JUDGES } from '../../domain/judging/judges';
import { changeJudges } from '../../domain/judging/merge';
import type { Ports } from '../kernel/ports';
import { countsOf } from '../../contract/storage';
import { mergeContext, settledQuestions, retrying } from './stored-questions';

/** Changes judges or merging, and the judgments with them: both or neither. */
export const changeJudgesOf = (ports: Ports, id: string, edit: JudgesEdit): Promise<CollectionRecord> =>
  retrying(async () => {
    const { questions, after } = await settledQuestions(ports, id);
    const { storage } = ports;
    const [former, acts, docs] = await Promise.all([
      storage.judges.get(id),
      storage.questions.acts(id),
      storage.collections.docs(id),
    ]);
    const next = editedJudges(former ?? NO_JUDGES, edit);
    const changed = changeJudges(questions, { former: former ?? NO_JUDGES, next }, acts, await mergeContext(docs));
    const { judgments, judgedQueries } = countsOf({ docs: [], ...changed.questions });
    const beside = { judges: changed.judges };
    return storage.questions.save(id, after, changed.questions, { judgments, judgedQueries }, beside);
  });
