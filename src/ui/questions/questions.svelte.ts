import type { QuestionSplit } from '../../base/types';
import { provided } from '../shared/context';
import { HitrateError } from '../../contract/errors';
import type { CollectionRecord, Questions } from '../../contract/storage';
import type { WorkbenchPart } from '../../workbench/workbench';
import { Task } from '../shared/task.svelte';
import {
  checkDraft,
  draftQuestions,
  freeId,
  isSamePlace,
  movedTo,
  questionsOf,
  settled,
  type DraftJudgment,
  type DraftProblem,
  type DraftQuestion,
  type TextOf,
  type DraftPlace,
} from './question-draft';

const WRITTEN = { origin: 'written' } as const;

export class QuestionsState {
  #loaded = $state.raw<Questions | null>(null);
  #edited = $state.raw<readonly DraftQuestion[] | null>(null);
  readonly draft = $derived(this.#edited ?? (this.#loaded && draftQuestions(this.#loaded)));
  changed = $state(false);
  #openKey = $state<number | null>(null);
  problems = $state.raw<readonly DraftProblem[]>([]);
  readonly saving: Task;
  #nextKey = 0;
  /** Acts of judging that the draft holds: what was judged since is folded in when it is saved. */
  #judgedActs: number | undefined;
  readonly openQuestion = $derived(this.draft?.find((question) => question.key === this.#openKey) ?? null);

  constructor(
    private readonly workbench: WorkbenchPart<{ questions: 'save' }>,
    private readonly collection: string,
    private readonly onSaved: (record: CollectionRecord) => void,
    signal: AbortSignal,
  ) {
    this.saving = new Task(signal);
  }

  load(questions: Questions | null): void {
    this.#loaded = questions;
    this.#edited = null;
    this.#nextKey = questions?.queries.length ?? 0;
    this.#judgedActs = questions?.judgedActs;
    this.changed = false;
    this.#openKey = null;
    this.problems = [];
    this.saving.forget();
  }

  /** Takes in what another tab has saved. A draft is kept with a failure: saving it would undo what the other tab saved. */
  refresh(questions: Questions | null): void {
    if (this.changed) {
      void this.saving.fail(new HitrateError('changed-elsewhere', { what: 'meanwhile', name: '' }));
      return;
    }
    const open = this.openQuestion?.id;
    this.load(questions);
    this.#openKey = this.draft?.find(({ id }) => id === open)?.key ?? null;
  }

  open(key: number | null): void {
    this.#openKey = key;
  }

  add(): void {
    const draft = this.draft ?? [];
    const question = {
      key: this.#nextKey++,
      id: freeId(draft),
      text: '',
      judgments: [],
      origin: null,
      about: WRITTEN,
      isNew: true,
    };
    this.#replace([question, ...draft]);
    this.#openKey = question.key;
  }

  edit(key: number, patch: Partial<Pick<DraftQuestion, 'id' | 'text' | 'judgments'>>): void {
    this.#change(key, (question) => ({ ...question, ...patch }));
  }

  divide(splitOf: (id: string) => QuestionSplit | null, onlyOthers: boolean): void {
    this.#replace(
      (this.draft ?? []).map((question) =>
        onlyOthers && question.about.split ? question : movedTo(splitOf(question.id.trim()), question),
      ),
    );
  }

  assign(key: number, split: QuestionSplit | null): void {
    this.#change(key, (question) => movedTo(split, question));
  }

  mark(key: number, isUnanswerable: boolean): void {
    this.#change(key, (question) => {
      const { unanswerable: _, ...about } = question.about;
      return { ...question, about: { ...about, ...(isUnanswerable && { unanswerable: true as const }) } };
    });
  }

  remove(key: number): void {
    this.#replace((this.draft ?? []).filter((question) => question.key !== key));
    if (this.#openKey === key) this.#openKey = null;
  }

  judge(question: DraftQuestion, { doc, span }: DraftPlace, grade: string): void {
    const judgment: DraftJudgment = { doc, ...(span ? { span } : {}), grade };
    const known = question.judgments.some((each) => isSamePlace(each, judgment));
    const judgments = known
      ? question.judgments.map((each) => (isSamePlace(each, judgment) ? judgment : each))
      : [...question.judgments, judgment];
    this.edit(question.key, { judgments });
  }

  unjudge(question: DraftQuestion, place: DraftPlace): void {
    this.edit(question.key, { judgments: question.judgments.filter((each) => !isSamePlace(each, place)) });
  }

  async save(textOf: TextOf): Promise<void> {
    const [loaded, edited, draft] = [this.#loaded, this.#edited, this.draft];
    if (!draft || this.saving.busy) return;
    this.saving.forget();
    this.problems = checkDraft(draft, textOf);
    if (this.problems.length > 0) {
      this.#openKey = this.problems[0]!.key;
      return;
    }
    await this.saving.run(async () => {
      const acts = this.#judgedActs === undefined ? {} : { judgedActs: this.#judgedActs };
      const base = loaded ?? undefined;
      const record = await this.workbench.questions.save(this.collection, { ...questionsOf(draft), ...acts }, base);
      if (this.#loaded === loaded && this.#edited === edited) this.#settle(draft);
      this.onSaved(record);
    });
  }

  #settle(draft: readonly DraftQuestion[]): void {
    this.#edited = settled(draft);
    this.changed = false;
  }

  #change(key: number, change: (question: DraftQuestion) => DraftQuestion): void {
    this.#replace((this.draft ?? []).map((question) => (question.key === key ? change(question) : question)));
  }

  #replace(draft: readonly DraftQuestion[]): void {
    this.#edited = draft;
    this.changed = true;
    this.problems = this.problems.filter((problem) => draft.some(({ key }) => key === problem.key));
  }
}

export const getQuestions = provided(QuestionsState);
