import { baseName } from '../../base/paths';
import type { Dataset } from '../../base/types';
import type { ImportOutcome, ImportProblem } from '../../domain/dataset/outcome';

/** A task of a set, by its name in the set; without counts where it cannot be read. */
export interface FoundTask {
  readonly task: string;
  readonly counts: ReturnType<typeof countsIn> | null;
  /** Names of runs, and files of rewrites, vectors and contexts, that are kept with it. */
  readonly beside: readonly string[];
  readonly problems: readonly ImportProblem[];
  readonly more: number;
}

/** A set of tasks, each a collection of its own. Their documents are read again to be kept: all at once are too many. */
export interface FoundTasks {
  readonly ok: true;
  readonly kind: 'tasks';
  readonly tasks: readonly FoundTask[];
  readonly runs: readonly never[];
  readonly warnings: readonly ImportProblem[];
}

/** Names of the tasks of a set of which one was read; empty for anything else. */
export function tasksOf(outcome: ImportOutcome): readonly string[] {
  if (!outcome.ok) return outcome.tasks ?? [];
  return outcome.kind === 'collection' && outcome.summary.areTasks ? outcome.summary.splits : [];
}

export function foundTask(task: string, outcome: ImportOutcome): FoundTask {
  if (!outcome.ok) return { task, counts: null, beside: [], problems: outcome.problems, more: outcome.more };
  const counts = outcome.kind === 'collection' ? countsIn(outcome.dataset) : null;
  const runs = outcome.runs.map(({ tag, file }) => tag ?? baseName(file));
  const beside = [...runs, ...(outcome.supplied ?? []).map(({ file }) => baseName(file))];
  return { task, counts, beside, problems: outcome.warnings, more: 0 };
}

/** What every task says, as of files beside the set, is said once. @returns null where none can be read */
export function setOf(tasks: readonly FoundTask[]): FoundTasks | null {
  const readable = tasks.filter(({ counts }) => counts !== null);
  const [first] = readable;
  if (!first) return null;
  const isSaidBy = ({ problems }: FoundTask, said: ImportProblem): boolean =>
    problems.some((each) => JSON.stringify(each) === JSON.stringify(said));
  const isCommon = (said: ImportProblem): boolean => readable.every((each) => isSaidBy(each, said));
  const warnings = first.problems.filter(isCommon);
  const own = tasks.map((each) =>
    each.counts ? { ...each, problems: each.problems.filter((said) => !isCommon(said)) } : each,
  );
  return { ok: true, kind: 'tasks', tasks: own, runs: [], warnings };
}

export const countsIn = ({ docs, queries, judgments }: Dataset) => ({
  docs: docs.length,
  questions: queries.length,
  judged: new Set(judgments.map(({ query }) => query)).size,
  judgments: judgments.length,
});

/** Files of which nobody knows what they are. */
export const leftOver = (outcome: ImportOutcome): readonly string[] =>
  (outcome.ok ? outcome.warnings : outcome.problems).flatMap((found) =>
    found.code === 'unused-files' || found.code === 'unrecognised-files' ? found.data[0] : [],
  );
