import type { DatasetBuilder } from '../builder';
import { matchTexts, normaliseText } from '../ground-truth-texts';
import { placeName, problem, type ProblemLog, type ProblemPlace } from '../problem';

interface Passage {
  readonly title: string;
  text: string | null;
  readonly place: ProblemPlace;
}

/** Passages of rows. Without an id they are `context-1` …; texts that differ only in case or white space are one. */
export class PassagePool {
  readonly #passages = new Map<string, Passage>();
  readonly #idsByText = new Map<string, string>();
  #unnamed = 0;

  constructor(
    private readonly name: string,
    private readonly log: ProblemLog,
  ) {}

  get hasTexts(): boolean {
    return this.#idsByText.size > 0;
  }

  addNamed(id: string, text: string | null, place: ProblemPlace, title = ''): void {
    const known = this.#passages.get(id);
    if (!known) this.#passages.set(id, { title, text, place });
    else if (known.text === null) known.text = text;
    else if (text !== null && normaliseText(text) !== normaliseText(known.text))
      this.log.add(problem('duplicate-id', place, 'document', id, placeName(known.place, place), true));
    if (text !== null) this.#know(text, id);
  }

  /** The id of a passage by its text, a new one for an unknown text. */
  idOf(text: string, place: ProblemPlace, title = ''): string {
    const known = this.#idsByText.get(normaliseText(text));
    if (known !== undefined) return known;
    let id;
    do id = `${this.name}-${++this.#unnamed}`;
    while (this.#passages.has(id));
    this.#passages.set(id, { title, text, place });
    this.#know(text, id);
    return id;
  }

  addUnmatched(texts: readonly { readonly text: string; readonly place: ProblemPlace }[]): void {
    const docs = [...this.#passages.values()].map(({ text }) => ({ title: '', text: text ?? '' }));
    const written = texts.map(({ text }) => text);
    matchTexts(docs, written).forEach((found, i) => {
      if (found.length === 0) this.idOf(written[i]!, texts[i]!.place);
    });
  }

  addTo(builder: DatasetBuilder): void {
    for (const [id, { title, text, place }] of this.#passages) builder.addDoc(id, title, text ?? '', place);
  }

  #know(text: string, id: string): void {
    const normal = normaliseText(text);
    if (!this.#idsByText.has(normal)) this.#idsByText.set(normal, id);
  }
}
