import type { CollectionRecord } from '../../contract/storage';
import type { ImportProgress, SourceFile } from '../../contract/workers';
import type { ImportedCollection, ImportedRuns, ImportOutcome, ImportProblem } from '../../domain/dataset/outcome';
import { isOfQuestions } from '../../domain/dataset/roles/role';
import type { Mappings } from '../../domain/dataset/roles/with-roles';
import { addQuestions } from '../../domain/questions/add';
import type { WorkbenchPart } from '../../workbench/workbench';
import type { FieldRoles } from '../roles/field-roles.svelte';
import type { TaskContext } from '../shared/task.svelte';
import { FoundJudges } from './found-judges.svelte';
import { FoundQuestions } from './found-questions.svelte';
import type { RunTarget } from './found-runs';
import { leftOver } from './found-tasks';

export type ReadAs = 'questions' | 'judgments';

/** What files add to the open collection. */
export interface Additions extends ImportedRuns {
  readonly questions?: FoundQuestions;
  readonly judges?: FoundJudges;
  /** The collection that its questions and judgments are of. */
  readonly of?: string;
  /** The same judgments as a collection. */
  readonly own?: ImportedCollection;
}

type Read = Additions | Extract<ImportOutcome, { ok: false }>;
type Context = TaskContext<ImportProgress>;

interface Reading {
  readonly workbench: WorkbenchPart<{ questions: 'readFiles' | 'readJudges' | 'judges'; collections: 'tables' }>;
  readonly roles: FieldRoles;
  readonly files: readonly SourceFile[];
  target(): RunTarget | null;
}

const NOTHING: Additions = { ok: true, kind: 'runs', runs: [], warnings: [] };

export const readAs = (as: ReadAs, reading: Reading, context: Context): Promise<Read> =>
  (as === 'questions' ? readQuestions : readJudges)(reading, context);

/** What an outcome is for the open collection; null where it says all itself. */
export async function additionsOf(outcome: ImportOutcome, reading: Reading, context: Context): Promise<Read | null> {
  if (outcome.ok && outcome.kind === 'collection') {
    // Splits are not people who judged.
    if (outcome.dataset.docs.length + outcome.runs.length > 0 || outcome.summary.splits.length > 1) return null;
    const read = await judgmentsIn(reading, context);
    return read && { ...read, own: outcome };
  }
  const asked = reading.roles.questionTables;
  const files = reading.files.filter(({ path }) => asked.includes(path));
  const left = leftOver(outcome).filter((name) => !asked.some((path) => path === name || path.endsWith(`/${name}`)));
  if (files.length === 0) return outcome.ok ? null : judgmentsIn(reading, context);
  if (!outcome.ok && left.length > 0) return null;
  const read = await readQuestions({ ...reading, files }, context);
  if (!outcome.ok || !read.ok) return read;
  const others = outcome.warnings.flatMap((said): ImportProblem[] => {
    if (said.code !== 'unused-files') return [said];
    const seen = said.data[1].filter(({ file }) => left.includes(file));
    return left.length > 0 ? [{ ...said, data: [left, seen] }] : [];
  });
  return { ...outcome, ...read, runs: outcome.runs, warnings: [...others, ...read.warnings] };
}

/** Null where all of the files are not judgments of this collection. */
async function judgmentsIn(reading: Reading, context: Context): Promise<Additions | null> {
  const read = await readJudges(reading, context);
  return read.ok && read.judges?.files.every(({ grades }) => grades.length > 0) ? read : null;
}

async function readQuestions({ workbench, roles, files, target }: Reading, context: Context): Promise<Read> {
  const { id } = target()!.collection;
  const readBy = (mappings: Mappings) => workbench.questions.readFiles(id, files, { ...context, mappings });
  let read = await readBy(roles.mappings);
  if (!read.ok && Object.keys(roles.mappings).length === 0) {
    if (roles.tables.length === 0) roles.take(await workbench.collections.tables(files, context.signal));
    if (roles.tables.every(({ proposed }) => isOfQuestions(proposed))) {
      roles.accept();
      read = await readBy(roles.mappings);
    }
  }
  if (!read.ok) return read;
  const questions = new FoundQuestions(read.questions, () => target()?.corpus?.queries ?? []);
  return { ...NOTHING, of: id, questions, warnings: read.warnings };
}

async function readJudges({ workbench, files, target }: Reading, context: Context): Promise<Read> {
  const { id } = target()!.collection;
  const read = await workbench.questions.readJudges(id, files, context);
  if (!read.ok) return read;
  return {
    ...NOTHING,
    of: id,
    judges: new FoundJudges(read.files, await judgesOf(workbench, id)),
    warnings: read.warnings,
  };
}

const judgesOf = async ({ questions }: WorkbenchPart<{ questions: 'judges' }>, id: string) =>
  (await questions.judges(id))?.judges ?? [];

/** Keeps questions and judgments of files. @returns how many, and the collection after that */
export async function keepAdditions(
  { questions }: WorkbenchPart<{ questions: 'read' | 'save' | 'judges' | 'changeJudges' }>,
  { collection: { id }, corpus }: RunTarget,
  { questions: asked, judges }: Additions,
) {
  let record: CollectionRecord | null = null;
  let added = 0;
  if (asked && asked.added.length > 0) {
    // Read anew: judging by hand may have gone on in another tab.
    const before = await questions.read(id);
    const all = addQuestions(before, asked.added, [...(corpus?.docsById.values() ?? [])]);
    record = await questions.save(id, all.questions, before);
    added = all.added.length;
  }
  if (judges) {
    judges.before = await judgesOf({ questions }, id);
    record = await questions.changeJudges(id, { judges: judges.joined.judges });
  }
  return { questions: added, judgments: judges?.joined.added ?? 0, record };
}
