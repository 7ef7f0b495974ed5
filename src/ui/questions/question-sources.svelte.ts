import type { GeneratedQuestions, GenerateProgress } from '../../contract/workers';
import type { CollectionRecord } from '../../contract/storage';
import { addQuestions, type NewQuestion, questionKey } from '../../domain/questions/add';
import type { Candidate } from '../../domain/questions/candidate';
import type { GenerateOptions } from '../../domain/questions/generate/generate';
import { parseReply } from '../../domain/questions/model-prompt';
import { promptPassages } from '../../domain/questions/passages';
import { languageByScript } from '../../domain/questions/script';
import type { ChunkerSpec } from '../../domain/chunk/chunker-spec';
import type { Place } from '../../base/types';
import type { ModelQuestions, QuestionsProgress } from '../../engine/models/generate-questions';
import type { WorkbenchPart } from '../../engine/workbench';
import { download, fileName, textFile } from '../shared/download';
import { counted } from '../shared/format';
import { changedSet } from './changed-set';
import type { CorpusState } from '../documents/corpus.svelte';
import { failureOf, type Failure } from '../shared/failure';
import { type AskedPassage, QuestionAsking } from './question-asking.svelte';
import { QuestionImport } from './question-import.svelte';
import { QuestionReview } from './question-review.svelte';
import type { Writer } from '../writing/writers.svelte';

export type QuestionSource = 'import' | 'generate' | 'model' | 'export';

export const DEFAULT_GENERATION: GenerateOptions = {
  kinds: ['heading', 'definition', 'phrase'],
  limit: 60,
  seed: 42,
};

export interface QuestionSurroundings {
  collection(): CollectionRecord | null;
  /** Whether the editor holds changes that are not saved. */
  unsaved(): boolean;
  /** Questions were added beside the editor. */
  onAdded(record: CollectionRecord, what: string): void | Promise<void>;
}

/** What takes time, one thing at once. */
type Task = 'generating' | 'checking' | 'writing' | 'adding' | 'exporting';

export interface WrittenQuestions extends Omit<ModelQuestions, 'candidates'> {
  readonly questions: number;
  readonly writer: Writer;
}

type Source = WorkbenchPart<{
  questions: 'readFiles' | 'generate' | 'check' | 'read' | 'save' | 'llamaIndex';
  models: 'writing';
}>;

/** Where questions of a collection come from besides the editor, and where they go. */
export class QuestionSourcesState {
  readonly importing: QuestionImport;
  readonly review: QuestionReview;
  readonly asking: QuestionAsking;
  #open = $state<QuestionSource | null>(null);
  #options = $state.raw(DEFAULT_GENERATION);
  #made = $state.raw<Omit<GeneratedQuestions, 'candidates'> | null>(null);
  #progress = $state.raw<GenerateProgress | null>(null);
  #busy = $state<Task | null>(null);
  #writing = $state.raw<QuestionsProgress | null>(null);
  #written = $state.raw<WrittenQuestions | null>(null);
  #stop: AbortController | null = null;
  #failure = $state.raw<Failure | null>(null);
  #notes = $state.raw<readonly string[]>([]);
  #abort: AbortController | null = null;
  #taken = $derived.by(() =>
    changedSet([], this.corpus.questions?.queries.map(({ text }) => questionKey(text)) ?? [], true),
  );
  #passages = $derived.by(() => promptPassages(this.corpus.docs ?? [], this.#options.seed));

  constructor(
    private readonly workbench: Source,
    private readonly corpus: Pick<CorpusState, 'docs' | 'doc' | 'questions'>,
    private readonly surroundings: QuestionSurroundings,
    private readonly deliver: (name: string, content: Blob) => void = download,
  ) {
    this.importing = new QuestionImport(workbench, () => this.#taken);
    this.review = new QuestionReview((place) => this.textAt(place));
    this.asking = new QuestionAsking(
      () => this.#passages,
      (place) => this.#read(place),
    );
  }

  /** Null while the editor alone is shown. */
  get open(): QuestionSource | null {
    return this.#open;
  }
  get options(): GenerateOptions {
    return this.#options;
  }
  /** What the last generation found; null before one. */
  get made(): Omit<GeneratedQuestions, 'candidates'> | null {
    return this.#made;
  }
  get progress(): GenerateProgress | null {
    return this.#progress;
  }
  get busy(): Task | null {
    return this.#busy;
  }
  /** How far a model of this machine is; null while none writes. */
  get writing(): QuestionsProgress | null {
    return this.#writing;
  }
  /** What it wrote last, without the questions, which are in the review; null before. */
  get written(): WrittenQuestions | null {
    return this.#written;
  }
  get failure(): Failure | null {
    return this.#failure;
  }
  /** What is to be known of the last file or addition. */
  get notes(): readonly string[] {
    return this.#notes;
  }
  /** Whether questions cannot be added now, since the editor holds changes. */
  get blocked(): boolean {
    return this.surroundings.unsaved();
  }

  textAt({ doc, start, end }: Place): string {
    return this.corpus.doc(doc)?.text.slice(start, end) ?? '';
  }

  /** Whether the collection has a question already. */
  isThere(text: string): boolean {
    return this.#taken.has(questionKey(text));
  }

  /** Shows one of the sources; what another held is forgotten. */
  show(source: QuestionSource): void {
    if (this.#open === source) return;
    this.close();
    this.#open = source;
  }

  /** Ends what is under way, and forgets what was not added. */
  close(): void {
    this.cancel();
    this.importing.clear();
    this.review.clear();
    this.#open = null;
    this.#made = null;
    this.#written = null;
    this.#failure = null;
    this.#notes = [];
    this.asking.goTo(0);
  }

  cancel(): void {
    this.#abort?.abort();
    this.#abort = null;
    this.#busy = null;
    this.#progress = null;
    this.#writing = null;
  }

  setOptions(patch: Partial<GenerateOptions>): void {
    this.#options = { ...this.#options, ...patch };
  }

  /** Makes questions from the documents, in place of those that were made before. */
  generate(): Promise<void> {
    return this.#during('generating', async (id, signal) => {
      const progress = (step: GenerateProgress): void => void (this.#progress = step);
      const { candidates, ...made } = await this.workbench.questions.generate(id, this.#options, { signal, progress });
      signal.throwIfAborted();
      this.review.clear();
      this.review.add(candidates);
      this.#made = made;
    });
  }

  /**
   * Takes the reply of a model to the prompt, and goes on to the next passage.
   *
   * @returns how many questions were in it
   */
  async takeReply(reply: string): Promise<number> {
    const next = this.asking.passage;
    const replied = parseReply(reply);
    if (!next || replied.length === 0) return 0;
    const candidates = replied.map((each): Candidate => ({
      ...each,
      origin: 'model',
      language: languageByScript(each.text),
      place: next.place,
    }));
    await this.#during('checking', async (id, signal) => {
      this.review.add(await this.workbench.questions.check(id, candidates, signal));
      this.asking.goTo(this.asking.at + 1);
    });
    return this.#failure ? 0 : replied.length;
  }

  /**
   * Has a model of this machine ask about the next passages, and goes on to the one after them. Its questions come behind
   * those that are in the review.
   */
  askModel(writer: Writer, passages: number): Promise<void> {
    const { template, count, at } = this.asking;
    const places = this.asking.passages.slice(at, at + passages);
    return this.#during('writing', async (id, signal) => {
      const stop = new AbortController();
      this.#stop = stop;
      this.#written = null;
      const asked = { passages: places, template, count, maxNewTokens: writer.maxNewTokens };
      const progress = (step: QuestionsProgress): void => void (this.#writing = step);
      const { candidates, ...written } = await this.workbench.models.writing.questions(id, writer.generator, asked, {
        signal,
        stop: stop.signal,
        progress,
      });
      signal.throwIfAborted();
      this.review.add(candidates);
      this.#written = { ...written, questions: candidates.length, writer };
      this.asking.goTo(at + written.read);
    });
  }

  /** Takes what a model of this machine has written so far, and ends. */
  stopAsking(): void {
    this.#stop?.abort();
  }

  /** Adds what was read from files. */
  addImported(): Promise<void> {
    return this.#add([...this.importing.added]);
  }

  /** Adds what was made and kept. */
  addReviewed(): Promise<void> {
    return this.#add(this.review.questions());
  }

  /** Saves all questions of the collection for LlamaIndex. */
  exportLlamaIndex(chunker: ChunkerSpec | undefined, relevance: number): Promise<void> {
    return this.#during('exporting', async (id, signal) => {
      const collection = this.surroundings.collection()!;
      const file = await this.workbench.questions.llamaIndex(id, chunker, relevance, signal);
      signal.throwIfAborted();
      this.deliver(fileName(collection.name, 'llamaindex.json'), textFile(file.text, 'application/json'));
      const { queries, leftOut, graded, withNeeds } = file;
      this.#notes = [
        `${counted(queries, 'question')} saved.`,
        ...(leftOut > 0
          ? [`${counted(leftOut, 'question')} without a relevant passage left out: LlamaIndex cannot evaluate them.`]
          : []),
        ...(graded > 0 ? [`${counted(graded, 'judgment')} of other grades than 1: the format has none.`] : []),
        ...(withNeeds > 0
          ? [
              `${counted(withNeeds, 'question')} with needs: the file holds the passages, and not which belong together.`,
            ]
          : []),
      ];
    });
  }

  #read(place: Place): AskedPassage | null {
    const doc = this.corpus.doc(place.doc);
    return doc ? { place, doc, text: this.textAt(place) } : null;
  }

  #add(questions: readonly NewQuestion[]): Promise<void> {
    return this.#during('adding', async (id) => {
      // Read anew: judging by hand may have gone on in another tab.
      const before = await this.workbench.questions.read(id);
      const { questions: after, added, there } = addQuestions(before, questions, this.corpus.docs ?? []);
      const record = await this.workbench.questions.save(id, after, before);
      const what = [
        `${counted(added.length, 'question')} added.`,
        ...(there.length > 0 ? [`${counted(there.length, 'question')} stood there already.`] : []),
      ];
      this.close();
      this.#notes = what;
      await this.surroundings.onAdded(record, what.join(' '));
    });
  }

  async #during(what: Task, task: (id: string, signal: AbortSignal) => Promise<void>): Promise<void> {
    const collection = this.surroundings.collection();
    if (!collection || this.#busy !== null) return;
    const abort = new AbortController();
    this.#abort = abort;
    this.#busy = what;
    this.#failure = null;
    this.#notes = [];
    try {
      await task(collection.id, abort.signal);
    } catch (error) {
      if (!abort.signal.aborted) this.#failure = failureOf(error);
    } finally {
      if (this.#abort === abort || this.#abort === null) {
        this.#busy = null;
        this.#progress = null;
        this.#writing = null;
      }
    }
  }
}
