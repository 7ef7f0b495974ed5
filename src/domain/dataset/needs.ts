import { append } from '../../base/containers';
import { docId, queryId, type Doc, type DocId, type Need, type Requirement } from '../../base/types';
import { matchTexts } from './ground-truth-texts';
import { problem, type ProblemPlace, type ProblemLog } from './problem';

interface TextNeed {
  readonly query: string;
  readonly text: string;
  readonly place: ProblemPlace;
}

/** Called for every document of every need, which is a judgment too. */
type Judge = (query: string, doc: string, place: ProblemPlace) => void;

/** What questions need, as documents or as texts that are looked for in the documents. */
export class NeedsBuilder {
  readonly #needs = new Map<string, Need[]>();
  readonly #texts: TextNeed[] = [];

  constructor(private readonly log: ProblemLog) {}

  get hasTexts(): boolean {
    return this.#texts.length > 0;
  }

  addDocs(query: string, docs: readonly string[]): void {
    append(this.#needs, query, { docs: docs.map(docId) });
  }

  addText(query: string, text: string, place: ProblemPlace): void {
    this.#texts.push({ query, text, place });
  }

  /** @returns false where there are texts and none of them matches, which is reported */
  match(docs: readonly Doc[], judge: Judge): boolean {
    const matches = matchTexts(
      docs,
      this.#texts.map(({ text }) => text),
    );
    const unmatched: TextNeed[] = [];
    this.#texts.forEach((each, i) => {
      const found: DocId[] = matches[i]!.map((position) => docs[position]!.id);
      if (found.length === 0) unmatched.push(each);
      append(this.#needs, each.query, { docs: found, text: each.text });
      for (const doc of found) judge(each.query, doc, each.place);
    });
    if (unmatched.length === 0) return true;
    const { file } = unmatched[0]!.place;
    const texts = unmatched.map(({ text }) => text);
    const found = problem('unmatched-texts', { file }, texts, this.#texts.length);
    const isAll = unmatched.length === this.#texts.length;
    if (isAll) this.log.add(found);
    else this.log.warn(found);
    return !isAll;
  }

  finish(): Requirement[] {
    return [...this.#needs].map(([query, needs]) => ({ query: queryId(query), needs }));
  }
}
