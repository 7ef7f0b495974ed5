import { HitrateError } from '../../contract/errors';
import type { Run } from '../../base/types';
import type { ResultRecord } from '../../contract/result';
import { jsonRanking, trecRanking, UnwritableId } from '../../domain/report/trec';
import type { WorkbenchPart } from '../../workbench/workbench';
import { fileNames } from '../shared/files';
import { messageOf } from '../shared/messages/message-of';
import { trecNotes } from '../shared/messages/trec-notes';
import { RUNS_FOLDER } from './command';
import { stepOf, type OutputContext, writePieces } from './command-progress';

/** Writes the whole list of every system as a TREC run and as JSON Lines. @returns notes of what a format cannot hold */
export async function writeRuns(
  { inspect }: WorkbenchPart<{ inspect: 'rankings' }>,
  result: ResultRecord,
  context: OutputContext,
): Promise<string[]> {
  const ids = result.systems.map(({ id }) => id);
  const [trec, lines] = ['run', 'jsonl'].map((extension) => fileNames(ids, extension));
  const notes: string[] = [];
  for (const [i, id] of ids.entries()) {
    context.progress(stepOf(`Writing the run of ${id}`, 'writing-runs'));
    const run = await inspect.rankings(result, id);
    if (!run) {
      notes.push(`The lists of ${id} are no longer stored: no run of it was written.`);
      continue;
    }
    const write = (name: string, textOf: typeof jsonRanking): Promise<void> =>
      writePieces(context, `${RUNS_FOLDER}/${name}`, textsOf(run, textOf));
    await write(lines![i]!, jsonRanking);
    try {
      await write(trec![i]!, (query, ranking) => trecRanking(query, ranking, id));
      notes.push(...trecNotes(id, run, result.queries.length));
    } catch (error) {
      if (!(error instanceof UnwritableId)) throw error;
      await context.write(`${RUNS_FOLDER}/${trec![i]!}`, null);
      notes.push(messageOf(new HitrateError('id-unwritable', { kind: error.kind, id: error.id }).problem));
    }
  }
  return notes;
}

function* textsOf(run: Run, textOf: typeof jsonRanking): Generator<string> {
  for (const [query, ranking] of run) yield textOf(query, ranking);
}
