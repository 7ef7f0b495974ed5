import { append, valueOf } from '../../base/containers';
import {
  docId,
  queryId,
  type Doc,
  type DocId,
  type Need,
  type Requirement,
  type Dataset,
  type Judgment,
  type Metadata,
  type Query,
  type QuestionSplit,
} from '../../base/types';
import { usualRelevance } from '../run/judgments';
import { matchTexts, normaliseText } from './ground-truth-texts';
import { problem, type ProblemPlace, type ProblemLog, isId, placeName, quoted } from './problem';
import type { ImportedRun, Kind } from './outcome';
import { type IdDifference, idDifference, matchIds } from './runs/ids-apart';

interface TextNeed {
  readonly query: string;
  readonly text: string;
  readonly place: ProblemPlace;
}

export type DatasetPart = Kind | 'judgment';

interface QueryMarks {
  readonly split?: QuestionSplit | null;
  readonly unanswerable?: boolean;
  readonly excluded?: readonly string[];
}

interface JudgedQuestion {
  readonly judgment: Judgment;
  readonly place: ProblemPlace;
}

export class DatasetBuilder {
  readonly #docs: Doc[] = [];
  readonly #queries: Query[] = [];
  readonly #places: Record<Kind, Map<string, ProblemPlace>> = { document: new Map(), question: new Map() };
  readonly #judged = new Map<string, Map<string, JudgedQuestion>>();
  #split: QuestionSplit | null = null;
  readonly #splits = new Map<string, QuestionSplit>();
  readonly #sources = new Map<DatasetPart, ProblemPlace>();
  readonly #incomplete = new Set<DatasetPart>();
  readonly #withoutText = new Map<string, string[]>();
  readonly #repeated = new Map<string, string[]>();
  readonly #again = new Map<string, string[]>();
  /** Filled once a document is there again. */
  readonly #byId = new Map<string, Doc>();
  readonly #needs = new Map<string, Need[]>();
  readonly #texts: TextNeed[] = [];
  #textOfId: ((id: string) => string) | null = null;
  #textsAreIds = false;
  #idsByText: ReadonlyMap<string, string> | undefined;
  readonly runs: ImportedRun[] = [];

  /** `match`: how judged ids may differ from documents'; `hasRunsBeside`: whether files hold other systems' runs. */
  constructor(
    private readonly log: ProblemLog,
    private readonly match: IdDifference | null = null,
    readonly hasRunsBeside = false,
  ) {}

  get hasTexts(): boolean {
    return this.#texts.length > 0;
  }

  /** @param textOfId where ids of questions are texts */
  judgmentsAlone(textOfId?: (id: string) => string): void {
    this.#textOfId = textOfId ?? (() => '');
    this.#textsAreIds = textOfId !== undefined;
  }

  expect(part: DatasetPart, place: ProblemPlace): void {
    this.#sources.set(part, place);
  }

  lost(...parts: readonly DatasetPart[]): void {
    for (const part of parts) this.#incomplete.add(part);
  }

  lostAll(): void {
    this.lost('document', 'question', 'judgment');
  }

  addDoc(id: string, title: string, text: string, place: ProblemPlace, metadata: Metadata | null = null): void {
    if (this.#isRepeated(id, title, text, metadata)) return append(this.#again, place.file, id);
    if (!this.#claimId('document', id, place)) return;
    if (text.trim() === '') append(this.#withoutText, place.file, id);
    this.#docs.push({ id: docId(id), title, text, ...(metadata && { metadata }) });
  }

  addQuery(
    id: string,
    text: string,
    place: ProblemPlace,
    { split = null, unanswerable = false, excluded = [] }: QueryMarks = {},
  ): void {
    if (!this.#claimId('question', id, place)) return;
    if (text.trim() === '') this.log.add(problem('empty-text', place, { question: id }));
    this.#queries.push({
      id: queryId(id),
      text,
      ...(split && { split }),
      ...(unanswerable && { unanswerable }),
      ...(excluded.length > 0 && { excluded: excluded.map(docId) }),
    });
  }

  addQuestionText(id: string, text: string, place: ProblemPlace): void {
    if (this.#textOfId && !this.#places.question.has(id)) this.addQuery(id, text, place);
  }

  /** The split of the questions that are judged from here on. One that is judged in an earlier split stays there. */
  judgesSplit(split: QuestionSplit): void {
    this.#split = split;
  }

  queryIdOf(text: string): string {
    if (this.#places.question.has(text)) return text;
    this.#idsByText ??= new Map(this.#queries.toReversed().map((query) => [query.text, query.id]));
    return this.#idsByText.get(text) ?? text;
  }

  addJudgment(query: string, doc: string, grade: number, place: ProblemPlace): void {
    const isNamed = (this.#textsAreIds && query !== '') || isId('question', query, place, this.log);
    if (!isNamed || !isId('document', doc, place, this.log)) return this.lost('judgment');
    if (this.#split && !this.#splits.has(query)) this.#splits.set(query, this.#split);
    const ofQuery = valueOf(this.#judged, query, () => new Map<string, JudgedQuestion>());
    const before = ofQuery.get(doc);
    if (!before) ofQuery.set(doc, { judgment: { query: queryId(query), doc: docId(doc), grade }, place });
    else this.#repeat(before, grade, place);
  }

  /** Every need must be met, each by any one of its documents; all of them are relevant. */
  addNeeds(query: string, needs: readonly (readonly string[])[], place: ProblemPlace): void {
    for (const docs of needs) {
      append(this.#needs, query, { docs: docs.map(docId) });
      for (const doc of docs) this.#judgeOnce(query, doc, place);
    }
  }

  /** A text is a need met by any document that contains it or is contained in it. */
  addGroundTruth(query: string, text: string, place: ProblemPlace): void {
    this.#texts.push({ query, text, place });
  }

  addRun(run: ImportedRun): void {
    this.runs.push(run);
  }

  /** Valid only if the log has no problems afterwards. */
  finish(): Dataset {
    if (this.#textOfId) this.#addJudgedQueries(this.#textOfId);
    else this.#matchTexts();
    if (this.match && !this.#textOfId) this.#matchIds(this.match);
    this.#checkPointers();
    this.#checkUnanswerable();
    this.#tellOwnDocuments();
    if (!this.#textOfId) this.#checkPart('document', this.#docs.length, 'no-documents');
    if (!this.#textOfId) this.#checkPart('question', this.#queries.length, 'no-questions');
    this.#checkPart('judgment', this.#judged.size, 'no-judgments');
    for (const [file, documents] of this.#withoutText) this.log.warn(problem('empty-text', { file }, { documents }));
    for (const [file, ids] of this.#again) this.log.warn(problem('repeated-documents', { file }, ids));
    for (const [file, pairs] of this.#repeated) this.log.warn(problem('duplicate-judgment', { file }, pairs));
    const judgments = [...this.#judgments()].map((each) => each.judgment);
    this.#tellFractions(judgments);
    const requirements = [...this.#needs].map(([query, needs]): Requirement => ({ query: queryId(query), needs }));
    const queries = this.#queries.map((query) => {
      const split = this.#splits.get(query.id);
      return split ? { ...query, split } : query;
    });
    return { docs: this.#docs, queries, judgments, ...(requirements.length > 0 && { requirements }) };
  }

  #addJudgedQueries(textOfId: (id: string) => string): void {
    for (const id of this.#judged.keys())
      if (!this.#places.question.has(id)) this.#queries.push({ id: queryId(id), text: textOfId(id) });
  }

  #matchTexts(): void {
    // A document that could not be read is no reason to say that its text is not found.
    if (!this.hasTexts || this.#incomplete.has('document') || this.#docs.length === 0) return;
    const texts = this.#texts.map(({ text }) => text);
    const matches = matchTexts(this.#docs, texts);
    this.#texts.forEach(({ query, text, place }, i) => {
      const docs = matches[i]!.map((position) => this.#docs[position]!.id);
      append(this.#needs, query, { docs, text });
      for (const doc of docs) this.#judgeOnce(query, doc, place);
    });
    const unmatched = texts.filter((_, i) => matches[i]!.length === 0);
    if (unmatched.length === 0) return;
    const { file } = this.#texts.find((_, i) => matches[i]!.length === 0)!.place;
    const found = problem('unmatched-texts', { file }, unmatched, texts.length);
    if (unmatched.length < texts.length) return this.log.warn(found);
    this.log.add(found);
    this.lost('judgment');
  }

  #isRepeated(id: string, title: string, text: string, metadata: Metadata | null): boolean {
    if (!this.#places.document.has(id)) return false;
    for (const doc of this.#docs.slice(this.#byId.size)) this.#byId.set(doc.id, doc);
    const known = this.#byId.get(id);
    const isSame = known?.title === title && known.text === text;
    return isSame && JSON.stringify(known.metadata ?? null) === JSON.stringify(metadata);
  }

  #judgeOnce(query: string, doc: string, place: ProblemPlace): void {
    if (!this.#judged.get(query)?.has(doc)) this.addJudgment(query, doc, 1, place);
  }

  #claimId(kind: Kind, id: string, place: ProblemPlace): boolean {
    const places = this.#places[kind];
    const first = places.get(id);
    if (!isId(kind, id, place, this.log)) this.lost(kind);
    else if (first) this.log.add(problem('duplicate-id', place, kind, id, placeName(first, place)));
    else {
      places.set(id, place);
      return true;
    }
    return false;
  }

  #repeat(before: JudgedQuestion, grade: number, place: ProblemPlace): void {
    const { query, doc, grade: first } = before.judgment;
    const pair = `question ${quoted(query)} with document ${quoted(doc)}`;
    const where = placeName(before.place, place);
    if (first === grade) append(this.#repeated, place.file, `${pair} (${placeName(place, { file: place.file })})`);
    else this.log.add(problem('duplicate-judgment', place, { pair: `The ${pair}`, grade, first, where }));
  }

  #matchIds(way: IdDifference): void {
    const judged = new Map<string, ProblemPlace>();
    for (const { judgment, place } of this.#judgments()) if (!judged.has(judgment.doc)) judged.set(judgment.doc, place);
    const { ours, clash } = matchIds(judged.keys(), this.#places.document.keys(), way);
    const [first] = ours;
    if (clash) this.log.add(problem('ids-become-one', { file: judged.get(clash[1])?.file ?? '' }, way, clash));
    if (clash || !first) return;
    this.log.warn(problem('ids-matched', { file: judged.get(first[0])!.file }, way, ours.size, first));
    const named = (id: DocId): DocId => docId(ours.get(id) ?? id);
    for (const [query, judgments] of this.#judged) {
      const own = [...judgments.values()].map(({ judgment, place }): [DocId, JudgedQuestion] => {
        const doc = named(judgment.doc);
        return [doc, { judgment: { ...judgment, doc }, place }];
      });
      this.#judged.set(query, new Map(own));
    }
    for (const [query, needs] of this.#needs)
      this.#needs.set(
        query,
        needs.map((need) => ({ ...need, docs: need.docs.map(named) })),
      );
  }

  #checkPointers(): void {
    if (this.#textOfId) return;
    const questions = new Map<string, ProblemPlace>();
    const docs = new Map<string, ProblemPlace>();
    for (const { judgment, place } of this.#judgments()) {
      if (!questions.has(judgment.query)) questions.set(judgment.query, place);
      if (!docs.has(judgment.doc)) docs.set(judgment.doc, place);
    }
    if (!this.#meet('question', questions)) return;
    if (!this.#incomplete.has('question') && this.#queries.length > 0)
      for (const ofQuestion of [this.#judged, this.#needs])
        for (const id of ofQuestion.keys()) if (!this.#places.question.has(id)) ofQuestion.delete(id);
    this.#meet('document', docs);
  }

  /** Whether the judged ids are those that are there: some of the questions, and half of the documents. */
  #meet(kind: Kind, judged: ReadonlyMap<string, ProblemPlace>): boolean {
    const ids = this.#places[kind];
    const missing = [...judged.keys()].filter((id) => !ids.has(id));
    const [[theirs], [ours]] = [missing, ids.keys()];
    if (theirs === undefined || ours === undefined || this.#incomplete.has(kind)) return true;
    const place = judged.get(theirs)!;
    const [of, known] = [judged.size, judged.size - missing.length];
    if (kind === 'question' ? known > 0 : known * 2 >= of) {
      this.log.warn(problem('partly-judged', { file: place.file }, kind, missing, of));
      return true;
    }
    const without = idDifference(missing, new Set(ids.keys()));
    this.log.add(problem('judged-apart', place, kind, { known, of, theirs, ours, without }));
    return false;
  }

  #tellFractions(judgments: readonly Judgment[]): void {
    const judged = [...this.#judgments()].filter(({ judgment }) => !Number.isInteger(judgment.grade));
    const [first] = judged;
    if (!first) return;
    const { grade } = first.judgment;
    this.log.warn(problem('fractional-grades', first.place, grade, judged.length, usualRelevance(judgments)));
  }

  #tellOwnDocuments(): void {
    const asked = new Map<string, string>(this.#queries.map(({ id, text }) => [id, normaliseText(text)]));
    const own = this.#docs.filter(({ id, title, text }) =>
      [text, `${title} ${text}`].some((each) => normaliseText(each) === asked.get(id)),
    );
    const [first] = own;
    if (!first) return;
    const { file } = this.#places.question.get(first.id)!;
    this.log.warn(problem('questions-among-documents', { file }, first.id, own.length));
  }

  #checkUnanswerable(): void {
    for (const { id, unanswerable } of this.#queries) {
      if (!unanswerable) continue;
      const relevant = [...(this.#judged.get(id)?.values() ?? [])].find(({ judgment }) => judgment.grade > 0);
      if (relevant) this.log.add(problem('unanswerable-judged', relevant.place, id));
    }
  }

  #checkPart(part: DatasetPart, count: number, code: 'no-documents' | 'no-questions' | 'no-judgments'): void {
    if (count > 0 || this.#incomplete.has(part)) return;
    this.log.add(problem(code, this.#sources.get(part) ?? { file: '' }));
  }

  *#judgments(): Generator<JudgedQuestion> {
    for (const ofQuery of this.#judged.values()) yield* ofQuery.values();
  }
}
