import { provided } from '../shared/context';
import type { CollectionRecord } from '../../contract/storage';
import { FIRST_ROUND, type JudgingAct } from '../../domain/judging/acts';
import { disagreements, judgesAgreement } from '../../domain/judging/judges-agreement';
import { judgedByMany, type JudgedByMany, type JudgesEdit, NO_JUDGES } from '../../domain/judging/judges';
import type { WorkbenchPart } from '../../workbench/workbench';
import { Task } from '../shared/task.svelte';

export class JudgesState {
  judges = $state.raw<typeof NO_JUDGES | null>(null);
  acts = $state.raw<readonly JudgingAct[]>([]);
  readonly saving: Task;
  readonly #loading: Task;
  readonly places = $derived(judgedByMany(this.judges ?? NO_JUDGES, this.acts));
  readonly agreement = $derived(judgesAgreement(this.places.values()));
  readonly disagreements = $derived(disagreements(this.places));

  constructor(
    private readonly workbench: WorkbenchPart<{
      questions: 'judges' | 'changeJudges' | 'acts' | 'addActs' | 'read';
      collections: 'get';
    }>,
    private readonly collection: string,
    private readonly onChanged: (record: CollectionRecord) => Promise<void>,
    signal: AbortSignal,
  ) {
    this.saving = new Task(signal);
    this.#loading = new Task(signal);
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

  async moveUp(at: number): Promise<void> {
    const judges = [...(this.judges?.judges ?? [])];
    judges.splice(at - 1, 0, ...judges.splice(at, 1));
    await this.change({ judges });
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

export const getJudges = provided(JudgesState);
