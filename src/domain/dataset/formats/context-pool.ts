import type { DatasetBuilder } from '../builder';
import { matchTexts, normaliseText } from '../ground-truth-texts';
import { placeName, problem, type ProblemPlace, type ProblemLog } from '../problem';

interface Context {
  text: string | null;
  readonly place: ProblemPlace;
}

/**
 * The documents that rows of contexts name: each id once, and each text once where there are no ids. Contexts without
 * an id are `context-1`, `context-2` … in the order in which they are added; texts that differ only in case or white space
 * are one.
 */
export class ContextPool {
  readonly #contexts = new Map<string, Context>();
  readonly #idsByText = new Map<string, string>();
  #unnamed = 0;

  constructor(private readonly log: ProblemLog) {}

  get hasTexts(): boolean {
    return this.#idsByText.size > 0;
  }

  /** A context with an id. Its text may be known from one row only; two different texts are a problem. */
  addNamed(id: string, text: string | null, place: ProblemPlace): void {
    const known = this.#contexts.get(id);
    if (!known) this.#contexts.set(id, { text, place });
    else if (known.text === null) known.text = text;
    else if (text !== null && normaliseText(text) !== normaliseText(known.text))
      this.log.add(problem('duplicate-id', place, 'document', id, placeName(known.place, place), true));
    if (text !== null) this.#name(text, id);
  }

  /** The id of a context by its text, a new one for an unknown text. */
  idOf(text: string, place: ProblemPlace): string {
    const known = this.#idsByText.get(normaliseText(text));
    if (known !== undefined) return known;
    let id;
    do id = `context-${++this.#unnamed}`;
    while (this.#contexts.has(id));
    this.#contexts.set(id, { text, place });
    this.#name(text, id);
    return id;
  }

  /** Adds those texts that no context contains, and that contain none. */
  addUnmatched(texts: readonly { readonly text: string; readonly place: ProblemPlace }[]): void {
    const docs = [...this.#contexts.values()].map(({ text }) => ({ title: '', text: text ?? '' }));
    const written = texts.map(({ text }) => text);
    matchTexts(docs, written).forEach((found, i) => {
      if (found.length === 0) this.idOf(written[i]!, texts[i]!.place);
    });
  }

  addTo(builder: DatasetBuilder): void {
    for (const [id, { text, place }] of this.#contexts) builder.addDoc(id, '', text ?? '', place);
  }

  #name(text: string, id: string): void {
    const normal = normaliseText(text);
    if (!this.#idsByText.has(normal)) this.#idsByText.set(normal, id);
  }
}
