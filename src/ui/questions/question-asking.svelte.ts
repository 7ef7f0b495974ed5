import { DEFAULT_PROMPT, promptFor } from '../../domain/questions/model-prompt';
import type { Doc, Place } from '../../base/types';

export interface AskedPassage {
  readonly place: Place;
  readonly doc: Doc;
  readonly text: string;
}

/** The prompts that a person gives to a language model, one passage after the other. */
export class QuestionAsking {
  template = $state(DEFAULT_PROMPT);
  /** Questions that are asked for of each passage. */
  count = $state(2);
  at = $state(0);

  /** @param read the passage at a place; null where its document is not there */
  constructor(
    private readonly ofDocuments: () => readonly Place[],
    private readonly read: (place: Place) => AskedPassage | null,
  ) {}

  get passages(): readonly Place[] {
    return this.ofDocuments();
  }
  /** The passage that is next; null where there is none. */
  get passage(): AskedPassage | null {
    const place = this.passages[this.at];
    return place ? this.read(place) : null;
  }
  get prompt(): string | null {
    const next = this.passage;
    return next && promptFor(this.template, { passage: next.text, count: this.count });
  }
}
