import { docId, queryId, type Dataset, type Doc, type Judgment, type Query } from '../types';
import { quoted, type Kind } from './messages';
import { placeName, problem, type Place, type ProblemLog } from './problem';

type Part = Kind | 'judgment';

interface Judged {
  readonly judgment: Judgment;
  readonly place: Place;
}

/**
 * Puts a collection together from what a format reads, in any order, and checks all that formats have in common: ids
 * that are there and stand once, texts, judgments that point to something.
 */
export class DatasetBuilder {
  readonly #docs: Doc[] = [];
  readonly #queries: Query[] = [];
  readonly #places: Record<Kind, Map<string, Place>> = { document: new Map(), question: new Map() };
  readonly #judged = new Map<string, Map<string, Judged>>();
  readonly #sources = new Map<Part, Place>();
  /** Parts of which something could not be read: what seems missing from them may be there. */
  readonly #incomplete = new Set<Part>();
  readonly #withoutText = new Map<string, string[]>();
  readonly #repeated = new Map<string, string[]>();

  constructor(private readonly log: ProblemLog) {}

  /** Tells where a part is looked for, which is where its absence is reported. */
  expect(part: Part, place: Place): void {
    this.#sources.set(part, place);
  }

  /** Tells that some of a part could not be read, and that this has been reported. */
  lost(part: Part): void {
    this.#incomplete.add(part);
  }

  addDoc(id: string, title: string, text: string, place: Place): void {
    if (!this.#claimId('document', id, place)) return;
    if (text.trim() === '') append(this.#withoutText, place.file, id);
    this.#docs.push({ id: docId(id), title, text });
  }

  addQuery(id: string, text: string, place: Place): void {
    if (!this.#claimId('question', id, place)) return;
    if (text.trim() === '') this.log.add(problem('empty-text', place, { question: id }));
    this.#queries.push({ id: queryId(id), text });
  }

  addJudgment(query: string, doc: string, grade: number, place: Place): void {
    let ofQuery = this.#judged.get(query);
    if (!ofQuery) this.#judged.set(query, (ofQuery = new Map()));
    const before = ofQuery.get(doc);
    if (!before) ofQuery.set(doc, { judgment: { query: queryId(query), doc: docId(doc), grade }, place });
    else this.#repeat(before, grade, place);
  }

  /** What was put together, judgments grouped by question; sound only if the log has no problems afterwards. */
  finish(): Dataset {
    this.#checkPointers();
    this.#checkPart('document', this.#docs.length, 'no-documents');
    this.#checkPart('question', this.#queries.length, 'no-questions');
    this.#checkPart('judgment', this.#judged.size, 'no-judgments');
    for (const [file, documents] of this.#withoutText) this.log.warn(problem('empty-text', { file }, { documents }));
    for (const [file, pairs] of this.#repeated) this.log.warn(problem('duplicate-judgment', { file }, pairs));
    return { docs: this.#docs, queries: this.#queries, judgments: [...this.#judgments()].map((each) => each.judgment) };
  }

  #claimId(kind: Kind, id: string, place: Place): boolean {
    const places = this.#places[kind];
    const first = places.get(id);
    if (id === '') {
      this.log.add(problem('empty-id', place, kind));
      this.lost(kind);
    } else if (first) this.log.add(problem('duplicate-id', place, kind, id, placeName(first, place)));
    else places.set(id, place);
    return id !== '' && first === undefined;
  }

  #repeat(before: Judged, grade: number, place: Place): void {
    const { query, doc, grade: first } = before.judgment;
    const pair = `question ${quoted(query)} with document ${quoted(doc)}`;
    if (first === grade) append(this.#repeated, place.file, `${pair} (${placeName(place, { file: place.file })})`);
    else {
      const where = placeName(before.place, place);
      this.log.add(problem('duplicate-judgment', place, { pair: `The ${pair}`, grade, first, where }));
    }
  }

  #checkPointers(): void {
    for (const { judgment, place } of this.#judgments()) {
      if (!this.#incomplete.has('question') && !this.#places.question.has(judgment.query))
        this.log.add(problem('unknown-question', place, judgment.query));
      if (!this.#incomplete.has('document') && !this.#places.document.has(judgment.doc))
        this.log.add(problem('unknown-document', place, judgment.doc));
    }
  }

  #checkPart(part: Part, count: number, code: 'no-documents' | 'no-questions' | 'no-judgments'): void {
    if (count > 0 || this.#incomplete.has(part)) return;
    this.log.add(problem(code, this.#sources.get(part) ?? { file: '' }));
  }

  *#judgments(): Generator<Judged> {
    for (const ofQuery of this.#judged.values()) yield* ofQuery.values();
  }
}

function append(lists: Map<string, string[]>, key: string, item: string): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}
