import { stemOf } from '../../base/paths';
import { joinJudges, type JudgeFile } from '../../domain/judging/judge-files';
import type { Judge } from '../../domain/judging/judges';

/** Judgments of files, each of a judge that the file or a person names, before they are added. */
export class FoundJudges {
  /** The judges of the collection. */
  before = $state.raw<readonly Judge[]>([]);
  /** By the place of the file; empty where the file itself names its judges. */
  names = $state.raw<readonly string[]>([]);
  readonly joined = $derived.by(() =>
    joinJudges(
      this.before,
      this.files.map((file, i) => ({ ...file, judge: this.names[i] ?? '' })),
    ),
  );

  constructor(
    readonly files: readonly JudgeFile[],
    before: readonly Judge[],
  ) {
    this.before = before;
    this.names = files.map(({ path, namesJudges }) => (namesJudges ? '' : stemOf(path)));
  }

  get ready(): boolean {
    const unnamed = this.files.some(({ namesJudges }, i) => !namesJudges && this.names[i]?.trim() === '');
    return this.joined.problems.length === 0 && this.joined.added > 0 && !unnamed;
  }

  name(file: number, name: string): void {
    this.names = this.names.map((each, i) => (i === file ? name : each));
  }
}
