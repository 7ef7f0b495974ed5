import type { SourceFile } from '../../contract/workers';
import type { WorkbenchPart } from '../../workbench/workbench';
import { describeProblem } from '../shared/messages/importing';
import { type CommandContext, CommandRefusal, stepOf } from './command-progress';
import { problems as words } from './problem-texts';

type Adding = WorkbenchPart<{ collections: 'readFiles' | 'addSupplied' }>;

/** Adds context files to a collection. @returns warnings @throws {CommandRefusal} for a file without contexts */
export async function addContexts(
  { collections }: Adding,
  collection: string,
  files: readonly SourceFile[],
  { signal, progress }: CommandContext,
): Promise<string[]> {
  if (files.length === 0) return [];
  progress(stepOf('Reading contexts'));
  const outcome = await collections.readFiles(files, { signal, progress: () => undefined });
  if (!outcome.ok) throw new CommandRefusal(outcome.problems.map(describeProblem));
  const contexts = (outcome.supplied ?? []).filter(({ kind }) => kind === 'contexts');
  if (contexts.length === 0) throw new CommandRefusal([words.noContexts(files.map(({ path }) => path))]);
  await collections.addSupplied(collection, contexts);
  return outcome.warnings.map(describeProblem);
}
