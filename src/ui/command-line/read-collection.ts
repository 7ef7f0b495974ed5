import type { ImportedCollection, ImportOutcome, ImportProblem } from '../../domain/dataset/outcome';
import type { CollectionRecord } from '../../contract/storage';
import type { SourceFile } from '../../contract/workers';
import { baseName } from '../../base/paths';
import type { SeenTable } from '../../domain/dataset/roles/propose';
import { isEnough, isOfQuestions, mappingText } from '../../domain/dataset/roles/role';
import { fitSupplied, groundOfTexts } from '../../domain/dataset/supplied/fit';
import type { FileReport } from '../../domain/documents/file-report';
import { NO_PREPARATION } from '../../domain/documents/preparation';
import type { WorkbenchPart } from '../../workbench/workbench';
import { statusLabel } from '../documents/document-texts';
import { areDocuments, areSurelyDocuments, visibleFiles } from '../importing/add-files';
import { leftOver, tasksOf } from '../importing/found-tasks';
import { describeProblem, reportText } from '../shared/messages/importing';
import type { EvaluationRequest } from './command';
import { type CommandContext, CommandRefusal, readingStep, stepOf } from './command-progress';
import { problems as words } from './problem-texts';

type Reading = WorkbenchPart<{ collections: 'list' | 'readFiles' | 'tables' | 'readDocuments' | 'keep' }>;

export interface ReadCollection {
  readonly collection: CollectionRecord;
  readonly warnings: readonly string[];
  /** Tables of questions beside documents. */
  readonly questions?: readonly SourceFile[];
}

/** Reads files as the page does with what is dropped on it, a collection or documents, and stores them. */
export async function readCollection(
  workbench: Reading,
  files: readonly SourceFile[],
  { split, match, documents, mappings = {}, ignoreUnused }: EvaluationRequest,
  context: CommandContext,
): Promise<ReadCollection> {
  const visible = visibleFiles(files);
  if (documents || areSurelyDocuments(visible)) return readAsDocuments(workbench, visible, context);
  context.progress(stepOf('Reading files'));
  const { signal } = context;
  const how = { split, match, mappings, signal, progress: () => undefined };
  const outcome = await workbench.collections.readFiles(files, how);
  const tasks = split === undefined ? tasksOf(outcome) : [];
  if (tasks.length > 0) throw new CommandRefusal([words.chooseTask(tasks)]);
  const tables = leftOver(outcome).length > 0 ? await workbench.collections.tables(files, signal) : [];
  if (outcome.ok && outcome.kind === 'collection') {
    const unused = outcome.warnings.filter(({ code }) => code === 'unused-files');
    if (unused.length > 0 && !ignoreUnused)
      throw new CommandRefusal([
        ...unused.map(describeProblem),
        ...askingOf(tables, leftOver(outcome)),
        words.ignoreUnused(),
      ]);
    const kept = (await storedBefore(workbench)) ?? (await workbench.collections.keep(outcome, outcome.summary.name));
    const warnings = [...outcome.warnings, ...misfits(outcome)].map(describeProblem);
    return { collection: kept, warnings };
  }
  if (!outcome.ok) {
    const asked = tables.filter((table) => isOfQuestions(mappings[baseName(table.file)] ?? table.proposed));
    const questions = visible.filter(({ path }) => asked.some(({ file }) => file === path));
    const others = visible.filter((file) => !questions.includes(file));
    if (others.length > 0 && areDocuments(others, outcome.problems))
      return { ...(await readAsDocuments(workbench, others, context)), questions };
  }
  throw new CommandRefusal([...refusalLines(outcome), ...askingOf(tables, leftOver(outcome))]);
}

function refusalLines(outcome: Exclude<ImportOutcome, { kind: 'collection' }>): string[] {
  if (outcome.ok) {
    const names = [...outcome.runs, ...(outcome.supplied ?? [])].map(({ file }) => file);
    names.push(...(outcome.results ?? []));
    return [words.judgmentsMissing(names)];
  }
  const unrecognised = outcome.problems.every(({ code }) => code === 'unrecognised-files');
  return [
    ...outcome.problems.map(describeProblem),
    ...(outcome.more > 0 ? [words.moreProblems(outcome.more)] : []),
    ...(unrecognised ? [words.perhapsDocuments()] : []),
  ];
}

/** How to say what the fields of tables are. */
export const askingOf = (tables: readonly SeenTable[], left: readonly string[] = tables.map(({ file }) => file)) =>
  tables
    .filter(({ file }) => left.some((name) => file === name || file.endsWith(`/${name}`)))
    .map(({ file, fields, proposed }) =>
      words.giveMapping(
        baseName(file),
        isEnough(proposed) ? mappingText(proposed) : mappingText({ question: '…', answer: '…', ...proposed }),
        fields.map(({ path }) => path),
      ),
    );

async function readAsDocuments(workbench: Reading, files: readonly SourceFile[], { signal, progress }: CommandContext) {
  const session = await workbench.collections.readDocuments(files, {
    signal,
    progress: (step) => progress(readingStep(step)),
  });
  try {
    const warnings = session.found.files.flatMap(fileWarning);
    if (session.found.docs === 0) throw new CommandRefusal([...warnings, words.noDocumentRead()]);
    const collection = (await storedBefore(workbench)) ?? (await session.keep(NO_PREPARATION, session.found.name));
    return { collection, warnings };
  } finally {
    session.close();
  }
}

function fileWarning({ path, status, message }: FileReport): string[] {
  if (status === 'read' && message === null) return [];
  const state = status === 'read' ? '' : `${statusLabel(status)}. `;
  return [`${path}: ${state}${message === null ? '' : reportText(message)}`.trim()];
}

/** Of the same files, by a run that was interrupted: a profile holds one collection of a command. */
const storedBefore = async ({ collections }: Reading): Promise<CollectionRecord | undefined> =>
  (await collections.list()).find(({ origin }) => origin === 'import');

/** Rewrites and vectors that were left out, since they do not fit the collection, and what is doubtful of others. */
function misfits({ dataset, supplied = [] }: ImportedCollection): readonly ImportProblem[] {
  const { problems, warnings } = fitSupplied(supplied, groundOfTexts(dataset));
  return [...problems, ...warnings];
}
