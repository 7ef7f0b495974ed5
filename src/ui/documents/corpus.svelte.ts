import type { Questions } from '../../contract/storage';
import { headingPath, pageOf, placeOf } from '../../domain/chunk/chunk';
import type { Doc, DocId, Judgment, Query, QueryId } from '../../base/types';
import { questionsKey } from '../../engine/run/plan';
import type { WorkbenchPart } from '../../engine/workbench';
import {
  gradesByQuestion,
  indexById,
  judgedQuestions,
  judgmentsByQuestion,
  NO_GRADES,
  type Grades,
} from './corpus-index';
import { failureOf, type Failure } from '../shared/failure';

/** A document or a part of one, as it is read. */
export interface ReadPassage {
  readonly id: DocId;
  readonly title: string;
  readonly text: string;
  /** The headings that it stands under, the highest first. */
  readonly headings: readonly string[];
  /** From 1; null where its source has no pages. */
  readonly page: number | null;
  /** Whether it is a whole document. */
  readonly whole: boolean;
}

/** Questions, judgments and documents of the open collection. Documents are read when something needs them. */
export class CorpusState {
  #id: string | null = null;
  #docs = $state.raw<readonly Doc[] | null>(null);
  #questions = $state.raw<Questions | null>(null);
  #failure = $state.raw<Failure | null>(null);
  #reading: Promise<void> | null = null;
  #docsById = $derived(indexById<DocId, Doc>(this.#docs ?? []));
  #queriesById = $derived(indexById<QueryId, Query>(this.#questions?.queries ?? []));
  #questionsKey = $state.raw<string | null>(null);
  #grades = $derived(this.#questions && gradesByQuestion(this.#questions));
  #judgments = $derived(judgmentsByQuestion(this.#questions?.judgments ?? []));
  #judged = $derived(this.#grades && judgedQuestions(this.#grades));

  constructor(private readonly workbench: WorkbenchPart<{ collections: 'docs'; questions: 'read' }>) {}

  /** Null until they are read. */
  get docs(): readonly Doc[] | null {
    return this.#docs;
  }
  /** Null until they are read. */
  get questions(): Questions | null {
    return this.#questions;
  }
  /** False where there are judgments alone, once that is known. */
  get hasDocs(): boolean {
    return this.#docs === null || this.#docs.length > 0;
  }
  get failure(): Failure | null {
    return this.#failure;
  }

  /** Null until they are read. */
  get docsById(): ReadonlyMap<DocId, Doc> | null {
    return this.#docs && this.#docsById;
  }
  /** Questions that have a judgment; null until they are read. */
  get judged(): ReadonlySet<QueryId> | null {
    return this.#judged;
  }
  doc(id: DocId): Doc | undefined {
    return this.#docsById.get(id);
  }
  /** A document, or the passage of one that a name of a chunk tells; undefined where it is not there. */
  passage(id: DocId): ReadPassage | undefined {
    const doc = this.#docsById.get(id);
    if (doc) return { ...doc, headings: [], page: null, whole: true };
    const place = placeOf(id);
    const source = place && this.#docsById.get(place.doc);
    if (!source) return undefined;
    const { start, end } = place;
    const headings = headingPath(source, start);
    return {
      id,
      title: source.title,
      text: source.text.slice(start, end),
      headings,
      page: pageOf(source, start),
      whole: false,
    };
  }
  query(id: QueryId): Query | undefined {
    return this.#queriesById.get(id);
  }
  /** Hash of questions and judgments as they are now, to hold against that of a result. */
  get questionsKey(): string | null {
    return this.#questionsKey;
  }
  grades(id: QueryId): Grades {
    return this.#grades?.get(id) ?? NO_GRADES;
  }

  /** Those of one question. */
  judgments(id: QueryId): readonly Judgment[] {
    return this.#judgments.get(id) ?? [];
  }

  async open(id: string | null): Promise<void> {
    this.#id = id;
    this.#docs = null;
    this.#questions = null;
    this.#questionsKey = null;
    this.#failure = null;
    this.#reading = null;
    if (id !== null) await this.refreshQuestions();
  }

  async refreshQuestions(): Promise<void> {
    await this.#guarded(async (id) => {
      const questions = await this.workbench.questions.read(id);
      const key = await questionsKey(questions);
      return () => {
        this.#questions = questions;
        this.#questionsKey = key;
      };
    });
  }

  /** Reads the documents, once. */
  needDocs(): Promise<void> {
    this.#reading ??= this.#guarded(async (id) => {
      const docs = await this.workbench.collections.docs(id);
      return () => (this.#docs = docs);
    });
    return this.#reading;
  }

  /** What arrives for a collection that is no longer open is dropped. */
  async #guarded(task: (id: string) => Promise<() => void>): Promise<void> {
    const id = this.#id;
    if (id === null) return;
    try {
      const take = await task(id);
      if (this.#id === id) take();
    } catch (error) {
      if (this.#id !== id) return;
      this.#failure = failureOf(error);
      this.#reading = null;
    }
  }
}
