import { stemOf } from '../../base/paths';
import type { ReadJudges, SourceFile } from '../../contract/workers';
import { joinJudges } from '../../domain/judging/judge-files';
import type { Judge } from '../../domain/judging/judges';
import type { WorkbenchPart } from '../../workbench/workbench';
import { Intake } from '../shared/intake.svelte';

/** Grades of people in files, added to the judges of a collection. */
export class JudgeIntake extends Intake<Extract<ReadJudges, { ok: true }>> {
  /** By the place of the file; empty where the file itself names its judges. */
  names = $state.raw<readonly string[]>([]);
  readonly files = $derived(this.found?.files ?? []);
  readonly joined = $derived.by(() =>
    joinJudges(
      this.judges(),
      this.files.map((file, i) => ({ ...file, judge: this.names[i] ?? '' })),
    ),
  );
  readonly warnings = $derived([...(this.found?.warnings ?? []), ...this.joined.warnings]);

  constructor(
    private readonly workbench: WorkbenchPart<{ questions: 'readJudges' }>,
    private readonly collection: string,
    private readonly judges: () => readonly Judge[],
    /** @returns whether they are kept */
    private readonly add: (judges: readonly Judge[]) => Promise<boolean>,
    signal: AbortSignal,
  ) {
    super(signal);
  }

  get ready(): boolean {
    const { problems, added } = this.joined;
    const unnamed = this.files.some(({ namesJudges }, i) => !namesJudges && this.names[i]?.trim() === '');
    return this.phase === 'preview' && problems.length === 0 && added > 0 && !unnamed;
  }

  async read(files: readonly SourceFile[]): Promise<void> {
    if (files.length === 0) return;
    await this.begin(
      (context) => this.workbench.questions.readJudges(this.collection, files, context),
      (read) => {
        if (!read.ok) return void (this.refused = read);
        this.found = read;
        this.names = read.files.map(({ path, namesJudges }) => (namesJudges ? '' : stemOf(path)));
      },
    );
  }

  async keep(): Promise<void> {
    if (this.ready && (await this.add(this.joined.judges))) this.discard();
  }

  name(file: number, name: string): void {
    this.names = this.names.map((each, i) => (i === file ? name : each));
  }
}
