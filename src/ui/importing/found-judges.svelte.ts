import { stemOf } from '../../base/paths';
import { joinJudges, type JudgeFile } from '../../domain/judging/judge-files';
import type { Judge } from '../../domain/judging/judges';

/** Judgments of files, each of a judge that the file or a person names, before they are added. */
export class FoundJudges {
  /** By the place of the file; empty where the file itself names its judges. */
  names = $state.raw<readonly string[]>([]);
  readonly joined = $derived.by(() =>
    joinJudges(
      this.before,
      this.files.map((file, i) => ({ ...file, judge: this.names[i] ?? '' })),
    ),
  );

  /** @param before the judges of the collection */
  constructor(
    readonly files: readonly JudgeFile[],
    readonly before: readonly Judge[],
  ) {
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
