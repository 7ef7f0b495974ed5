import { changedSet } from '../../base/containers';
import { provided } from '../shared/context';
import type { GeneratedQuestions, GenerateProgress } from '../../contract/workers';
import type { CollectionRecord } from '../../contract/storage';
import { addQuestions, type NewQuestion, questionKey } from '../../domain/questions/add';
import type { Candidate } from '../../domain/questions/candidate';
import { DEFAULT_MIX, type GenerateOptions } from '../../domain/questions/generate/generate';
import { parseReply, DEFAULT_PROMPT, promptFor } from '../../domain/questions/prompts';
import { promptPassages } from '../../domain/questions/passages';
import { languageByScript } from '../../domain/questions/language';
import type { ChunkerSpec } from '../../domain/chunk/chunker-spec';
import type { Place, Doc } from '../../base/types';
import type { ModelQuestions } from '../../workbench/models/generate-questions';
import type { WritingProgress } from '../../workbench/models/generation';
import type { WorkbenchPart } from '../../workbench/workbench';
import { download, fileName, textFile } from '../shared/files';
import { counted } from '../shared/format';
import { QuestionReview } from './question-review.svelte';
import type { CorpusState } from '../documents/corpus.svelte';
import type { Failure } from '../shared/failure';
import { Task, type TaskContext } from '../shared/task.svelte';
import type { Writer } from '../writing/writers.svelte';

export type QuestionSource = 'generate' | 'model' | 'export';

export const DEFAULT_GENERATION: GenerateOptions = {
  ...DEFAULT_MIX,
  limit: 60,
  seed: 42,
};

export interface QuestionSurroundings {
  unsaved(): boolean;
  onAdded(record: CollectionRecord, what: string): void | Promise<void>;
}

type Doing = 'generating' | 'checking' | 'writing' | 'adding' | 'exporting';
type SourceStep = GenerateProgress | WritingProgress;

export interface WrittenQuestions extends Omit<ModelQuestions, 'candidates'> {
  readonly questions: number;
  readonly writer: Writer;
}

export class QuestionSourcesState {
  readonly review: QuestionReview;
  open = $state<QuestionSource | null>(null);
  options = $state.raw(DEFAULT_GENERATION);
  made = $state.raw<Omit<GeneratedQuestions, 'candidates'> | null>(null);
  written = $state.raw<WrittenQuestions | null>(null);
  notes = $state.raw<readonly string[]>([]);
  #doing = $state<Doing>('generating');
  readonly #task: Task<SourceStep>;
  readonly #taken = $derived.by(() =>
    changedSet([], this.corpus.questions?.queries.map(({ text }) => questionKey(text)) ?? [], true),
  );
  template = $state(DEFAULT_PROMPT);
  count = $state(2);
  /** Place of the passage that is asked about among all. */
  at = $state(0);
  readonly passages = $derived.by(() => promptPassages(this.corpus.docs ?? [], this.options.seed));

  constructor(
    private readonly workbench: WorkbenchPart<{
      questions: 'generate' | 'check' | 'read' | 'save' | 'llamaIndex';
      models: 'writing';
    }>,
    private readonly corpus: Pick<CorpusState, 'collection' | 'docs' | 'doc' | 'questions'>,
    private readonly surroundings: QuestionSurroundings,
    signal: AbortSignal,
    private readonly deliver: (name: string, content: Blob) => void = download,
  ) {
    this.#task = new Task(signal);
    this.review = new QuestionReview((place) => this.textAt(place));
  }

  get busy(): Doing | null {
    return this.#task.busy ? this.#doing : null;
  }
  get progress(): GenerateProgress | null {
    const { progress } = this.#task;
    return progress && 'what' in progress ? progress : null;
  }
  get writing(): WritingProgress | null {
    const { progress } = this.#task;
    return progress && !('what' in progress) ? progress : null;
  }
  get failure(): Failure | null {
    return this.#task.failure;
  }
  get blocked(): boolean {
    return this.surroundings.unsaved();
  }

  get passage(): { readonly place: Place; readonly doc: Doc; readonly text: string } | null {
    const place = this.passages[this.at];
    const doc = place && this.corpus.doc(place.doc);
    return doc ? { place, doc, text: this.textAt(place) } : null;
  }
  get prompt(): string | null {
    const { passage, template, count } = this;
    return passage && promptFor(template, { passage: passage.text, count });
  }

  textAt({ doc, start, end }: Place): string {
    return this.corpus.doc(doc)?.text.slice(start, end) ?? '';
  }

  get existing(): number {
    return this.corpus.questions?.queries.length ?? 0;
  }

  isThere(text: string): boolean {
    return this.#taken.has(questionKey(text));
  }

  show(source: QuestionSource): void {
    if (this.open === source) return;
    this.close();
    this.open = source;
  }

  close(): void {
    this.cancel();
    this.review.clear();
    this.open = null;
    this.made = null;
    this.written = null;
    this.notes = [];
    this.at = 0;
  }

  cancel(): void {
    this.#task.drop();
  }

  setOptions(patch: Partial<GenerateOptions>): void {
    this.options = { ...this.options, ...patch };
  }

  generate(): Promise<void> {
    return this.#during('generating', async (id, { signal, progress }) => {
      const { candidates, ...made } = await this.workbench.questions.generate(id, this.options, { signal, progress });
      signal.throwIfAborted();
      this.review.clear();
      this.review.add(candidates);
      this.made = made;
    });
  }

  async takeReply(reply: string): Promise<number> {
    const next = this.passage;
    const replied = parseReply(reply);
    if (!next || replied.length === 0) return 0;
    const candidates = replied.map((each): Candidate => ({
      ...each,
      origin: 'model',
      language: languageByScript(each.text),
      place: next.place,
    }));
    await this.#during('checking', async (id, { signal }) => {
      this.review.add(await this.workbench.questions.check(id, candidates, signal));
      this.at++;
    });
    return this.failure ? 0 : replied.length;
  }

  askModel(writer: Writer, passages: number): Promise<void> {
    const { template, count, at } = this;
    const places = this.passages.slice(at, at + passages);
    return this.#during('writing', async (id, context) => {
      this.written = null;
      const { generator, maxNewTokens } = writer;
      const asked = { passages: places, template, count, maxNewTokens };
      const { candidates, ...written } = await this.workbench.models.writing.questions(id, generator, asked, context);
      context.signal.throwIfAborted();
      this.review.add(candidates);
      this.written = { ...written, questions: candidates.length, writer };
      this.at = at + written.read;
    });
  }

  stopAsking(): void {
    this.#task.finish();
  }

  addReviewed(): Promise<void> {
    return this.#add(this.review.questions());
  }

  exportLlamaIndex(chunker: ChunkerSpec | undefined, relevance: number): Promise<void> {
    return this.#during('exporting', async (id, { signal }) => {
      const file = await this.workbench.questions.llamaIndex(id, chunker, relevance, signal);
      signal.throwIfAborted();
      this.deliver(fileName(this.corpus.collection.name, 'llamaindex.json'), textFile(file.text, 'application/json'));
      const { queries, leftOut, unknown, graded, withNeeds } = file;
      const notes: readonly (readonly [number, string, string])[] = [
        [leftOut, 'question', 'without a relevant passage left out: LlamaIndex cannot evaluate them.'],
        [unknown, 'judgment', 'of documents that are not here left out: LlamaIndex cannot find them.'],
        [graded, 'judgment', 'of other grades than 1: the format has none.'],
        [withNeeds, 'question', 'with needs: the file holds the passages, and not which belong together.'],
      ];
      this.notes = [
        `${counted(queries, 'question')} saved.`,
        ...notes.flatMap(([number, noun, rest]) => (number > 0 ? [`${counted(number, noun)} ${rest}`] : [])),
      ];
    });
  }

  #add(questions: readonly NewQuestion[]): Promise<void> {
    return this.#during('adding', async (id) => {
      // Read anew: judging by hand may have gone on in another tab.
      const before = await this.workbench.questions.read(id);
      const { questions: after, added, there } = addQuestions(before, questions, this.corpus.docs ?? []);
      const record = await this.workbench.questions.save(id, after, before);
      const what = [`${counted(added.length, 'question')} added.`];
      if (there.length > 0) what.push(`${counted(there.length, 'question')} were there already.`);
      this.close();
      this.notes = what;
      await this.surroundings.onAdded(record, what.join(' '));
    });
  }

  async #during(what: Doing, work: (id: string, context: TaskContext<SourceStep>) => Promise<void>): Promise<void> {
    if (this.#task.busy) return;
    this.#doing = what;
    this.notes = [];
    await this.#task.run((context) => work(this.corpus.collection.id, context));
  }
}

export const getQuestionSources = provided(QuestionSourcesState);
