import { provided } from '../shared/context';
import type { CollectionRecord, Questions } from '../../contract/storage';
import { headingPath, pageOf, placeOf } from '../../domain/chunk/recursive';
import { groupBy } from '../../base/containers';
import type { Doc, DocId, Judgment, Query, QueryId } from '../../base/types';
import { judgesPlaces, usualRelevance } from '../../domain/run/judgments';
import { questionsKey } from '../../workbench/kernel/questions';
import type { WorkbenchPart } from '../../workbench/workbench';
import { gradesByQuestion, indexById, judgedQuestions, NO_GRADES, type Grades } from './grades';
import type { Failure } from '../shared/failure';
import { Task } from '../shared/task.svelte';

export interface ReadPassage {
  readonly id: DocId;
  readonly title: string;
  readonly text: string;
  readonly headings: readonly string[];
  readonly page: number | null;
  readonly whole: boolean;
}

export class CorpusState {
  docs = $state.raw<readonly Doc[] | null>(null);
  questions = $state.raw<Questions | null>(null);
  questionsKey = $state.raw<string | null>(null);
  readonly judgesPlaces = $derived(this.questions !== null && judgesPlaces(this.questions));
  readonly relevance = $derived(usualRelevance(this.questions?.judgments ?? []));
  readonly #docsById = $derived(indexById<DocId, Doc>(this.docs ?? []));
  readonly #queriesById = $derived(indexById<QueryId, Query>(this.questions?.queries ?? []));
  readonly #grades = $derived(this.questions && gradesByQuestion(this.questions));
  readonly #judgments = $derived(groupBy(this.questions?.judgments ?? [], ({ query }) => query));
  readonly judged = $derived(this.#grades && judgedQuestions(this.#grades));
  readonly #readingDocs: Task;
  readonly #readingQuestions: Task;
  #wanted: Promise<unknown> | null = null;

  constructor(
    private readonly workbench: WorkbenchPart<{ collections: 'docs'; questions: 'read' }>,
    private readonly record: () => CollectionRecord,
    signal: AbortSignal,
  ) {
    this.#readingDocs = new Task(signal);
    this.#readingQuestions = new Task(signal);
  }

  get collection(): CollectionRecord {
    return this.record();
  }
  get hasDocs(): boolean {
    return this.docs === null || this.docs.length > 0;
  }
  get failure(): Failure | null {
    return this.#readingQuestions.failure ?? this.#readingDocs.failure;
  }
  get docsById(): ReadonlyMap<DocId, Doc> | null {
    return this.docs && this.#docsById;
  }
  doc(id: DocId): Doc | undefined {
    return this.#docsById.get(id);
  }
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
  grades(id: QueryId): Grades {
    return this.#grades?.get(id) ?? NO_GRADES;
  }

  judgments(id: QueryId): readonly Judgment[] {
    return this.#judgments.get(id) ?? [];
  }

  async refreshQuestions(): Promise<void> {
    await this.#readingQuestions.run(
      async () => {
        const questions = await this.workbench.questions.read(this.collection.id);
        return { questions, key: await questionsKey(questions) };
      },
      ({ questions, key }) => {
        this.questions = questions;
        this.questionsKey = key;
      },
    );
    await this.#readingQuestions.idle();
  }

  async needDocs(): Promise<void> {
    this.#wanted ??= this.#readingDocs
      .run(
        () => this.workbench.collections.docs(this.collection.id),
        (docs) => (this.docs = docs),
      )
      .then((docs) => docs ?? (this.#wanted = null));
    await this.#wanted;
  }
}

export const getCorpus = provided(CorpusState);
