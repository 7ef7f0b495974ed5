import { createContext } from 'svelte';
import { stemOf } from '../../base/paths';
import type { CollectionRecord } from '../../contract/storage';
import type { SourceFile } from '../../contract/workers';
import type { ImportProblem } from '../../domain/dataset/outcome';
import { FIRST_ROUND, type JudgingAct } from '../../domain/judging/acts';
import { joinJudges, type JudgeFile } from '../../domain/judging/judge-files';
import { disagreements, judgesAgreement } from '../../domain/judging/judges-agreement';
import { judgedByMany, type JudgedByMany, type JudgesEdit, NO_JUDGES } from '../../domain/judging/judges';
import type { WorkbenchPart } from '../../workbench/workbench';
import { Task } from '../shared/task.svelte';

export class JudgesState {
  judges = $state.raw<typeof NO_JUDGES | null>(null);
  acts = $state.raw<readonly JudgingAct[]>([]);
  readonly reading: Task;
  readonly saving: Task;
  readonly #loading: Task;
  found = $state.raw<readonly JudgeFile[]>([]);
  names = $state.raw<readonly string[]>([]);
  problems = $state.raw<readonly ImportProblem[]>([]);
  more = $state(0);
  #warnings = $state.raw<readonly ImportProblem[]>([]);
  readonly joined = $derived(
    joinJudges(
      this.judges?.judges ?? [],
      this.found.map((file, i) => ({ ...file, judge: this.names[i] ?? '' })),
    ),
  );
  readonly warnings = $derived([...this.#warnings, ...this.joined.warnings]);
  readonly unnamed = $derived(this.found.some(({ namesJudges }, i) => !namesJudges && this.names[i]?.trim() === ''));
  readonly places = $derived(judgedByMany(this.judges ?? NO_JUDGES, this.acts));
  readonly agreement = $derived(judgesAgreement(this.places.values()));
  readonly disagreements = $derived(disagreements(this.places));

  constructor(
    private readonly workbench: WorkbenchPart<{
      questions: 'judges' | 'readJudges' | 'changeJudges' | 'acts' | 'addActs' | 'read';
      collections: 'get';
    }>,
    private readonly collection: string,
    private readonly onChanged: (record: CollectionRecord) => Promise<void>,
    signal: AbortSignal,
  ) {
    this.reading = new Task(signal);
    this.saving = new Task(signal);
    this.#loading = new Task(signal);
  }

  get phase(): 'idle' | 'reading' | 'preview' | 'failed' {
    if (this.reading.busy) return 'reading';
    if (this.problems.length > 0 || this.reading.failure) return 'failed';
    return this.found.length > 0 ? 'preview' : 'idle';
  }

  get failure() {
    return this.#loading.failure ?? this.saving.failure;
  }

  load(): Promise<unknown> {
    const { questions } = this.workbench;
    return this.#loading.run(
      async () => {
        const [judges, acts] = await Promise.all([questions.judges(this.collection), questions.acts(this.collection)]);
        return { judges: judges ?? NO_JUDGES, acts };
      },
      ({ judges, acts }) => {
        this.judges = judges;
        this.acts = acts;
      },
    );
  }

  async read(files: readonly SourceFile[]): Promise<void> {
    if (files.length === 0) return;
    this.discard();
    await this.reading.run(
      ({ signal }) =>
        this.workbench.questions.readJudges(this.collection, files, { signal, progress: () => undefined }),
      (read) => {
        if (read.ok) {
          this.found = read.files;
          this.names = read.files.map(({ path, namesJudges }) => (namesJudges ? '' : stemOf(path)));
          this.#warnings = read.warnings;
        } else [this.problems, this.more] = [read.problems, read.more];
      },
    );
  }

  name(file: number, name: string): void {
    this.names = this.names.map((each, i) => (i === file ? name : each));
  }

  discard(): void {
    this.reading.drop();
    this.reading.forget();
    this.found = [];
    this.names = [];
    this.problems = [];
    this.more = 0;
    this.#warnings = [];
  }

  async add(): Promise<void> {
    const { joined } = this;
    if (joined.problems.length > 0 || joined.added === 0 || this.unnamed) return;
    await this.change({ kind: 'judges', judges: joined.judges });
    if (!this.saving.failure) this.discard();
  }

  /** Moves a judge up in the order of the rule “first”. */
  async moveUp(at: number): Promise<void> {
    const judges = [...(this.judges?.judges ?? [])];
    judges.splice(at - 1, 0, ...judges.splice(at, 1));
    await this.change({ kind: 'judges', judges });
  }

  async change(edit: JudgesEdit): Promise<void> {
    await this.#save(() => this.workbench.questions.changeJudges(this.collection, edit));
  }

  /** A second look: one more act of judging in the app. @param grade null leaves the passage to the rule again */
  async decide({ query, doc, span }: JudgedByMany, grade: number | null, note: string): Promise<void> {
    const act: JudgingAct = { query, doc, span, grade, round: FIRST_ROUND, note, milliseconds: 0, at: Date.now() };
    await this.#save(async () => {
      await this.workbench.questions.addActs(this.collection, [act]);
      // Whoever reads questions makes judgments of what was judged.
      await this.workbench.questions.read(this.collection);
      return this.workbench.collections.get(this.collection);
    });
  }

  async #save(write: () => Promise<CollectionRecord | null>): Promise<void> {
    if (this.saving.busy) return;
    await this.saving.run(async () => {
      const record = await write();
      await this.load();
      if (record) await this.onChanged(record);
    });
  }
}

export const [getJudges, setJudges] = createContext<JudgesState>();
