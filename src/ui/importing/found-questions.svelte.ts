import { changedSet } from '../../base/containers';
import type { QueryId } from '../../base/types';
import { type NewQuestion, questionKey } from '../../domain/questions/add';
import {
  importCounts,
  importedQuestions,
  isDoubtful,
  type PlacedQuestion,
} from '../../domain/questions/place-questions';

/** Questions of files, with what a person says of their texts, before they are added. */
export class FoundQuestions {
  confirmed = $state.raw(changedSet<string>([], [], true));
  keepUnmet = $state(false);
  readonly counts = $derived.by(() => importCounts(this.questions));
  /** Those that count only where a person says so. */
  readonly doubtful = $derived.by(() =>
    this.#truths.filter(({ truth, documents }) => isDoubtful(truth) && documents.length === 0),
  );
  readonly missing = $derived.by(() => this.#truths.filter(({ truth }) => truth.found === null && !truth.isAnswer));
  readonly there = $derived.by(() => this.questions.filter(({ text }) => this.#isThere(text)));
  readonly added = $derived.by((): readonly NewQuestion[] =>
    importedQuestions(this.questions, { confirmed: this.confirmed, keepUnmet: this.keepUnmet }).filter(
      ({ text }) => !this.#isThere(text),
    ),
  );
  readonly #truths = $derived.by(() =>
    this.questions.flatMap(({ text, truths, documents }) =>
      truths.map((truth) => ({ question: text, truth, documents })),
    ),
  );
  readonly #taken = $derived.by(() =>
    changedSet(
      [],
      this.existing().map(({ text }) => questionKey(text)),
      true,
    ),
  );

  /** @param existing those of the collection */
  constructor(
    readonly questions: readonly PlacedQuestion[],
    private readonly existing: () => readonly { readonly id: QueryId; readonly text: string }[],
  ) {}

  confirm(texts: readonly string[], isRight: boolean): void {
    this.confirmed = changedSet(this.confirmed, texts, isRight);
  }

  #isThere(text: string): boolean {
    return this.#taken.has(questionKey(text));
  }
}
