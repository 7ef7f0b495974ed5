import type { ImportProgress, ReadResults, SourceFile } from '../../contract/workers';
import type { Ports } from '../kernel/ports';
import type { Following } from '../kernel/run-types';
import { withQuestions } from './stored-questions';

export async function readEngineResults(
  ports: Ports,
  id: string,
  files: readonly SourceFile[],
  { signal, progress }: Following<ImportProgress>,
): Promise<ReadResults> {
  const { queries, judgments } = await ports.storage.questions.get(id);
  const judged = [...new Set(judgments.map(({ doc }) => doc))];
  return withQuestions(ports, id, signal, (worker, docs) =>
    worker.readResults({ files, queries, docs, judged }, progress),
  );
}
